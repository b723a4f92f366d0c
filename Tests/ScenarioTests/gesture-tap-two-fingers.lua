-- §6 A tap may ask for two fingers; one finger is not enough.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

view.isMultipleTouchEnabled = true
local tap = ui.TapGesture { numberOfTouchesRequired = 2 }
tap:on("recognized", function() note("tapped") end)
view:addGesture(tap)
window:show()
