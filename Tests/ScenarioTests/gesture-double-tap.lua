-- §6 A single tap that requires the double tap to fail waits for it; both never run.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

local once, twice = ui.TapGesture { name = "once" }, ui.TapGesture { name = "twice", taps = 2 }
once:requireToFail(twice)
for _, tap in ipairs { once, twice } do
  view:addGesture(tap)
  tap:on("recognized", function() note(tap.name, " at ", ui.now()) end)
end
window:show()
