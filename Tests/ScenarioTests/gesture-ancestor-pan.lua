-- §6 An ancestor's pan takes the touch of a button in it, which gets touchCancel.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 80, y = 80, width = 80, height = 16 } }
window:addSubview(ok)
ok:on("allTouchEvents", function(_, event) note(event.type) end)

local pan = ui.PanGesture()
pan:on({ "began", "ended" }, function() note("pan ", pan.state) end)
window:addGesture(pan)
window:show()
