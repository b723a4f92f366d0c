-- What goes on because of a timer is traced with the place where that was set.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

ok:on("touchUpInside", function()
  local once = ui.after(1, function() note("once at ", ui.now()) end)
  local index, event = ui.waitAny { { once }, { ok, "touchDown" } }
  note(index, " ", event.type, " at ", event.time)
  local beat = ui.every(0.5, function() end)
  ui.waitAll { { beat }, { ok, "touchDown" } }
  note("all at ", ui.now())
  beat:remove()
end)
window:show()
