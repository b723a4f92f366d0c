-- Hover: the pointer over a view, while no button is pressed.
local gallery = ...

local told = ui.Label { id = "hoverState", text = "Move the pointer over the field." }
local mark = ui.Label { id = "hoverMark", text = "+", isHidden = true }
local field = gallery.field("hoverField", mark)

local hover = ui.HoverGesture()
field:addGesture(hover)
hover:on({ "began", "changed", "ended", "cancelled" }, function()
  local place, inside = hover:location(), hover.state == "began" or hover.state == "changed"
  told.text = inside and string.format("over %.0f, %.0f", place.x, place.y) or "not over the field"
  field.backgroundColor = inside and "separator" or "secondaryBackground"
  mark.isHidden = not inside
  mark.frame = { x = place.x // 8 * 8, y = place.y // 16 * 16, width = 8, height = 16 }
end)

return ui.View { gallery.lines(told, ui.Label { text = "A terminal tells moves only where it can." }, ui.Spacer()), field }
