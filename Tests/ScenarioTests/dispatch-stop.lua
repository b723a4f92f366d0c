-- §3.4 stopImmediate skips the remaining handlers of the send.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

ok:on("touchUpInside", function(_, event) note("stops") event:stopImmediate() end)
ok:on("touchUpInside", function() note("never") end)
window:show()
