-- Timers run at their deadlines, the earlier one first.
local note = require "note"
local window = ui.Window { title = "scene" }
window:addSubview(ui.Label { text = "x" })
ui.after(2, function() note("two at ", ui.now()) end)
ui.after(1, function() note("one at ", ui.now()) end)
local count = 0
local token
token = ui.every(0.5, function()
  count = count + 1
  note("every ", count)
  if count == 3 then token:remove() end
end)
window:show()
