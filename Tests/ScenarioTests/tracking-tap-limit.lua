-- §4 tapCount grows when the next touch begins within 0.35 s of the last, the limit included.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

ok:on("touchDown", function(_, event) note("tap ", event.touch.tapCount) end)
window:show()
