-- §7 ScrollView: the wheel scrolls sideways where there is something to scroll to, else what is around.
local note = require "note"
local window = ui.Window { title = "scene" }
local wide = ui.View { frame = { x = 0, y = 0, width = 400, height = 32 } }
local inner = ui.ScrollView { frame = { x = 0, y = 0, width = 160, height = 32 }, wide }
inner.contentSize = { width = 400, height = 32 }
local outer = ui.ScrollView { frame = { x = 0, y = 0, width = 160, height = 64 }, inner }
outer.contentSize = { width = 160, height = 320 }
inner.onScroll = function() note("inner ", inner.contentOffset.x, " ", inner.contentOffset.y) end
outer.onScroll = function() note("outer ", outer.contentOffset.x, " ", outer.contentOffset.y) end
window:addSubview(outer)
window:show()
