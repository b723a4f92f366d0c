-- §3.8 Space presses: highlighted while held, then one send of the primary event, no touchDown.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

ok:on("allEvents", function(_, event) note(event.type, " highlighted=", ok.isHighlighted) end)
window:show()
