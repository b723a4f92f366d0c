-- A pan moves a card; it begins after 10 points.
local gallery = ...

local told = ui.Label { id = "panState", text = "Drag the card." }
local card = ui.View { id = "card", backgroundColor = "tint", frame = { x = 176, y = 48, width = 96, height = 48 },
  ui.Label { text = "drag me", frame = { x = 16, y = 16, width = 64, height = 16 } },
}
local field = gallery.field("panField", card)

local pan, start = ui.PanGesture(), nil
card:addGesture(pan)
pan:on({ "began", "changed", "ended", "cancelled" }, function()
  if pan.state == "began" then start = card.frame end
  local moved, speed = pan:translation(), pan:velocity()
  told.text = string.format("%s: moved %.0f, %.0f at %.0f, %.0f points a second", pan.state, moved.x, moved.y, speed.x, speed.y)
  local stays = pan.state ~= "cancelled"
  card.frame = {
    x = math.max(0, math.min(352, start.x + (stays and moved.x or 0))),
    y = math.max(0, math.min(112, start.y + (stays and moved.y or 0))), width = 96, height = 48,
  }
end)

local edge, edges = ui.EdgePanGesture { edges = "left" }, 0
local edgeTold = ui.Label { id = "edgeState", text = "An edge pan begins at the left edge of the window." }
edge:on("began", function()
  edges = edges + 1
  edgeTold.text = string.format("An edge pan began at the left edge: %d so far.", edges)
end)

local page = ui.View { gallery.lines(told, edgeTold, ui.Spacer()), field }
page:addGesture(edge)
return page
