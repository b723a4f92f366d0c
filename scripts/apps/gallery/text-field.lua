-- Text fields: what is typed, what is hidden, and what is refused.
local gallery = ...
local row = gallery.row

local status = ui.Label { id = "typed", text = "Tab goes from field to field, Return ends editing." }
local name = ui.TextField { id = "name", placeholder = "any letters; 한국어, too", clearButtonMode = "whileEditing" }
local length = ui.Label { id = "length", text = " 0 letters" }
name:on("editingChanged", function() length.text = string.format("%2d letters", utf8.len(name.text)) end)

local secret = ui.TextField { id = "secret", placeholder = "shown as dots", isSecureTextEntry = true }
local number = ui.TextField { id = "number", placeholder = "digits only", textAlignment = "right" }
number.shouldChange = function(_, _, text)
  local fits = not text:find("%D")
  if not fits then status.text = "Refused: " .. text end
  return fits
end

for _, field in ipairs { name, secret, number } do
  field:on({ "editingDidBegin", "editingDidEnd", "editingDidEndOnExit" }, function(_, event)
    status.text = string.format("%s sent %s.", field.id, event.type)
  end)
end

return ui.VStack { spacing = 16, margins = 16,
  row("Name", name, length), row("Secret", secret), row("Number", number), status,
  ui.Label { text = "Ctrl-arrows move by words, Shift selects, Ctrl-C, -X and -V edit.", numberOfLines = 2 }, ui.Spacer(),
}
