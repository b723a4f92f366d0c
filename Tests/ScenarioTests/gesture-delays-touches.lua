-- §6 With delaysTouchesBegan, a button hears of its touch only when the gesture has failed.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 80, y = 80, width = 80, height = 16 } }
window:addSubview(ok)
ok:on("allTouchEvents", function(_, event) note(event.type) end)

local press = ui.LongPressGesture { delaysTouchesBegan = true }
press:on("began", function() note("held") end)
ok:addGesture(press)
window:show()
