-- §3.2 A handler removed or disabled during a send does not run in it.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

local removed, disabled
ok:once("touchUpInside", function() removed:remove() disabled:disable() note("removes and disables") end)
removed = ok:on("touchUpInside", function() note("never") end)
disabled = ok:on("touchUpInside", function() note("not now") end)
ok:on("touchUpInside", function() note("last") disabled:enable() end)
window:show()
