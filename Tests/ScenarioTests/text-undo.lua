-- §7 Ctrl-Z takes back what the user did, word by word, and Ctrl-Y does it again.
local note = require "note"
local window = ui.Window { title = "scene" }
local field = ui.TextField { id = "field", frame = { x = 0, y = 0, width = 160, height = 16 } }
window:addSubview(field)

field:on("editingChanged", function() note("'", field.text, "'") end)
window:show()
field:becomeFirstResponder()
