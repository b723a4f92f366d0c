-- §6 With cancelsTouchesInView off, the button keeps its touch though the tap on it is recognized.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 80, y = 80, width = 80, height = 16 } }
window:addSubview(ok)
ok:on("allTouchEvents", function(_, event) note(event.type) end)

local tap = ui.TapGesture { cancelsTouchesInView = false }
tap:on("recognized", function() note("tapped") end)
ok:addGesture(tap)
window:show()
