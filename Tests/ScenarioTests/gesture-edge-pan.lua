-- §6 An edge pan begins at its edge of the window and nowhere else.
local note = require "note"
local window = ui.Window { title = "scene" }
local pan = ui.EdgePanGesture { edges = "left" }
pan:on({ "began", "changed", "ended", "cancelled" }, function() note(pan.state) end)
window:addGesture(pan)
window:show()
