-- ui.waitAny goes on with the first of several events, or nil after the timeout.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
local no = ui.Button { id = "no", title = "No", frame = { x = 0, y = 16, width = 80, height = 16 } }
window:addSubview(ok)
window:addSubview(no)

ui.after(0, function()
  for _ = 1, 3 do
    local index, event = ui.waitAny { { ok, "touchUpInside" }, { no, "touchUpInside" }, timeout = 2 }
    note(index or "timeout", " ", event and event.sender.id or "", " at ", ui.now())
  end
end)
window:show()
