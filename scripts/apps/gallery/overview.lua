-- All at a glance: the controls in one window, each with its live value.
local gallery = ...
local row, window = gallery.row, gallery.window
local status = ui.Label { id = "status", text = "Press, drag, or move with Tab and the arrow keys." }
local function say(...) status.text = string.format(...) end

local presses, pressed = 0, ui.Label { id = "presses", text = "0 presses" }
local button = ui.Button { id = "button", title = "Press me" }
button:on("touchUpInside", function()
  presses = presses + 1
  pressed.text = presses .. (presses == 1 and " press" or " presses")
end)
button:on({ "touchDown", "touchUpInside", "touchUpOutside", "touchCancel" }, function(_, event)
  say("The button sent %s.", event.type)
end)

local volume = ui.Label { id = "volume", text = " 50 %" }
local progress = ui.ProgressView { id = "progress", progress = 0.5 }
local slider = ui.Slider { id = "slider", value = 50, minimumValue = 0, maximumValue = 100 }
slider:on("valueChanged", function()
  progress.progress = slider.value / 100
  volume.text = string.format("%3.0f %%", slider.value)
end)

local lamp = ui.Label { id = "lamp", text = "off" }
local switch = ui.Switch { id = "switch" }
switch:on("valueChanged", function()
  lamp.text = switch.isOn and "on" or "off"
  button.isEnabled = not switch.isOn
end)

local page = ui.Label { id = "page", text = "page 1 of 5" }
local pages = ui.PageControl { id = "pages", numberOfPages = 5 }
local function showPage() page.text = string.format("page %d of 5", pages.currentPage + 1) end
pages:on("valueChanged", showPage)

local bar = ui.Toolbar { id = "bar", items = {
  ui.BarButtonItem { id = "first", title = "First page", onTap = function()
    pages.currentPage = 0
    showPage()
  end },
  ui.BarButtonItem { id = "hello", title = "안녕", onTap = function() say("안녕하세요!") end },
  ui.BarButtonItem { id = "close", title = "Close", style = "done", onTap = function() window:close() end },
} }

return ui.VStack { spacing = 16, margins = 16,
  row("Button", button, pressed), row("Slider", slider, volume), row("Progress", progress),
  row("Disable", switch, lamp), row("Pages", pages, page), bar, status,
}
