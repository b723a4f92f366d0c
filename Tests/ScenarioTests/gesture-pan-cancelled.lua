-- §6 A pan whose touch the system takes away is cancelled, and does not end.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

local pan = ui.PanGesture()
pan:on({ "began", "changed", "ended", "cancelled" }, function() note(pan.state) end)
view:addGesture(pan)
window:show()
