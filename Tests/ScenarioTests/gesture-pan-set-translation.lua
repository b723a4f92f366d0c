-- §6 A pan's translation can be set; further moves count from it.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

local pan, x = ui.PanGesture(), 0
pan:on({ "began", "changed", "ended" }, function()
  x = x + pan:translation().x
  pan:setTranslation { x = 0, y = 0 }
  note(pan.state, ": ", x)
end)
view:addGesture(pan)
window:show()
