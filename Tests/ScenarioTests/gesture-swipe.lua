-- §6 A swipe goes its own way, to the right if nothing else is said.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

view:addGesture(ui.SwipeGesture { name = "right" })
for _, direction in ipairs { "left", "up", "down" } do
  view:addGesture(ui.SwipeGesture { name = direction, direction = direction })
end
for _, swipe in ipairs(view.gestures) do
  swipe:on("recognized", function() note(swipe.name) end)
end
window:show()
