-- §2.7 Removing a group removes what was registered through it; an ended group registers nothing.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

local group = ui.group()
ok:on("touchUpInside", function() note("grouped") group:remove() end, { group = group })
ok:on("touchUpInside", function() note("grouped, too") end, { group = group })
ok:on("touchUpInside", function()
  note("free, ", group.count, " in the group")
  local token = ok:on("touchUpInside", function() note("never") end, { group = group })
  note("alive: ", token.isAlive)
end)
window:show()
