-- §3.2 A handler added during a send waits for the next one.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

ok:once("touchUpInside", function()
  note("adds")
  ok:on("touchUpInside", function() note("added") end)
end)
window:show()
