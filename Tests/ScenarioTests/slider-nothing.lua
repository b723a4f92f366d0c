-- A press on the knob that changes nothing sends no valueChanged.
local note = require "note"
local window = ui.Window { title = "scene" }
local slider = ui.Slider { id = "slider", value = 0.5, frame = { x = 0, y = 0, width = 208, height = 16 } }
window:addSubview(slider)
slider:on({ "touchDown", "valueChanged", "touchUpInside" }, function(_, event) note(event.type) end)
window:show()
