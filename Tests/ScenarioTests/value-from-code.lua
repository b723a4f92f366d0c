-- §3.9 Setting a value from code sends nothing.
local note = require "note"
local window = ui.Window { title = "scene" }
local slider = ui.Slider { id = "slider", frame = { x = 0, y = 0, width = 200, height = 16 } }
local switch = ui.Switch { id = "switch", frame = { x = 0, y = 16, width = 48, height = 16 } }
local pages = ui.PageControl { id = "pages", numberOfPages = 3, frame = { x = 0, y = 32, width = 48, height = 16 } }
for _, control in ipairs { slider, switch, pages } do
  window:addSubview(control)
  control:on("valueChanged", function() note("valueChanged of ", control.id) end)
end
ui.after(1, function() slider.value = 1 switch.isOn = true pages.currentPage = 2 note("set") end)
window:show()
