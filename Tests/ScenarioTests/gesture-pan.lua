-- §6 A pan begins after 10 points, changes with each move, and ends when the finger lifts.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

local pan = ui.PanGesture()
pan:on({ "began", "changed", "ended", "cancelled" }, function()
  local moved, place = pan:translation(), pan:location()
  note(string.format("%s: moved %g,%g, is at %g,%g", pan.state, moved.x, moved.y, place.x, place.y))
end)
view:addGesture(pan)
window:show()
