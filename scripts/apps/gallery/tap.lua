-- Taps: one waits until it cannot become two; two fingers count for themselves.
local gallery = ...

local counts = { single = 0, double = 0, ["two-finger"] = 0 }
local told = ui.Label { id = "taps", text = "Tap in the field: once, or twice in a row." }
local mark = ui.Label { id = "mark", text = "●", isHidden = true }
local field = gallery.field("tapField", mark)

local gestures = {
  double = ui.TapGesture { taps = 2 }, single = ui.TapGesture {}, ["two-finger"] = ui.TapGesture { numberOfTouchesRequired = 2 },
}
gestures.single:requireToFail(gestures.double)
for name, tap in pairs(gestures) do
  field:addGesture(tap)
  tap:on("recognized", function()
    counts[name] = counts[name] + 1
    told.text = string.format("%d single, %d double, %d two-finger", counts.single, counts.double, counts["two-finger"])
    local place = tap:location()
    mark.isHidden, mark.frame = false, { x = place.x // 8 * 8, y = place.y // 16 * 16, width = 16, height = 16 }
  end)
end

return ui.View { gallery.lines(told, ui.Label { text = "A single tap waits 0.35 s for a second one." }, ui.Spacer()), field }
