-- §6 A tap does not prevent a tap with more taps: without requireToFail, both run.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

for _, taps in ipairs { 1, 2 } do
  local tap = ui.TapGesture { taps = taps }
  view:addGesture(tap)
  tap:on("recognized", function() note("tap of ", taps, " at ", ui.now()) end)
end
window:show()
