-- §4 Crossing out sends exit, then dragOutside; lifted outside it sends upOutside.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

ok:on("allTouchEvents", function(_, event) note(event.type) end)
window:show()
