-- §7 A slider that is not continuous sends one valueChanged, at the end.
local note = require "note"
local window = ui.Window { title = "scene" }
local slider = ui.Slider { id = "slider", isContinuous = false, frame = { x = 0, y = 0, width = 208, height = 16 } }
window:addSubview(slider)
slider:on({ "valueChanged", "touchUpInside" }, function(_, event) note(event.type, " ", slider.value) end)
window:show()
