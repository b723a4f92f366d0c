-- ui.waitAll goes on with all events, in the order of the list; after the timeout with those that came.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
local no = ui.Button { id = "no", title = "No", frame = { x = 0, y = 16, width = 80, height = 16 } }
window:addSubview(ok)
window:addSubview(no)

ui.after(0, function()
  local list = { { ok, "touchUpInside" }, { no, "touchUpInside" }, timeout = 2 }
  local events = ui.waitAll(list)
  note(events[1].sender.id, " at ", events[1].time, ", ", events[2].sender.id, " at ", events[2].time)
  local all, some = ui.waitAll(list)
  note(all or "timeout", ": ", some[1] and "ok", " ", some[2] and "no", " at ", ui.now())
end)
window:show()
