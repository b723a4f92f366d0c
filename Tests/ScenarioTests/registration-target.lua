-- §2.2, §3.6 A method is looked up when the event comes; a missing one is reported, and the rest run.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

local target = {}
ok:addTarget(target, "save", "touchUpInside")
ok:addTarget(target, "save", "touchUpInside")
ok:on("touchUpInside", function() note("the rest") end)
ui.after(1, function() function target:save(sender, event) note("saved by ", sender.id, " on ", event.type) end end)
window:show()
