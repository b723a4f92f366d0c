-- §6 A gesture disabled while it is recognizing is cancelled, and ignores the touch from then on.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

local pan = ui.PanGesture()
pan:on({ "began", "changed", "ended", "cancelled" }, function()
  note(pan.state)
  if pan.state == "changed" then pan.isEnabled = false end
end)
view:addGesture(pan)
ui.after(1, function() pan.isEnabled = true end)
window:show()
