-- §7 ScrollView: a control that gets the focus is scrolled into view.
local note = require "note"
local window = ui.Window { title = "scene" }
local column = ui.VStack {}
for i = 1, 9 do column:addSubview(ui.Button { id = "button " .. i, title = "Button " .. i }) end
local scroll = ui.ScrollView { id = "scroll", frame = { x = 0, y = 0, width = 160, height = 48 }, column }
scroll.onScroll = function() note("offset ", scroll.contentOffset.y) end
window:addSubview(scroll)
window:show()
