-- Segmented controls: a choice, segments that act as buttons, and segments that come and go.
local gallery = ...
local row = gallery.row

local sizes, chosen = { "Small", "Medium", "크게" }, ui.Label { id = "chosen", text = "Medium" }
local size = ui.SegmentedControl { id = "size", items = sizes, selectedSegmentIndex = 1 }
size:on("valueChanged", function() chosen.text = sizes[size.selectedSegmentIndex + 1] end)

local moves, acted = { "left", "stop", "play", "right" }, ui.Label { id = "acted", text = "nothing yet" }
local player = ui.SegmentedControl { id = "player", isMomentary = true, items = { "", "", "", "" } }
for i, name in ipairs(moves) do player:setImage(name, i - 1) end
player:on("valueChanged", function() acted.text = moves[player.selectedSegmentIndex + 1] end)

local tabs = ui.SegmentedControl { id = "tabs", items = { "One", "Two" }, selectedSegmentIndex = 0 }
local add, less = ui.Button { id = "add", title = "Add" }, ui.Button { id = "less", title = "Remove" }
local function settle() add.isEnabled, less.isEnabled = tabs.numberOfSegments < 4, tabs.numberOfSegments > 1 end
add:on("touchUpInside", function()
  tabs:insertSegment("New", tabs.numberOfSegments)
  settle()
end)
less:on("touchUpInside", function()
  tabs:removeSegment(tabs.numberOfSegments - 1)
  settle()
end)

local lock = ui.Switch { id = "lock" }
lock:on("valueChanged", function() size:setEnabled(not lock.isOn, 2) end)

return ui.VStack { spacing = 16, margins = 16,
  row("Size", size, chosen), row("Lock", lock, ui.Label { text = "the largest size" }), row("Player", player, acted),
  row("Tabs", tabs, ui.Spacer()), row("", add, less, ui.Spacer()), ui.Spacer(),
}
