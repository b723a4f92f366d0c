-- Tab goes through the controls in order, past the disabled, and around.
local note = require "note"
local window = ui.Window { title = "scene" }
for i = 1, 3 do
  local button = ui.Button { id = "b" .. i, title = "b" .. i, isEnabled = i ~= 2, frame = { x = 0, y = 16 * i, width = 80, height = 16 } }
  window:addSubview(button)
  button:on("primaryActionTriggered", function() note("pressed ", button.id) end)
end
window:show()
