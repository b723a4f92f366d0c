-- §6 Gestures that require each other to fail are an error at the call, naming the cycle.
local note = require "note"
local window = ui.Window { title = "scene" }
local names, gestures = { "a", "b", "c" }, {}
for i, name in ipairs(names) do gestures[i] = ui.TapGesture { name = name } end
gestures[1]:requireToFail(gestures[2])
gestures[2]:requireToFail(gestures[3])
note(select(2, pcall(gestures[3].requireToFail, gestures[3], gestures[1])))
window:show()
