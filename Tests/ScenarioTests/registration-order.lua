-- §2.1 Any number of handlers per event run in the order added.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

for i = 1, 3 do ok:on("touchUpInside", function() note("handler ", i) end) end
window:show()
