/// What every random program starts with: its functions have one letter, since it uses them a lot.
enum ScriptPrelude {
  static let text = #"""
    -- Nothing here may harm the machine the tests run on.
    if io then
      for _, name in ipairs { 'execute', 'exit', 'remove', 'rename', 'tmpname', 'setlocale' } do
        os[name] = nil
      end
      io, dofile, loadfile, package.loadlib, debug = nil
    end
    local pcall, type, setmetatable, rep, error = pcall, type, setmetatable, string.rep, error
    local co_create, co_yield, collect = coroutine.create, coroutine.yield, collectgarbage
    print = function() end
    -- B: objects by class. X: other values. FOUND: what is wrong. FUEL: calls until the next line.
    B, X, FOUND, FUEL, EVENT = {}, {}, nil, 200, nil
    -- How many tries there were, and how many of them did something.
    TRIES, DONE = 0, 0
    local count = 0

    function N()
      FUEL = FUEL - 1
      return FUEL < 0
    end

    -- Tries something; a refusal says why.
    function T(action)
      TRIES = TRIES + 1
      local ok, message = pcall(action)
      if ok then DONE = DONE + 1 end
      if not ok and type(message) == 'string' and #message == 0 then FOUND = 'an empty message' end
    end

    function E(value)
      if value == '' then value = nil end
      error(value, 0)
    end

    function R(...)
      for i = 1, select('#', ...) do
        local value = select(i, ...)
        if type(value) == 'table' and #value > 0 then X[#value % 8] = value[1] end
      end
    end

    -- Keeps an object, and puts every other one where input comes by.
    function K(class, object)
      count = count + 1
      local list = B[class]
      if not list then
        list = {}
        B[class] = list
      end
      list[count % 3] = object
      local root = ui.find 'root'
      if root and count % 2 == 0 then
        if not pcall(root.addGesture, root, object) then
          pcall(function()
            object.frame = { x = count * 56 % 600, y = count * 40 % 340, width = 80, height = 48 }
          end)
          pcall(root.addSubview, root, object)
        end
      end
      return object
    end

    function P(class, index)
      local list = B[class]
      local object = list and (list[index] or list[0] or list[1] or list[2])
      if object ~= nil then return object end
      local ok, made = pcall(function() return ui[class] {} end)
      if ok then return K(class, made) end
      return list
    end

    local texts = {
      '', 'a', 'name', 'valueChanged', 'touchUpInside', 'recognized', 'data', 'x', '__index', '__gc',
      '\xff\xfe', 'a\xc3', 'a\0b', '\0', '\xed\xa0\x80', '\u{10FFFF}', '\u{200D}', 'é👩‍👧‍👦가', '\u{301}',
      'a\r\nb\tc', '\u{202E}rtl', rep('x', 1000), rep('x ', 50000), rep('é', 50000), rep('\n', 3000),
      '#ff00', '1', '0x10', '1e999', 'nan', '\27Lua', '%s%n%d', rep('(', 300), 'ctrl-s', 'tab', 'refresh',
    }
    function S(index) return texts[index % #texts + 1] end

    local function spin()
      if LIMITED then
        while true do end
      end
      error 'spinning'
    end
    local function raise() error 'raised' end
    local cycle = {}
    cycle[1], cycle.x, cycle.self = cycle, cycle, cycle
    local function meta(fields) return setmetatable({}, fields) end
    local odd = {
      cycle, setmetatable(cycle, { __index = cycle }), meta { __index = raise }, meta { __newindex = raise },
      meta { __index = function(t) return t end }, meta { __len = function() return 1e15 end },
      meta { __len = function() return -1 end }, meta { __len = function() return 'x' end },
      meta { __len = raise }, meta { __call = function(self, ...) return ... end }, meta { __call = raise },
      meta { __tostring = raise }, meta { __tostring = function() return 1 end }, meta { __name = 'Button' },
      meta { __metatable = false }, meta { __eq = raise, __lt = raise, __concat = raise, __unm = raise },
      meta { __close = raise }, meta { __mode = 'k' }, meta { __pairs = raise },
      meta { __index = function() return 1 end, __len = function() return 1 << 20 end },
      meta { __index = function(_, key) return P('Button', 1) end }, meta { __index = co_yield },
      meta { __index = function() collect() end }, meta { __len = function() P('View', 1):removeFromSuperview() return 3 end,
        __index = function() return 'touchDown' end },
      meta { __index = function() B = {} collect() collect() return 5 end },
      meta { __name = 7 }, meta { __close = function() B = {} collect() end },
      { n = 1 }, { 'touchDown', 'touchUpInside' }, { 'touchDown', 7 }, { 1, 2, 3, [1e9] = 4 }, {},
      co_create(function() end), co_create(raise), co_create(co_yield), rep, raise, spin, co_yield,
      meta { __index = spin }, meta { __len = spin }, meta { __call = spin }, meta { __tostring = spin },
    }
    function W(index)
      if index >= 56 then index = index - 50 end
      if index >= #odd - 4 and index % 3 > 0 then index = index % 10 end
      local value = odd[index % #odd + 1]
      return value
    end

    local functions = {
      raise, function() error() end, function() error {} end, function() error(P('Button', 1)) end,
      function(sender) co_yield(sender) end, function() ui.sleep(0.1) end,
      function(sender) sender:wait('valueChanged') end,
      function(sender) sender:removeFromSuperview() end, function(sender) sender:off() end,
      function(sender) if not N() then sender:sendActions 'valueChanged' sender:sendActions 'touchUpInside' end end,
      function(sender) if not N() then sender:on('allEvents', F(5)) end end,
      function(_, event) event:stopImmediate() end,
      function(sender, event) X[2] = event.touch R(event.type, event.time, event:location(sender), event.sender) end,
      function() B = {} X = {} collect() collect() end, function() if not N() then ui.after(0, F(3)) end end,
      function(sender) local c <close> = meta { __close = F(8) } sender:wait('touchDown', 1) end,
      function() return true end, function() return false end, rep, ui.sleep, ui.Button, co_yield,
      coroutine.wrap(function(...) while true do co_yield(...) end end), spin,
    }
    function F(index)
      if index == #functions - 1 and FUEL % 4 > 0 then index = 3 end
      return functions[index % #functions + 1]
    end

    for _, entry in ipairs { 'Button', 'Slider', 'TextField', 'TextView', 'Switch', 'Stepper',
      'SegmentedControl', 'PageControl' } do
      K(entry, ui.find('host' .. entry))
    end
    K('Clipboard', ui.clipboard)
    """#
}
