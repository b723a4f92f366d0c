-- control:wait is a handler that runs once; a timeout gives nil.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

local go = ui.Button { id = "go", title = "Go", frame = { x = 0, y = 16, width = 80, height = 16 } }
window:addSubview(go)
ok:on("touchUpInside", function()
  local event = go:wait("touchUpInside", 2)
  note(event and event.type or "timeout", " at ", ui.now())
end)
window:show()
