-- §4 A disabled control stays the hit target: nothing falls through.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

local front = ui.Button { id = "front", title = "front", isEnabled = false, frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(front)
ok:on("allTouchEvents", function(_, event) note("behind: ", event.type) end)
window:show()
