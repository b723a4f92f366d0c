-- §6 A pinch needs two fingers; its scale starts at 1.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

view.isMultipleTouchEnabled = true
local pinch = ui.PinchGesture()
pinch:on({ "began", "changed", "ended", "cancelled" }, function()
  note(string.format("%s at %.2f", pinch.state, pinch.scale))
end)
view:addGesture(pinch)
window:show()
