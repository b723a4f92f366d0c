-- §2.4 One handler for several events; removing it for one keeps the others.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

local function handler(_, event) note(event.type) end
ok:on({ "touchDown", "touchUpInside" }, handler)
ok:on("touchCancel", function() ok:off("touchDown", handler) note("removed for touchDown") end)
window:show()
