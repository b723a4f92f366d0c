-- §7 SegmentedControl: the segment under the lifted touch is chosen; choosing it again sends nothing.
local note = require "note"
local window = ui.Window { title = "scene" }
local control = ui.SegmentedControl { id = "control", items = { "A", "B", "C" }, frame = { x = 0, y = 0, width = 104, height = 16 } }
window:addSubview(control)
control:on({ "touchDown", "valueChanged", "touchUpInside" }, function(_, event) note(event.type, " ", control.selectedSegmentIndex) end)
window:show()
