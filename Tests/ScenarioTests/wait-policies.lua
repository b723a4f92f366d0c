-- While an earlier run waits, the event is dropped, queued, restarts it, or runs beside it.
local note = require "note"
local window = ui.Window { title = "scene" }
local ok = ui.Button { id = "ok", title = "OK", frame = { x = 0, y = 0, width = 80, height = 16 } }
window:addSubview(ok)

for _, policy in ipairs { "parallel", "drop", "queue", "restart" } do
  local runs = 0
  ok:on("touchUpInside", function()
    runs = runs + 1
    local run = runs
    note(policy, " ", run, " begins")
    ui.sleep(1)
    note(policy, " ", run, " ends")
  end, { whileWaiting = policy })
end
window:show()
