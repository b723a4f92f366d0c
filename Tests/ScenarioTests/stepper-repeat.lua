-- §7 Stepper: a press steps at once, again after half a second, then ten times a second.
local note = require "note"
local window = ui.Window { title = "scene" }
local stepper = ui.Stepper { id = "stepper", frame = { x = 0, y = 0, width = 72, height = 16 } }
window:addSubview(stepper)
stepper:on({ "touchDown", "valueChanged", "touchUpInside" }, function(_, event) note(event.type, " ", stepper.value) end)
window:show()
