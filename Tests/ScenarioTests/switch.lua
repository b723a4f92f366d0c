-- §7 A switch toggles when the touch is lifted inside.
local note = require "note"
local window = ui.Window { title = "scene" }
local switch = ui.Switch { id = "switch", frame = { x = 0, y = 0, width = 48, height = 16 } }
window:addSubview(switch)
switch:on({ "valueChanged", "touchUpInside", "touchUpOutside" }, function(_, event) note(event.type, " ", switch.isOn) end)
window:show()
