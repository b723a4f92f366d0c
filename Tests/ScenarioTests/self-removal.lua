-- A view that removes itself in its own handler is safe, and later handlers still run.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

ok:on("touchUpInside", function() ok:removeFromSuperview() note("removed") end)
ok:on("touchUpInside", function() note("still runs") end)
window:show()
