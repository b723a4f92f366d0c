-- §5 Labels take no touches by default.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

window:addSubview(ui.Label { id = "label", text = "over", frame = { x = 0, y = 0, width = 80, height = 16 } })
ok:on("touchUpInside", function() note("through the label") end)
window:show()
