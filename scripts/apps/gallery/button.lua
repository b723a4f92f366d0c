-- A button: every event it sends, in order.
local gallery = ...
local row = gallery.row
local button = ui.Button { id = "press", title = "Press me" }
local log = ui.Label { id = "log", text = "Press, drag off, drag back, let go.", numberOfLines = 3 }

local sent = {}
button:on("allTouchEvents", function(_, event)
  if event.type == "touchDown" then sent = {} end
  if sent[#sent] ~= event.type then sent[#sent + 1] = event.type end
  log.text = table.concat(sent, ", ")
end)

local flags = ui.Label { id = "flags", text = "nothing" }
button:on({ "allTouchEvents", "primaryActionTriggered" }, function()
  local on = {}
  for _, flag in ipairs { "isTracking", "isTouchInside", "isHighlighted" } do
    if button[flag] then on[#on + 1] = flag end
  end
  flags.text = #on > 0 and table.concat(on, ", ") or "nothing"
end)

local count, times = 0, ui.Label { id = "times", text = "0 times" }
button:on("primaryActionTriggered", function()
  count = count + 1
  times.text = count .. (count == 1 and " time" or " times")
end)

local star = ui.Button { id = "star", title = "Favourite", image = "star" }
local chosen = ui.Label { id = "chosen", text = "not selected" }
star:on("touchUpInside", function()
  star.isSelected = not star.isSelected
  chosen.text = star.isSelected and "selected" or "not selected"
end)

return ui.VStack { spacing = 16, margins = 16,
  row("Button", button, times), row("Selected", star, chosen),
  row("Disabled", ui.Button { id = "off", title = "Nothing happens", isEnabled = false }, ui.Spacer()),
  row("Is now", flags), row("Sent", log), ui.Spacer(),
}
