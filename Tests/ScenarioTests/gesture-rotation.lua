-- §6 A rotation follows two fingers around each other, in radians, clockwise.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

view.isMultipleTouchEnabled = true
local turn = ui.RotationGesture()
turn:on({ "began", "changed", "ended", "cancelled" }, function()
  note(string.format("%s at %.2f", turn.state, turn.rotation))
end)
view:addGesture(turn)
window:show()
