-- §6 A script answers for the delegate: whether a touch counts, whether the gesture begins; an error leaves the default.
local note = require "note"
local window = ui.Window { title = "scene" }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 } }
window:addSubview(view)

local pan = ui.PanGesture {
  shouldReceive = function(_, touch)
    note("receive at ", touch.x)
    return touch.x < 300
  end,
  shouldBegin = function(g)
    local moved = g:translation()
    note(string.format("begin after %g,%g", moved.x, moved.y))
    if moved.y < 0 then error "up" end
    return moved.x > moved.y
  end,
}
pan:on({ "began", "ended" }, function(_, event) note(event.type) end)
view:addGesture(pan)
window:show()
