-- §7 ScrollView: a touch that moves on by more than 10 points scrolls, and a button under it gets touchCancel.
local note = require "note"
local window = ui.Window { title = "scene" }
local column = ui.VStack {}
for i = 1, 9 do
  local button = ui.Button { id = "button " .. i, title = "Button " .. i }
  button:on("allTouchEvents", function(_, event) note(button.id, " ", event.type) end)
  column:addSubview(button)
end
local scroll = ui.ScrollView { id = "scroll", frame = { x = 0, y = 0, width = 160, height = 64 }, column }
scroll.onScroll = function() note("offset ", scroll.contentOffset.y) end
window:addSubview(scroll)
window:show()
