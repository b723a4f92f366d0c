-- §6 A gesture removed in its own handler is cancelled, and follows no further touch.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

local pan = ui.PanGesture()
pan:on({ "began", "changed", "ended", "cancelled" }, function()
  note(pan.state)
  if pan.state == "began" then view:removeGesture(pan) end
end)
view:addGesture(pan)
window:show()
