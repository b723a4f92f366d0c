-- A handler that sleeps has returned, for its send; later handlers and events go on.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

ok:on("touchUpInside", function() note("sleeps") ui.sleep(1) note("woke at ", ui.now()) end)
ok:on("touchUpInside", function() note("second") end)
window:show()
