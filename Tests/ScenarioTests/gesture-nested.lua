-- §6 Of two gestures of one kind, that of the inner view wins.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

local inner = ui.View { id = "inner", frame = { x = 10, y = 10, width = 80, height = 32 } }
view:addSubview(inner)
view:onTap(function() note("outer") end)
inner:onTap(function() note("inner") end)
window:show()
