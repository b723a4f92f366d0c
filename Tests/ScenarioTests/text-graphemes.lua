-- §7 TextField: text is edited by what a person sees as one character.
local note = require "note"
local window = ui.Window { title = "scene" }
local field = ui.TextField { id = "field", text = "한👍🏽é", frame = { x = 0, y = 0, width = 160, height = 16 } }
field:on("editingChanged", function() note(field.text, " caret ", field.selectedRange.location) end)
window:addSubview(field)
window:show()
field:becomeFirstResponder()
