-- §7 A tap on a half turns one page; valueChanged only when the page changed.
local note = require "note"
local window = ui.Window { title = "scene" }
local pages = ui.PageControl { id = "pages", numberOfPages = 2, frame = { x = 0, y = 0, width = 32, height = 16 } }
window:addSubview(pages)
pages:on("valueChanged", function() note("page ", pages.currentPage) end)
window:show()
