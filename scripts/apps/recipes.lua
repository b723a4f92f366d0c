-- Five small recipes for event handlers, in one app.
local window = ui.Window { title = "Recipes", width = 560, height = 208 }
local log = ui.Label { id = "log", text = "Each line below is one recipe." }
local function say(text) log.text = text end
local function recipe(number, text, ...)
  return ui.HStack { spacing = 16, ui.Label { text = string.format("%d  %-30s", number, text) }, ... }
end

-- 1. Closures on any control: several for one event, and other events do not run them.
local add, taps = ui.Button { id = "add", title = "Add" }, 0
add:on("touchUpInside", function() taps = taps + 1 end)
add:on("touchUpInside", function() say("1: added " .. taps) end)
add:on("touchDragExit", function() say("1: let go here, and nothing is added") end)

-- 2. Bar items with a closure, made from a title or from an image.
local bar = ui.Toolbar { id = "bar", items = {
  ui.BarButtonItem { id = "confirm", title = "확인", onTap = function() say("2: 확인") end },
  ui.BarButtonItem { id = "check", image = ui.Image "check", onTap = function() say("2: check") end },
} }

-- 3. A token switches its handler off after 5 seconds and on again after 10.
local timed = ui.Button { id = "timed", title = "Timed" }
local token = timed:on("touchUpInside", function() say("3: handled") end)
ui.after(5, function()
  token:disable()
  say("3: the handler rests for 5 seconds")
end)
ui.after(10, function()
  token:enable()
  say("3: the handler is back")
end)

-- 4. One line makes any view answer to taps and long presses.
local view = ui.Label { id = "view", text = "[ tap or hold this label ]" }
view:onTap(function() say("4: tapped") end)
view:onLongPress(function() say("4: held for half a second") end)

-- 5. Target and action. A method that is missing is reported, and the others still run.
local document = { saves = 0 }
function document:save()
  self.saves = self.saves + 1
  say("5: saved " .. self.saves)
end
local save = ui.Button { id = "save", title = "Save" }
save:addTarget(document, "print", "touchUpInside")
save:addTarget(document, "save", "touchUpInside")

window:addSubview(ui.VStack { spacing = 16, margins = 16,
  recipe(1, "Several closures for one event", add), recipe(2, "Bar items with a closure", bar),
  recipe(3, "A token rests from 5 s to 10 s", timed), recipe(4, "Gestures in one line", view),
  recipe(5, "Target and action", save), log,
})
window:show()
