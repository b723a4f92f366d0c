-- §3.2 A nested send runs to its end inside the outer one; once is removed before it is called.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

ok:once("touchUpInside", function() note("outer begins") ok:sendActions("touchUpInside") note("outer ends") end)
ok:on("touchUpInside", function() note("second") end)
window:show()
