-- §6 A slider's knob beats an ancestor's parallel swipe.
local note = require "note"
local window = ui.Window { title = "scene" }
local slider = ui.Slider { id = "slider", value = 0.5, frame = { x = 80, y = 80, width = 240, height = 16 } }
window:addSubview(slider)
slider:on({ "touchDown", "valueChanged", "touchUpInside", "touchCancel" }, function(_, event) note(event.type) end)

local swipe = ui.SwipeGesture()
swipe:on("recognized", function() note("swiped") end)
window:addGesture(swipe)
window:show()
