-- Keys: text being edited, then the nearest command, then the responders, then the default and the cancel button.
local note = require "note"
local window = ui.Window { title = "scene" }
local field = ui.TextField { id = "field", frame = { x = 0, y = 0, width = 160, height = 16 } }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 32, width = 64, height = 16 } }
local no = ui.Button { id = "no", title = "No", frame = { x = 80, y = 32, width = 64, height = 16 } }
for _, view in ipairs { field, ok, no } do window:addSubview(view) end
for _, button in ipairs { ok, no } do button:on("touchUpInside", function() note(button.id) end) end
window:onKey("a", function() note("command a") end)
window:onKey("ctrl-s", function() note("command ctrl-s ", field.text) end)
window.defaultButton, window.cancelButton = ok, no
window:show()
field:becomeFirstResponder()
