-- A toolbar: items with titles and pictures, and free room between them.
local gallery = ...
local row = gallery.row

local said, count = ui.Label { id = "said", text = "nothing yet" }, 0
local function say(item)
  count = count + 1
  said.text = string.format("%s, press %d", item.id, count)
end
local save = ui.BarButtonItem { id = "save", title = "Save", style = "done", isEnabled = false, onTap = say }
local edit = ui.BarButtonItem { id = "edit", title = "Edit", onTap = say }
local undo = ui.BarButtonItem { id = "undo", image = "reset", accessibilityLabel = "Undo", onTap = say }

local switch = ui.Switch { id = "mayUndo", isOn = true }
switch:on("valueChanged", function() undo.isEnabled = switch.isOn end)
edit:on("primaryActionTriggered", function() save.isEnabled = true end)
save:on("primaryActionTriggered", function() save.isEnabled = false end)

return ui.VStack { spacing = 16, margins = 16,
  ui.Toolbar { id = "tools", items = { edit, undo, ui.FlexibleSpace(), save } },
  row("Pressed", said), row("Undo", switch, ui.Label { text = "lets it be pressed" }),
  ui.Label { text = "Save can be pressed once after each Edit." }, ui.Spacer(),
}
