-- §6 A touch that strays more than 10 points is no tap and no long press.
local note = require "note"
local window = ui.Window { title = "scene" }
local label = ui.Label { id = "label", text = "hold", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(label)
label:onTap(function() note("tap") end)
label:onLongPress(function() note("long press") end)
window:show()
