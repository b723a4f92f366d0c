-- §6 A long press that needs a tap before it: the tap is recognized for itself, and the press follows in time.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

local press, tap = ui.LongPressGesture { taps = 1 }, ui.TapGesture()
press:on({ "began", "ended" }, function() note("press ", press.state) end)
tap:on("recognized", function() note "tap" end)
view:addGesture(press)
view:addGesture(tap)
window:show()
