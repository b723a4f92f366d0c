-- §6 A pan tells how far it went in the coordinates of the superview, or of the view asked for.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 160, height = 160 } }
view.transform = { rotation = math.pi / 2, scale = 2 }
window:addSubview(view)

local pan = ui.PanGesture()
pan:on({ "began", "ended" }, function()
  local outside, inside = pan:translation(), pan:translation(view)
  note(string.format("%s: moved %.0f,%.0f outside, %.0f,%.0f inside", pan.state, outside.x, outside.y, inside.x, inside.y))
end)
view:addGesture(pan)
window:show()
