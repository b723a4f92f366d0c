-- §7 TextField: shouldBegin, then editingDidBegin; shouldChange, then editingChanged; moving the focus ends the first before the second begins.
local note = require "note"
local window = ui.Window { title = "scene" }
local fields = {}
for i, id in ipairs { "first", "second" } do
  local field = ui.TextField { id = id, frame = { x = 0, y = 32 * i, width = 160, height = 16 } }
  field.shouldBegin = function() note(id, " may begin") end
  field.shouldChange = function(_, range, text) note(id, " may change ", range.location, " to ", text) end
  field.shouldEnd = function() note(id, " may end") end
  field.shouldReturn = function() note(id, " may return") end
  field:on("allEditingEvents", function(_, event) note(event.type, " '", field.text, "'") end)
  window:addSubview(field)
end
window:show()
