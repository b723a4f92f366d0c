-- §6 A slider's knob beats an ancestor's parallel pan.
local note = require "note"
local window = ui.Window { title = "scene" }
local slider = ui.Slider { id = "slider", value = 0.5, frame = { x = 80, y = 80, width = 240, height = 16 } }
window:addSubview(slider)
slider:on({ "touchDown", "valueChanged", "touchUpInside", "touchCancel" }, function(_, event)
  note(string.format("%s: %.2f", event.type, slider.value))
end)
local pan = ui.PanGesture()
pan:on({ "began", "ended" }, function() note("pan ", pan.state) end)
window:addGesture(pan)
window:show()
