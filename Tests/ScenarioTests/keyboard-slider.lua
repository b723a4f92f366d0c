-- Arrow keys move a slider by a twentieth, and only a change sends valueChanged.
local note = require "note"
local window = ui.Window { title = "scene" }
local slider = ui.Slider { id = "slider", value = 0.95, frame = { x = 0, y = 0, width = 208, height = 16 } }
window:addSubview(slider)
slider:on("valueChanged", function() note(string.format("%.2f", slider.value)) end)
window:show()
