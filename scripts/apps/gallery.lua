-- A tour of the controls and gestures, a page for each, in the folder gallery. Ctrl-N and Ctrl-P turn pages.
local titles = {
  "Overview", "Button", "Slider", "Switch", "Page control", "Toolbar", "Stepper", "Segments", "Text field",
  "Text view", "Scroll view", "Image and label", "Tap", "Long press", "Pan", "Swipe", "Pinch", "Hover",
}
local window = ui.Window { title = "Gallery", width = 480, height = 272 }

-- What every page is given.
local gallery = { window = window }

-- One line: a name, the control, and what it is set to.
function gallery.row(name, ...)
  return ui.HStack { spacing = 16, ui.Label { text = string.format("%-8s", name), font = { monospaced = true } }, ... }
end

-- A field for gestures, with what happens in it.
function gallery.field(id, ...)
  return ui.View { id = id, backgroundColor = "separator", frame = { x = 16, y = 64, width = 448, height = 160 }, ... }
end

-- Text at the top of a page, above a field.
function gallery.lines(...)
  return ui.VStack { frame = { x = 16, y = 16, width = 448, height = 48 }, ... }
end

local folder = (arg[0]:match("^.*/") or "") .. "gallery/"
local pages, shown = {}, nil

-- Loads a page when it is first wanted.
local function load(index)
  local file = folder .. titles[index]:lower():gsub(" ", "-") .. ".lua"
  local page = assert(loadfile(file))(gallery)
  page.frame = { width = 480, height = 240 }
  return page
end

local back = ui.Button { id = "back", title = "Back" }
local forth = ui.Button { id = "next", title = "Next" }
local tour = ui.PageControl { id = "tour", numberOfPages = #titles }
local function show(index)
  tour.currentPage = index - 1
  back.isEnabled, forth.isEnabled = index > 1, index < #titles
  if shown then shown:removeFromSuperview() end
  pages[index] = pages[index] or load(index)
  shown = pages[index]
  window:insertSubview(shown, 1)
  window.title = index == 1 and "Gallery" or "Gallery: " .. titles[index]
end
local function move(by) show(math.max(1, math.min(#titles, tour.currentPage + 1 + by))) end

tour:on("valueChanged", function() move(0) end)
back:on("touchUpInside", function() move(-1) end)
forth:on("touchUpInside", function() move(1) end)
window:onKey("ctrl-p", function() move(-1) end)
window:onKey("ctrl-n", function() move(1) end)
window:addSubview(ui.HStack { spacing = 16, frame = { x = 16, y = 240, width = 448, height = 16 }, back, tour, forth })
show(1)
window:show()
