-- §6 Switch, stepper, segmented and page control beat an ancestor's single tap.
local note = require "note"
local window = ui.Window { title = "scene" }
for i, control in ipairs {
  ui.Switch { id = "switch" }, ui.Stepper { id = "stepper" },
  ui.SegmentedControl { id = "segments", items = { "a", "b" } }, ui.PageControl { id = "pages", numberOfPages = 3 },
} do
  control.frame = { x = 80, y = 48 * i, width = 96, height = 16 }
  window:addSubview(control)
  control:on({ "valueChanged", "touchCancel" }, function(_, event) note(control.id, " ", event.type) end)
end
window:onTap(function() note("window tapped") end)
window:show()
