-- A scroll view: drag it, turn the wheel over it, or focus what is in it.
local gallery = ...

local place = ui.Label { id = "place", text = "  0 points down" }
local pressed = ui.Label { id = "pressed", text = "no line pressed" }
local column = ui.VStack {}
for i = 1, 30 do
  local line = ui.Button { id = "line" .. i, title = string.format("Line %2d", i) }
  line:on("touchUpInside", function() pressed.text = "line " .. i .. " pressed" end)
  column:addSubview(line)
end

local scroll = ui.ScrollView { id = "scroll", column }
scroll.frame = { x = 16, y = 16, width = 216, height = 208 }
scroll.onScroll = function() place.text = string.format("%3.0f points down", scroll.contentOffset.y) end

local top, last = ui.Button { id = "top", title = "To the top" }, ui.Button { id = "last", title = "To line 30" }
top:on("touchUpInside", function() scroll.contentOffset = { x = 0, y = 0 } end)
last:on("touchUpInside", function() scroll:scrollRectToVisible(ui.find("line30").frame) end)
local switch = ui.Switch { id = "mayScroll", isOn = true }
switch:on("valueChanged", function() scroll.isScrollEnabled = switch.isOn end)

return ui.View { scroll,
  ui.VStack { spacing = 16, frame = { x = 248, y = 16, width = 216, height = 208 },
    place, pressed, top, last, ui.HStack { spacing = 16, switch, ui.Label { text = "may scroll" } }, ui.Spacer(),
  },
}
