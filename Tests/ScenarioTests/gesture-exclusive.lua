-- §6 Without leave, the first gesture that begins keeps another one from beginning.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

local pan, press = ui.PanGesture(), ui.LongPressGesture()
view:addGesture(pan)
view:addGesture(press)
pan:on({ "began", "ended" }, function() note("pan ", pan.state) end)
press:on({ "began", "ended" }, function() note("press ", press.state) end)
window:show()
