-- Swipes in four directions: quick, straight, and at least 50 points long.
local gallery = ...

local told = ui.Label { id = "swipes", text = "Swipe through the field in any direction." }
local arrow = ui.ImageView { id = "arrow", image = "circle", frame = { x = 216, y = 64, width = 16, height = 16 } }
local field = gallery.field("swipeField", arrow)

local counts = {}
for _, direction in ipairs { "left", "right", "up", "down" } do
  counts[direction] = 0
  local swipe = ui.SwipeGesture { direction = direction }
  field:addGesture(swipe)
  swipe:on("recognized", function()
    counts[direction] = counts[direction] + 1
    arrow.image = direction
    told.text = string.format("%d left, %d right, %d up, %d down", counts.left, counts.right, counts.up, counts.down)
  end)
end

return ui.View { gallery.lines(told, ui.Label { text = "Half a second at most, no more than 20° off." }, ui.Spacer()), field }
