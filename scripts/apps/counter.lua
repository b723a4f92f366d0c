-- The smallest useful app: a button that counts.
local window = ui.Window { title = "Counter", width = 320, height = 112 }
local label = ui.Label { id = "count", text = "0" }
local button = ui.Button { id = "ok", title = "Tap" }
local reset = ui.Button { id = "reset", title = "Reset", isEnabled = false }

local count = 0
local function show(n)
  count = n
  label.text = tostring(n)
  reset.isEnabled = n > 0
end

button:on("touchUpInside", function() show(count + 1) end)
reset:on("touchUpInside", function() show(0) end)
-- In a terminal it does so by itself.
window:onKey("ctrl-c", function() ui.quit() end)

window:addSubview(ui.VStack { spacing = 16, margins = 16,
  ui.HStack { spacing = 8, ui.Label { text = "Count" }, label },
  ui.HStack { spacing = 16, button, reset },
  ui.Label { text = "Ctrl-C quits", textColor = "secondaryLabel" },
})
window:show()
