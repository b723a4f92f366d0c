-- §7 A bar item runs its closure and any further handlers; the sender is the item.
local note = require "note"
local window = ui.Window { title = "scene" }
local item = ui.BarButtonItem { id = "save", title = "저장", onTap = function(sender) note("onTap of ", sender.title) end }
item:on("primaryActionTriggered", function(sender, event) note("further: ", event.type, " ", sender == item) end)
window:addSubview(ui.Toolbar { items = { item }, frame = { x = 0, y = 0, width = 200, height = 16 } })
window:show()
