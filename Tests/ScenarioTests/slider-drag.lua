-- §7 A press beside the knob moves it there, then drags; the value is pinned.
local note = require "note"
local window = ui.Window { title = "scene" }
local slider = ui.Slider { id = "slider", value = 0, maximumValue = 100, frame = { x = 0, y = 0, width = 208, height = 16 } }
window:addSubview(slider)
slider:on({ "touchDown", "valueChanged", "touchUpInside", "touchUpOutside" }, function(_, event) note(event.type, " ", slider.value) end)
window:show()
