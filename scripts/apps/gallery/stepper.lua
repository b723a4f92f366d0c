-- Steppers: a press that is held goes on stepping.
local gallery = ...
local row = gallery.row

local function line(name, format, stepper)
  local value = ui.Label { id = stepper.id .. "Value", text = string.format(format, stepper.value) }
  stepper:on("valueChanged", function() value.text = string.format(format, stepper.value) end)
  return row(name, stepper, value)
end

return ui.VStack { spacing = 16, margins = 16,
  line("Guests", "%.0f", ui.Stepper { id = "guests", value = 2 }),
  line("Single", "%.0f steps of one press each", ui.Stepper { id = "single", autorepeat = false }),
  line("Hour", "%02.0f:00, and 23 goes on to 00", ui.Stepper { id = "hour", value = 22, maximumValue = 23, wraps = true }),
  line("Price", "%.2f in steps of a quarter", ui.Stepper { id = "price", value = 1, maximumValue = 2, stepValue = 0.25 }),
  ui.Label { text = "An end that is reached is shown, and cannot be pressed." }, ui.Spacer(),
}
