-- A form: text with questions, choices, a list to scroll. Return saves, Escape leaves.
local window = ui.Window { title = "Sign up", width = 520, height = 320 }
local status = ui.Label { id = "status", text = "Return saves, Escape leaves." }
local function say(...) status.text = string.format(...) end

-- One line: a name, and the control.
local function row(name, control, more)
  return ui.HStack { spacing = 8, ui.Label { text = string.format("%-9s", name) }, control, more }
end

local count = ui.Label { id = "count", text = " 0/20" }
local name = ui.TextField { id = "name", placeholder = "at most 20 letters", clearButtonMode = "whileEditing" }
name.shouldChange = function(field, range, text)
  local length = utf8.len(field.text) - range.length + utf8.len(text)
  if length > 20 then say("A name has at most 20 letters.") end
  return length <= 20
end
name:on("editingChanged", function() count.text = string.format("%2d/20", utf8.len(name.text)) end)

local secret = ui.TextField { id = "secret", placeholder = "8 letters or more", isSecureTextEntry = true }
secret:on("editingDidEnd", function()
  local length = utf8.len(secret.text)
  secret.backgroundColor = length > 0 and length < 8 and "red" or nil
end)

local people = ui.Label { id = "people", text = " 2" }
local stepper = ui.Stepper { id = "stepper", value = 2, minimumValue = 1, maximumValue = 9 }
stepper:on("valueChanged", function() people.text = string.format("%2.0f", stepper.value) end)

local plans = { "Free", "Team", "모두" }
local plan = ui.SegmentedControl { id = "plan", items = plans, selectedSegmentIndex = 0 }
local notes = ui.TextView { id = "notes", text = "Notes wrap, scroll and take 한국어 👍🏽." }

local column = ui.VStack { id = "column" }
local list = ui.ScrollView { id = "list", backgroundColor = "secondaryBackground", column }

local function save()
  if name.text == "" then
    say("Who is it? A name is missing.")
    return name:becomeFirstResponder()
  end
  local line = string.format("%s, %s, for %.0f", name.text, plans[plan.selectedSegmentIndex + 1], stepper.value)
  column:insertSubview(ui.Label { text = line }, 1)
  say("Saved %s.", name.text)
  name.text, count.text = "", " 0/20"
end

local ok, leave = ui.Button { id = "save", title = "Save" }, ui.Button { id = "leave", title = "Leave" }
ok:on("touchUpInside", save)
leave:on("touchUpInside", function() window:close() end)
window:onKey("ctrl-s", save)
window.defaultButton, window.cancelButton = ok, leave

window:addSubview(ui.VStack { spacing = 16, margins = 16,
  row("Name", name, count), row("Password", secret), row("People", ui.HStack { spacing = 8, stepper, people }, plan),
  ui.HStack { spacing = 16, distribution = "fillEqually", notes, list }, ui.HStack { spacing = 8, ok, leave, status },
})
window:show()
name:becomeFirstResponder()
