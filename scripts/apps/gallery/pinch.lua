-- Pinch and rotation, both at once. They need two fingers, which a mouse has not: event scripts have.
local gallery = ...

local told = ui.Label { id = "pinchState", text = "size 1.00, turned 0°" }
local card = ui.View { id = "turned", backgroundColor = "tint", frame = { x = 168, y = 48, width = 112, height = 64 },
  ui.Label { text = "two fingers", frame = { x = 16, y = 16, width = 88, height = 16 } },
}
local field = gallery.field("pinchField", card)

-- What earlier gestures left, and what those at work add.
local scale, angle = 1, 0
local pinch, turn = ui.PinchGesture(), ui.RotationGesture()
pinch:recognizeSimultaneously(turn)
field:addGesture(pinch)
field:addGesture(turn)

local function show(byScale, byAngle)
  scale, angle = math.max(0.25, math.min(2.5, scale * byScale)), angle + byAngle
  card.transform = { scale = scale, rotation = angle }
  told.text = string.format("size %.2f, turned %.0f°", scale, math.deg(angle))
end
pinch:on({ "began", "changed" }, function()
  show(pinch.scale, 0)
  pinch.scale = 1
end)
turn:on({ "began", "changed" }, function()
  show(1, turn.rotation)
  turn.rotation = 0
end)

local back = ui.Button { id = "upright", title = "Upright" }
back:on("touchUpInside", function()
  scale, angle = 1, 0
  show(1, 0)
end)

return ui.View {
  gallery.lines(ui.HStack { spacing = 16, told, back }, ui.Label { text = "For example: down finger @1 280 220, @2 360 220 …" }, ui.Spacer()),
  field,
}
