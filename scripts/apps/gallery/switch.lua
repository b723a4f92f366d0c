-- Switches, and progress that runs while one is on.
local gallery = ...
local row = gallery.row

local progress = ui.ProgressView { id = "work", progress = 0 }
local percent = ui.Label { id = "percent", text = "  0 %" }
local switch, state = ui.Switch { id = "run" }, ui.Label { id = "state", text = "at rest" }

local timer = ui.every(0.1, function()
  progress.progress = (progress.progress + 0.02) % 1.001
  percent.text = string.format("%3.0f %%", progress.progress * 100)
end)
timer:disable()
switch:on("valueChanged", function()
  state.text = switch.isOn and "working" or "at rest"
  if switch.isOn then timer:enable() else timer:disable() end
end)

-- Setting a value from code sends nothing.
local twin, changes = ui.Switch { id = "twin" }, ui.Label { id = "changes", text = "sent nothing" }
switch:on("valueChanged", function() twin.isOn = switch.isOn end)
twin:on("valueChanged", function() changes.text = "sent valueChanged" end)

return ui.VStack { spacing = 16, margins = 16,
  row("Work", switch, state), row("Progress", progress, percent), row("Follows", twin, changes),
  ui.Label { numberOfLines = 2, text = "The last switch follows the first one from code, and what code sets sends no event." },
  ui.Spacer(),
}
