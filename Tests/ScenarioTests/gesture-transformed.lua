-- §6 A turned view is hit where it is shown, and its gestures report its own coordinates.
local note = require "note"
local window = ui.Window { title = "scene" }
local bar = ui.View { id = "bar", frame = { x = 100, y = 100, width = 160, height = 16 }, transform = { rotation = math.pi / 2 } }
window:addSubview(bar)
local tap = ui.TapGesture()
bar:addGesture(tap)
tap:on("recognized", function()
  local place = tap:location()
  note(string.format("tapped at %.0f,%.0f", place.x, place.y))
end)
window:show()
