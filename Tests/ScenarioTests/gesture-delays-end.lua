-- §6 With delaysTouchesEnded, as by default, a button's touch ends when the double tap on it has failed.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 80, y = 80, width = 80, height = 16 } }
window:addSubview(ok)
ok:on("allTouchEvents", function(_, event) note(event.type) end)

local twice = ui.TapGesture { taps = 2 }
twice:on("recognized", function() note("twice") end)
ok:addGesture(twice)
window:show()
