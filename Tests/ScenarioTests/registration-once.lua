-- §2.7 A handler with a limit ends by itself; its neighbours run all the same.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

ok:once("touchUpInside", function() note("once") end)
ok:on("touchUpInside", function() note("twice") end, { limit = 2 })
ok:on("touchUpInside", function() note("always") end)
window:show()
