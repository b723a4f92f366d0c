-- §6 A recognizer on the control itself wins, and the control gets touchCancel.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

ok:on("allTouchEvents", function(_, event) note(event.type) end)

ok:onTap(function() note("tapped") end)
window:show()
