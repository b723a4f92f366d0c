-- §6 A gesture whose view leaves the window, or is hidden, is cancelled.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

local pan = ui.PanGesture()
pan:on({ "began", "changed", "ended", "cancelled" }, function() note(pan.state) end)
view:addGesture(pan)
ui.after(1, function() view.isHidden = true end)
ui.after(2, function() view.isHidden = false end)
ui.after(3, function() view:removeFromSuperview() end)
window:show()
