-- Pictures and text: symbols, alignment, colours, lines.
local gallery = ...
local row = gallery.row

local symbols = ui.HStack { spacing = 16 }
for _, name in ipairs { "check", "cross", "star", "heart", "circle", "square", "play", "reset", "menu" } do
  symbols:addSubview(ui.ImageView { image = name, tintColor = name == "heart" and "red" or nil })
end
symbols:addSubview(ui.Spacer())

local sample = ui.Label { id = "sample", text = "The quick brown fox 다람쥐", backgroundColor = "separator" }
local sides = { "left", "center", "right" }
local align = ui.SegmentedControl { id = "align", items = sides, selectedSegmentIndex = 0 }
align:on("valueChanged", function() sample.textAlignment = sides[align.selectedSegmentIndex + 1] end)

local colors = { "label", "red", "green", "blue" }
local color = ui.SegmentedControl { id = "color", items = colors, selectedSegmentIndex = 0 }
color:on("valueChanged", function() sample.textColor = colors[color.selectedSegmentIndex + 1] end)

local bold = ui.Switch { id = "bold" }
bold:on("valueChanged", function() sample.font = { weight = bold.isOn and "bold" or "regular" } end)

return ui.VStack { spacing = 16, margins = 16,
  row("Symbols", symbols), row("Label", sample), row("Align", align, ui.Spacer()), row("Colour", color, ui.Spacer()),
  row("Bold", bold, ui.Spacer()), ui.Spacer(),
}
