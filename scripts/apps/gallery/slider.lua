-- Sliders: one that tells every move, and one that tells the last only.
local gallery = ...
local row = gallery.row

local function line(name, slider)
  local value, changes = ui.Label { text = string.format("%5.1f, sent  0", slider.value) }, 0
  value.id = slider.id .. "Value"
  slider:on("valueChanged", function()
    changes = changes + 1
    value.text = string.format("%5.1f, sent %2d", slider.value, changes)
  end)
  return row(name, slider, value)
end

local live = ui.Slider { id = "live", value = 20, minimumValue = 0, maximumValue = 100 }
local late = ui.Slider { id = "late", value = 20, minimumValue = 0, maximumValue = 100, isContinuous = false }
local range = ui.Slider { id = "range", value = 0, minimumValue = -1, maximumValue = 1 }
local lock = ui.Switch { id = "lock" }
lock:on("valueChanged", function() live.isEnabled = not lock.isOn end)

return ui.VStack { spacing = 16, margins = 16,
  line("Always", live), line("At end", late), line("-1 to 1", range),
  row("Lock", lock, ui.Label { text = "disables the first slider" }),
  ui.Label { text = "Drag a knob, or use Tab and the arrow keys." }, ui.Spacer(),
}
