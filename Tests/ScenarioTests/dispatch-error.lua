-- §3.3 An error is reported, and the rest still run.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

ok:on("touchUpInside", function() error("broken on purpose") end, { label = "broken" })
ok:on("touchUpInside", function() error({}) end)
ok:on("touchUpInside", function() note("the rest") end)
window:show()
