-- A stopwatch on timers, with a handler that waits.
local window = ui.Window { title = "Stopwatch", width = 400, height = 144 }
local display = ui.Label { id = "time", text = "0:00.0" }
local start = ui.Button { id = "start", title = "Start" }
local lap = ui.Button { id = "lap", title = "Lap", isEnabled = false }
local stop = ui.Button { id = "stop", title = "Stop", isEnabled = false }
local reset = ui.Button { id = "reset", title = "Reset" }
local laps = { ui.Label { id = "lap1" }, ui.Label { id = "lap2" }, ui.Label { id = "lap3" } }

local elapsed = 0
local function clock(seconds)
  local tenths = math.floor(seconds * 10 + 0.5)
  return string.format("%d:%02d.%d", tenths // 600, tenths // 10 % 60, tenths % 10)
end

local function setRunning(isRunning)
  start.isEnabled, reset.isEnabled = not isRunning, not isRunning
  lap.isEnabled, stop.isEnabled = isRunning, isRunning
end

-- Runs from Start to Stop, and waits in between: no state to keep, and nothing to clean up later.
start:on("touchUpInside", function()
  local began, running = ui.now() - elapsed, ui.group()
  local ticker = ui.every(0.1, function() display.text = clock(ui.now() - began) end)
  lap:on("touchUpInside", function()
    laps[3].text, laps[2].text = laps[2].text, laps[1].text
    laps[1].text = "Lap  " .. clock(ui.now() - began)
  end, { group = running })
  setRunning(true)
  stop:wait("touchUpInside")
  elapsed = ui.now() - began
  display.text = clock(elapsed)
  ticker:remove()
  running:remove()
  setRunning(false)
end)

reset:on("touchUpInside", function()
  elapsed = 0
  display.text = clock(0)
  for _, label in ipairs(laps) do label.text = "" end
end)

window:addSubview(ui.VStack { spacing = 16, margins = 16,
  display,
  ui.HStack { spacing = 8, start, lap, stop, reset },
  ui.VStack { laps[1], laps[2], laps[3] },
})
window:show()
