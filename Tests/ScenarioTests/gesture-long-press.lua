-- §6 A long press begins after 0.5 s; a tap on the same view does not run as well.
local note = require "note"
local window = ui.Window { title = "scene" }
local label = ui.Label { id = "label", text = "hold", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(label)
label:onTap(function() note("tap") end)
label:onLongPress(function() note("long press at ", ui.now()) end)
window:show()
