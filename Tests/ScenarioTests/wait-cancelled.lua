-- Removing a handler's token cancels its waiting run; its to-be-closed variables are closed.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

local token = ok:on("touchUpInside", function()
  local _ <close> = setmetatable({}, { __close = function() note("closed") end })
  ui.sleep(10)
  note("never")
end)
ui.after(1, function() token:remove() note("removed") end)
window:show()
