-- §5 The last subview wins; a hidden one does not count.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

local front = ui.Button { id = "front", title = "front", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(front)
for _, button in ipairs { ok, front } do button:on("touchUpInside", function() note(button.id) end) end
ui.after(1, function() front.isHidden = true end)
window:show()
