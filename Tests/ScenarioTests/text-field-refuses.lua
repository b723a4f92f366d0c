-- §7 TextField: a question that answers false keeps the text, or the focus, as it is.
local note = require "note"
local window = ui.Window { title = "scene" }
local field = ui.TextField { id = "field", frame = { x = 0, y = 0, width = 160, height = 16 } }
local button = ui.Button { id = "button", title = "B", frame = { x = 0, y = 32, width = 64, height = 16 } }
field.shouldChange = function(_, _, text) return text ~= "b" end
field.shouldEnd = function() return field.text == "acd" end
field:on("allEditingEvents", function(_, event) note(event.type, " '", field.text, "'") end)
window:addSubview(field)
window:addSubview(button)
window:show()
