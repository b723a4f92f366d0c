-- §6 A pan goes on until all fingers lift; further fingers join it.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

view.isMultipleTouchEnabled = true
local pan = ui.PanGesture()
pan:on({ "began", "changed", "ended", "cancelled" }, function()
  note(pan.state, " with ", pan.numberOfTouches)
end)
view:addGesture(pan)
window:show()
