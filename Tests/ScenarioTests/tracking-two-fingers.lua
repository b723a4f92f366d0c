-- §4 Two fingers drive two buttons, each of them its own.
local note = require "note"
local window = ui.Window { title = "scene" }
for i, name in ipairs { "left", "right" } do
  local button = ui.Button { id = name, title = name, frame = { x = 240 * i, y = 80, width = 80, height = 16 } }
  window:addSubview(button)
  button:on("allTouchEvents", function(_, event) note(name, " ", event.type, " of ", event.touch.id) end)
end
window:show()
