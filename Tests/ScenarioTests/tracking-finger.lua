-- §4 A finger counts as inside up to 70 points away; a pointer does not.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

ok:on("allTouchEvents", function(_, event) note(event.type) end)
window:show()
