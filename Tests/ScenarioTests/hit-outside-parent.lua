-- §5 A child outside its parent's bounds cannot be hit.
local note = require "note"
local window = ui.Window { title = "scene" }
local box = ui.View { id = "box", frame = { x = 0, y = 0, width = 40, height = 16 } }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
box:addSubview(ok)
window:addSubview(box)
ok:on("touchUpInside", function() note("hit") end)
window:show()
