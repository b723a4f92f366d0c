-- §6 A swipe is at least 50 points long, at most 20° off its way, and done within half a second.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

local swipe = ui.SwipeGesture { direction = { "left", "right" } }
swipe:on("recognized", function() note("swiped") end)
view:addGesture(swipe)
window:show()
