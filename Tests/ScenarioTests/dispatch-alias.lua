-- §3.7 primaryActionTriggered stands for the primary event; a handler for both runs once.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

ok:on({ "touchUpInside", "primaryActionTriggered" }, function(_, event) note("both: ", event.type) end)
ok:on("primaryActionTriggered", function(_, event) note("alias: ", event.type) end)
ui.after(2, function() ok:sendActions("primaryActionTriggered") end)
window:show()
