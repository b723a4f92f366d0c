-- §6 A pan that asks for two fingers does not begin with one.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

view.isMultipleTouchEnabled = true
local pan = ui.PanGesture { minimumNumberOfTouches = 2 }
pan:on({ "began", "changed", "ended", "cancelled" }, function() note(pan.state) end)
view:addGesture(pan)
window:show()
