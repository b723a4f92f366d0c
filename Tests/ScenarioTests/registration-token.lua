-- §2.3 A disabled handler keeps its place in the order.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

local first = ok:on("touchUpInside", function() note("first") end)
ok:on("touchUpInside", function() note("second") end)
ui.after(5, function() first:disable() first:disable() note("disabled") end)
ui.after(10, function() first:enable() note("enabled") end)
window:show()
