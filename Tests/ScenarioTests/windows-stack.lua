-- The window in front gets all input; closing it gives the input back.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

ok:on("touchUpInside", function() note("below") end)
local dialog = ui.Window { title = "dialog" }
local close = ui.Button { id = "close", title = "Close", frame = { x = 0, y = 0, width = 80, height = 16 } }
dialog:addSubview(close)
dialog.onClose = function() note("closed") end
close:on("touchUpInside", function() dialog:close() note("after closing") end)
ui.after(0, function() dialog:show() end)
window:show()
