-- §3.1 A send from code is not kept from a disabled control; user input is.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

ok.isEnabled = false
ok:on("touchUpInside", function(_, event) note("touch: ", event.touch) end)
ui.after(1, function() ok:sendActions("touchUpInside") end)
window:show()
