-- §6 A hover begins when the pointer enters a view, changes with its moves, and ends when it leaves; pressing does not end it.
local note = require "note"
local window = ui.Window { title = "scene" }
local inner = ui.View { id = "inner", frame = { x = 160, y = 80, width = 80, height = 48 } }
local view = ui.View { id = "view", frame = { x = 80, y = 80, width = 320, height = 160 }, inner }
window:addSubview(view)

local function follow(name, target)
  local hover = ui.HoverGesture { name = name }
  target:addGesture(hover)
  hover:on({ "began", "changed", "ended", "cancelled" }, function(_, event)
    local place = hover:location()
    note(string.format("%s %s at %g,%g", name, event.type, place.x, place.y))
  end)
end
follow("outer", view)
follow("inner", inner)
view:onTap(function() note "tapped" end)
window:show()
ui.after(2, function() inner.isHidden = true end)
