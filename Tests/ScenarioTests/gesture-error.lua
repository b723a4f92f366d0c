-- §3 An error in a gesture's handler is reported; the others run, and the gesture goes on.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

local pan = ui.PanGesture()
view:addGesture(pan)
pan:on("began", function() error "oops" end)
pan:on({ "began", "ended" }, function() note(pan.state) end)
window:show()
