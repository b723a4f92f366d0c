-- §6 Pinch and rotation run at once if either side allows it.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

view.isMultipleTouchEnabled = true
local pinch, turn = ui.PinchGesture(), ui.RotationGesture()
pinch:recognizeSimultaneously(turn)
view:addGesture(pinch)
view:addGesture(turn)
pinch:on({ "began", "ended" }, function() note(string.format("pinch %s at %.2f", pinch.state, pinch.scale)) end)
turn:on({ "began", "ended" }, function() note(string.format("turn %s at %.2f", turn.state, turn.rotation)) end)
window:show()
