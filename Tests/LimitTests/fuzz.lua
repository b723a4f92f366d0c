-- Compares the functions that stop at the deadline with those of Lua itself, by random calls.
-- Arguments: a seed, and how many calls. `original` are Lua's own libraries.
local original = original
local seed, count = tonumber(arg[1]) or 1, tonumber(arg[2]) or 20000
math.randomseed(seed)
local random, pack, unpack = math.random, original.table.pack, original.table.unpack
local format, rep, char = original.string.format, original.string.rep, original.string.char
local concat = original.table.concat

local function pick(list) return list[random(#list)] end
local function show(value)
  if type(value) == "string" then return format("%q", value) end
  if type(value) ~= "table" then return tostring(value) end
  local parts = {}
  for key, item in pairs(value) do parts[#parts + 1] = tostring(key) .. "=" .. show(item) end
  original.table.sort(parts)
  return "{" .. concat(parts, ",") .. "}"
end
local function shown(values)
  local parts = {}
  for i = 1, values.n do parts[i] = show(values[i]) end
  return concat(parts, ", ")
end

-- Subjects and patterns are made of few characters, so that they meet.
local letters = { "a", "b", "ab", "aa", "x", "1", " ", "\0", "-", "%", "(", "]", "[", "\xe9", "A", ".", "^", "$" }
local function text(most)
  local parts = {}
  for i = 1, random(0, most) do parts[i] = pick(letters) end
  return concat(parts)
end
local classes = { "%a", "%A", "%d", "%D", "%s", "%w", "%W", "%x", "%p", "%l", "%u", "%c", "%g", "%z", "%Z", "%%",
  "%.", "%]", "%-", "%\0", "%y", "%\xe9" }
local sets = { "[ab]", "[^a]", "[a-b]", "[]]", "[^]x]", "[a-]", "[-a]", "[%a1]", "[^%s]", "[%]]", "[a%-b]", "[^^]",
  "[%w_]", "[\0-a]", "[a-%%]", "[%a-z]", "[--1]", "[x-\xff]", "[b-a]", "[.]", "[$]", "[^%W]" }
local broken = { "[a", "[", "[^", "[]", "[%", "[a%]", "%", "(", ")", "%b", "%bx", "%f", "%fa", "%1", "%2", "%0", "[^]", "()", "%f[", "*", "+", "?" }
local function item()
  local kind = random(20)
  if kind <= 8 then return pick { "a", "b", "x", "1", " ", ".", "\0", "A", "^", "$", "]", "-" } end
  if kind <= 11 then return pick(classes) end
  if kind <= 14 then return pick(sets) end
  if kind == 15 then return pick { "%b()", "%bab", "%baa", "%b[]", "%b\0a" } end
  if kind == 16 then return "%f" .. pick(sets) end
  if kind == 17 then return pick { "%1", "%2", "%3" } end
  if kind == 18 then return "()" end
  if kind == 19 and random(4) == 1 then return pick(broken) end
  return pick { "a", "b", "." }
end
local function pattern(depth)
  local parts = {}
  if depth == 0 and random(6) == 1 then parts[1] = "^" end
  for _ = 1, random(0, 5) do
    local part
    if depth < 3 and random(5) == 1 then
      part = "(" .. pattern(depth + 1) .. ")"
    else
      part = item() .. pick { "", "", "", "*", "+", "-", "?" }
    end
    parts[#parts + 1] = part
  end
  if depth == 0 and random(6) == 1 then parts[#parts + 1] = "$" end
  return concat(parts)
end
local function replacement()
  local parts = {}
  for i = 1, random(0, 3) do parts[i] = pick { "%0", "%1", "%2", "%%", "x", "", "yy", "%9" } end
  if random(20) == 1 then parts[#parts + 1] = pick { "%", "%x", "%\0", "%a" } end
  return concat(parts)
end
local function position() return pick { 1, 0, -1, 2, 3, -3, 5, 8, -8, 100, -100, math.maxinteger, math.mininteger, "2", 2.0, 1.5, "x", true } end
local function maybe(value) if random(3) == 1 then return value end end
local odd = { n = 0, true, false, 12, 1.5, "7", print, {}, "ab" }
local function anything() return odd[random(9)] end

-- Each returns the library, the function and a function that makes the arguments anew, the same.
local function list_of(most, kind)
  local items = {}
  for i = 1, random(0, most) do items[i] = kind == "n" and random(10) or kind == "s" and text(2) or anything() end
  return items
end
local function copy(items) return original.table.move(items, 1, #items, 1, {}) end
local traced
local function proxy(items)
  return setmetatable({}, {
    __index = function(_, k) traced[#traced + 1] = "r" .. tostring(k) return items[k] end,
    __newindex = function(_, k, v) traced[#traced + 1] = "w" .. tostring(k) items[k] = v end,
    __len = function() return #items end,
  })
end
local function tables(name, most, kind, ...)
  local items, rest, style = list_of(most, kind), pack(...), random(4)
  return "table", name, function()
    local t = copy(items)
    if style == 1 then t = proxy(t) end
    return t, unpack(rest, 1, rest.n)
  end
end
local makers = {
  function(S, p) local init, plain = maybe(position()), maybe(pick { true, false, 1 })
    return "string", "find", function() return S, p, init, plain end end,
  function(S, p) local init = maybe(position()) return "string", "match", function() return S, p, init end end,
  function(S, p) local init = maybe(position()) return "string", "gmatch", function() return S, p, init end end,
  function(S, p)
    local r, n = replacement(), maybe(pick { 0, 1, 2, 3, -1, 100, "2", "x" })
    return "string", "gsub", function() return S, p, r, n end
  end,
  function(S, p)
    local answers = { "z", 12, false, nil, "", 1.5, pick { {}, true, "w" } }
    local r = random(2) == 1 and { a = "A", b = false, ab = 3, [1] = "one", [2] = true }
      or function(...) traced[#traced + 1] = shown(pack(...)) return answers[#traced % 7 + 1] end
    return "string", "gsub", function() return S, p, r end
  end,
  function(S) local n, gap = pick { 0, 1, 2, 3, 7, -1, 1 << 31, math.maxinteger, "2", 1.5, 64, 100 }, maybe(text(3))
    if S == "" then S = "q" end
    return "string", "rep", function() return S, n, gap end end,
  function(S) local name = pick { "lower", "upper", "reverse" } return "string", name, function() return S end end,
  function() local list = list_of(4, "n") list[#list + 1] = maybe(pick { "65", "0x41", 256, -1, 1.5, "x", rep("0", 400) .. "65", rep("y", 400), "65" .. rep(" ", 300) .. "\0" })
    return pick { "string", "utf8" }, "char", function() return unpack(list) end end,
  function(S)
    local f = concat(list_of(3, "s")):gsub("%%", "%%%%")
    for _ = 1, random(0, 3) do f = f .. pick { "%s", "%d", "%5s", "%.2s", "%-6.1s|", "%q", "%x", "%g", "%c", "%%", "%y", "%", "%a", "%5.1f", "%i" } end
    if random(3) == 1 then f = f .. rep("-", 5000) end
    local list = list_of(4) for i = 1, #list do if type(list[i]) == "table" or type(list[i]) == "function" then list[i] = pick { S, rep("7", 10), rep("0", 6000) .. "12", rep("t", 5000), rep("u\0", 3000), setmetatable({}, { __tostring = function() return "tos" end }), setmetatable({}, { __tostring = function() return 1 end }) } end end
    return "string", "format", function() return f, unpack(list) end
  end,
  function() local f = concat(list_of(3, "s")) for _ = 1, random(0, 4) do f = f .. pick { "i", "b", "s", "z", "<i3", "Xi4", "!4", "c5", "n", "x", "j", " ", "s1" } end
    local list = {} for i = 1, random(0, 4) do list[i] = pick { 1, 300, "12", "ab", text(3), 1.5, rep("0", 300) .. "7" } end
    return "string", "pack", function() return f, unpack(list) end end,
  function() return tables("concat", 5, pick { "s", "n", "s", "x" }, maybe(pick { ",", 1, {} , "" }), maybe(pick { 1, 2, -1, 9 }), maybe(pick { 3, 0, 7 })) end,
  function() local n = random(8) if n < 4 then return tables("insert", 5, "n", anything()) end
    if n == 8 then return tables("insert", 5, "n", 1, 2, 3) end return tables("insert", 5, "n", position(), 7) end,
  function() return tables("remove", 5, "n", maybe(position())) end,
  function() local t = maybe({ 9, 8 }) local a, b, c = pick { 1, 2, 0, -1, 3 }, pick { 3, 0, 5, 2, math.maxinteger }, pick { 1, 2, 4, -2, math.maxinteger }
    if b == math.maxinteger then a = pick { math.maxinteger - 2, 0, -5 } c = pick { 1, math.maxinteger } end
    if b == math.maxinteger and a == 1 then a = 0 end
    return tables("move", 5, "n", a, b, c, t) end,
  function() return tables("unpack", 5, "x", maybe(pick { 1, 2, -1, math.mininteger, math.maxinteger }), maybe(pick { 3, 0, math.maxinteger, 2, 1 << 31 })) end,
  function()
    local mode = random(6)
    local f = nil
    if mode == 2 then f = function(a, b) traced[#traced + 1] = tostring(a) .. tostring(b) return a > b end
    elseif mode == 3 then f = function(a, b) traced[#traced + 1] = tostring(a) .. tostring(b) return true end
    elseif mode == 4 then f = function(a, b) traced[#traced + 1] = tostring(a) .. tostring(b) return (tostring(a):byte() + tostring(b):byte() * 3) % 5 < 2 end
    elseif mode == 5 then f = pick { 1, "x", false } end
    return tables("sort", pick { 3, 5, 10, 30, 99, 300 }, pick { "n", "n", "s", mode == 6 and "x" or "n" }, f)
  end,
  function() local s = text(4) for _ = 1, random(0, 4) do s = s .. pick { "é", "€", "\u{10FFFF}", "\u{7FFFFFFF}", "\xC0\x80", "\xED\xA0\x80", "\xFF", "\x80", "\xE2\x82", "a" } end
    local i, j, lax = maybe(position()), maybe(position()), maybe(true)
    if random(2) == 1 then return "utf8", "len", function() return s, i, j, lax end end
    local n = pick { 0, 1, 2, -1, -2, 5, -9, math.mininteger, math.maxinteger }
    return "utf8", "offset", function() return s, n, i end end,
}

local function outcome(f, arguments)
  traced = {}
  local values = pack(arguments())
  local items = values[1]
  local results = pack(pcall(f, unpack(values, 1, values.n)))
  -- A table is shown by what it has become.
  return shown(results) .. " | " .. (type(items) == "table" and show(items) or "") .. " | " .. concat(traced, ";")
end
local function all_matches(gmatch)
  return function(...)
    local matches, next_match = {}, gmatch(...)
    for i = 1, 30 do
      local found = pack(next_match())
      matches[i] = shown(found)
      if found.n == 0 then break end
    end
    return concat(matches, "/")
  end
end
for i = 1, count do
  local subject, p = text(8), pattern(0)
  if random(12) == 1 then p = text(3) end
  if random(200) == 1 then
    p = rep(pick { "a?", ".-", "a*", "()", "(a)", ".?" }, random(10, 210))
    subject = rep(pick { "a", "ab", "(" }, 250)
  end
  if random(60) == 1 then subject = pick { 12, 1.5, nil, true } end
  if random(80) == 1 then p = pick { 1, nil, false } end
  local maker = random(3) == 1 and makers[random(5)] or pick(makers)
  local library, name, arguments = maker(subject, p)
  local expected, got = original[library][name], _G[library][name]
  if name == "gmatch" then expected, got = all_matches(expected), all_matches(got) end
  local a, b = outcome(expected, arguments), outcome(got, arguments)
  a = a:gsub("bad argument #(%d+) to '[^']*'", "bad argument #%1 to 'f'")
  b = b:gsub("bad argument #(%d+) to '[^']*'", "bad argument #%1 to 'f'")
  a = a:gsub("0x%x+", "0x")
  b = b:gsub("0x%x+", "0x")
  if a ~= b then
    error(format("seed %d, case %d: %s.%s(%s)\n  original %s\n  limited  %s", seed, i, library, name, shown(pack(arguments())), a, b))
  end
end
