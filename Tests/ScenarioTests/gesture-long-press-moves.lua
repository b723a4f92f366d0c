-- §6 A long press may move after it began: changed on each move, ended on the lift, cancelled if taken away.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

local press = ui.LongPressGesture()
press:on({ "began", "changed", "ended", "cancelled" }, function() note(press.state, " at ", ui.now()) end)
view:addGesture(press)
window:show()
