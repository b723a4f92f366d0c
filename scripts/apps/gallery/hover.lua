-- Hover: the pointer over a view, not pressed. A label beside each half tells what is under it.
local gallery = ...

local told = ui.Label { id = "hoverState", text = "Move the pointer over the field without pressing it." }
local mark = ui.Label { id = "hoverMark", text = "▲", isHidden = true }
local entered = 0

local function half(id, name, x)
  local view = ui.View { id = id, backgroundColor = "secondaryBackground", frame = { x = x, y = 32, width = 192, height = 96 } }
  local hover = ui.HoverGesture()
  view:addGesture(hover)
  hover:on({ "began", "changed", "ended", "cancelled" }, function(_, event)
    local over = event.type == "began" or event.type == "changed"
    if event.type == "began" then entered = entered + 1 end
    view.backgroundColor = over and "tint" or "secondaryBackground"
    local place = hover:location()
    told.text = over and string.format("over the %s half at %.0f, %.0f", name, place.x, place.y)
      or string.format("left the %s half; entered %d so far", name, entered)
  end)
  return view
end

local field = gallery.field("hoverField", half("left", "left", 16), half("right", "right", 240), mark)

-- Views in front belong to the view: the field's own recognizer follows the pointer over both halves.
local whole = ui.HoverGesture()
field:addGesture(whole)
whole:on({ "began", "changed", "ended", "cancelled" }, function()
  local place = whole:location()
  mark.isHidden = whole.state == "ended" or whole.state == "cancelled"
  mark.frame = { x = place.x // 8 * 8, y = place.y // 16 * 16 + 16, width = 16, height = 16 }
end)

return ui.View { gallery.lines(told, ui.Label { text = "The mark below the pointer belongs to the whole field." }, ui.Spacer()), field }
