-- A long press begins after half a second; then it may move.
local gallery = ...

local told = ui.Label { id = "pressState", text = "Hold a finger or the button down in the field." }
local mark = ui.Label { id = "pressMark", text = "●", textColor = "tint", isHidden = true }
local field = gallery.field("pressField", mark)

local press = ui.LongPressGesture()
field:addGesture(press)
press:on({ "began", "changed", "ended", "cancelled" }, function()
  local place = press:location()
  told.text = string.format("%s at %.0f, %.0f", press.state, place.x, place.y)
  mark.isHidden = press.state == "ended" or press.state == "cancelled"
  mark.frame = { x = place.x // 8 * 8, y = place.y // 16 * 16, width = 16, height = 16 }
end)

local slow = ui.Switch { id = "slow" }
slow:on("valueChanged", function() press.minimumPressDuration = slow.isOn and 2 or 0.5 end)

return ui.View { gallery.lines(told, ui.HStack { spacing = 16, slow, ui.Label { text = "takes 2 seconds" } }, ui.Spacer()), field }
