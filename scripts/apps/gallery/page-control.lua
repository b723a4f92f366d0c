-- Page controls: a click on either half of the dots moves one page.
local gallery = ...
local row = gallery.row

local poems = { "Spring: the cherry tree", "Summer: the long light", "Autumn: 단풍", "Winter: first snow" }
local text, number = ui.Label { id = "season" }, ui.Label { id = "number" }
local pages = ui.PageControl { id = "seasons", numberOfPages = #poems }
local function show()
  text.text, number.text = poems[pages.currentPage + 1], string.format("page %d of %d", pages.currentPage + 1, pages.numberOfPages)
end
pages:on("valueChanged", show)
show()

local less = ui.Stepper { id = "count", value = 4, minimumValue = 1, maximumValue = #poems }
less:on("valueChanged", function()
  pages.numberOfPages = less.value
  show()
end)
local hides = ui.Switch { id = "hides" }
hides:on("valueChanged", function() pages.hidesForSinglePage = hides.isOn end)

return ui.VStack { spacing = 16, margins = 16,
  row("Season", text), row("Pages", pages, number), row("How many", less, ui.Spacer()),
  row("Hidden", hides, ui.Label { text = "if there is one page only" }), ui.Spacer(),
}
