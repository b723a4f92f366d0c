-- A text view: lines that wrap and scroll; a second one shows what the first has, and is read only.
local gallery = ...

local text = ui.TextView { id = "text", text = "Write here.\nLong lines wrap at words, 한국어 and 👍🏽, too." }
local copy = ui.TextView { id = "copy", isEditable = false, text = text.text }
local count = ui.Label { id = "words" }

local function update()
  local _, words = text.text:gsub("%S+", "")
  count.text = string.format("%d words in %d lines", words, select(2, text.text:gsub("\n", "")) + 1)
  copy.text = text.text
end
text:on("editingChanged", update)
update()

local stamp = ui.Button { id = "stamp", title = "Insert the time" }
stamp:on("touchUpInside", function() text:insertText(string.format("%.1f s ", ui.now())) end)

text.frame, copy.frame = { x = 16, y = 32, width = 216, height = 160 }, { x = 248, y = 32, width = 216, height = 160 }
return ui.View {
  ui.Label { text = "Edit", frame = { x = 16, y = 16, width = 200, height = 16 } },
  ui.Label { text = "Read only", frame = { x = 248, y = 16, width = 200, height = 16 } },
  text, copy,
  ui.HStack { spacing = 16, frame = { x = 16, y = 208, width = 448, height = 16 }, stamp, count },
}
