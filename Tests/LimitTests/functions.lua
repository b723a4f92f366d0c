-- What each function promises, and how it complains. Every line holds for Lua's own functions, too.
local function same(expected, ...)
  local got = table.pack(...)
  assert(got.n == #expected, "count " .. got.n)
  for i = 1, got.n do
    if got[i] ~= expected[i] then error(("result %d is %s"):format(i, tostring(got[i])), 2) end
  end
end
local function fails(message, f, ...)
  local ok, err = pcall(f, ...)
  if ok or not tostring(err):find(message, 1, true) then error(tostring(err), 2) end
end
local function is_nil(value) assert(value == nil) end

for _, library in ipairs { string, table, utf8 } do
  local own = original[library == string and "string" or library == table and "table" or "utf8"]
  for name in pairs(own) do assert(library[name] ~= nil, name) end
end
for _, name in ipairs {
  "find", "match", "gmatch", "gsub", "rep", "format", "lower", "upper", "reverse",
} do
  assert(string[name] ~= original.string[name], name)
  assert((""):len() == 0 and ("")[name] == string[name], name)
end

-- find
same({ 1, 0 }, string.find("", ""))
same({ 4, 3 }, string.find("alo", "", 4))
is_nil(string.find("alo", "", 5))
same({ 3, 3 }, string.find("alo", "o", -1))
same({ 1, 1 }, string.find("alo", "a", -100))
same({ 5, 7 }, string.find("a\0a\0a\0a\0\0ab", "a\0a", 4))
same({ 9, 11 }, string.find("a\0a\0a\0a\0\0ab", "\0ab", 2))
same({ 2, 2 }, string.find("a+b", "+", 1, true))
same({ 2, 2, 2 }, string.find("alo", "()l"))
same({ 1, 3, "12", "" }, string.find(123, "^(%d%d)(%a*)%d"))
fails("bad argument #1 to 'find' (string expected, got nil)", function() string.find(nil, "a") end)
fails("bad argument #2 to 'find' (string expected, got no value)", function() string.find("a") end)
fails("number has no integer representation", string.find, "a", "a", 1.5)

-- Malformed patterns, found when they are reached.
fails("malformed pattern (ends with '%')", string.find, "a", "%")
fails("malformed pattern (missing ']')", string.find, "a", "[a")
fails("malformed pattern (missing ']')", string.find, "a", "[]")
fails("malformed pattern (missing ']')", string.find, "a", "[^]")
fails("malformed pattern (missing ']')", string.find, "a", "[a%]")
fails("malformed pattern (missing ']')", string.find, "a", "[a%")
fails("malformed pattern (missing arguments to '%b')", string.match, "a", "%b")
fails("malformed pattern (missing arguments to '%b')", string.match, "a", "%ba")
fails("missing '[' after '%f' in pattern", string.match, "a", "%f")
fails("unfinished capture", string.find, "a", "(a")
fails("invalid pattern capture", string.find, "a", ".)")
fails("invalid capture index %1", string.find, "a", "%1")
fails("invalid capture index %1", string.find, "aa", "(%1)")
fails("invalid capture index %0", string.find, "a", "%0")
fails("too many captures", string.find, "a", ("()"):rep(33))
assert(select("#", string.find("a", ("()"):rep(32))) == 34)
fails("pattern too complex", string.match, ("a"):rep(300), (".?"):rep(300))
assert(#string.match(("a"):rep(199), (".?"):rep(199)) == 199)
fails("pattern too complex", string.match, ("a"):rep(200), (".?"):rep(200))
is_nil(string.find("a", "b%"))

-- match
same({ "alo" }, string.match("  alo  ", "%a+"))
same({ "", "alo" }, string.match("alo", "(.-)(%a+)$"))
same({ "(a(b)c)" }, string.match("x(a(b)c)d", "%b()"))
same({ "xx" }, string.match("axxb", "%bxx"))
same({ "THE" }, string.match("THE (quick) fox", "%f[%a]%a+%f[%A]"))
same({ 5 }, string.match("abc ", "%f[%z]()"))
same({ "aba", "ab" }, string.match("ababa", "^((ab)a)"))
same({ '"hi"', '"' }, string.match('say "hi"', '((["\']).-%2)'))
same({ "]-" }, string.match("a]-", "[]%-]+"))
same({ "\xe9" }, string.match("\xe9", "[\x80-\xff]"))
same({ "\0\1" }, string.match("ab\0\1\0c", "[\0-\0][\1]"))
is_nil(string.match("aaa", "^.-b"))
is_nil(string.match("ab", "b", 3))
same({ "^" }, string.match("a^", "a?(^)"))

-- gmatch
local function all(...)
  local found = {}
  for a, b in string.gmatch(...) do found[#found + 1] = b and a .. "=" .. b or a end
  return table.concat(found, "|")
end
same({ "one|two" }, all("one two", "%a+"))
same({ "a=1|b=2" }, all("a=1, b=2", "(%w+)=(%w+)"))
same({ "1|2|3|4" }, all("abc", "()"))
same({ "|bc" }, all("abc", "[bc]*"))
same({ "xuxx|uu|ppar|r" }, all("xuxx uu ppar r", "%a*%f[%A]"))
same({ "lo" }, all("alo", "%a+", 2))
same({ "o" }, all("alo", "%a+", -1))
same({ "" }, all("alo", "%a+", 10))
same({ "" }, all("aa", "^a"))

-- gsub
same({ "xelo xelo", 2 }, string.gsub("alo alo", "a", "xe"))
same({ "xxx x x", 1 }, string.gsub("alo x x", "alo", "xxx"))
same({ "-a-b-c-", 4 }, string.gsub("abc", "", "-"))
same({ "-b-", 2 }, string.gsub("aaab", "a*", "-"))
same({ "x-a", 1 }, string.gsub("a-a", "^a", "x"))
same({ "abc=xyz", 0 }, string.gsub("abc=xyz", "(%w*)=(%d+)", "%2=%1"))
same({ "xyz=abc-abc=xyz", 1 }, string.gsub("abc=xyz", "(%w*)(%p)(%w+)", "%3%2%1-%0"))
same({ "%", 1 }, string.gsub("a", "a", "%%"))
same({ "1", 1 }, string.gsub("a", "()a", "%1"))
same({ "[alo]", 1 }, string.gsub("alo", ".*", { alo = "[alo]" }))
same({ "a.b", 2 }, string.gsub("a.b", "%a", function() return nil end))
same({ "a.b", 2 }, string.gsub("a.b", "%a", function() return false end))
same({ "1.b", 1 }, string.gsub("a.b", "%a", function() return 1 end, 1))
same({ "a.b", 0 }, string.gsub("a.b", "%a", "x", 0))
same({ "a.b", 0 }, string.gsub("a.b", "%a", "x", -1))
same({ "7.7", 2 }, string.gsub("a.b", "%a", 7))
fails("invalid use of '%' in replacement string", string.gsub, "alo", ".", "%x")
fails("invalid use of '%' in replacement string", string.gsub, "alo", ".", "a%")
fails("invalid capture index %2", string.gsub, "alo", ".", "%2")
fails("invalid replacement value (a table)", string.gsub, "alo", ".", { a = {} })
fails("invalid replacement value (a boolean)", string.gsub, "alo", ".", function() return true end)
fails("bad argument #3 to 'gsub' (string/function/table expected, got no value)",
  function() string.gsub("alo", ".") end)
-- It yields across its call as little as Lua's own, and errors pass through it.
fails("attempt to yield across a C-call boundary", coroutine.wrap(function()
  string.gsub("a", "a", coroutine.yield)
end))
fails("mine", string.gsub, "a", "a", function() error("mine") end)
local function nest(s)
  return (s:gsub(".", function(c) return c == "x" and "y" or nest("x") end))
end
same({ "yyy" }, nest("abc"))
-- Iterators go on in whatever coroutine calls them.
local next_word = string.gmatch("one two", "%a+")
same({ "one" }, coroutine.wrap(next_word)())
same({ "two" }, next_word())
fails("malformed pattern", coroutine.wrap(string.gmatch("a", "[")))

-- Strings
same({ "" }, string.rep("x", 0))
same({ "" }, string.rep("x", -1, ","))
same({ "ab,ab,ab" }, string.rep("ab", 3, ","))
same({ "," }, string.rep("", 2, ","))
assert(string.rep("abc", 100001) == string.rep("abc", 100000) .. "abc")
assert(#string.rep("ab", 70001, "-") == 70001 * 3 - 1)
assert(not string.rep("ab", 70001, "-"):find("[^-ab]"))
assert(not string.rep("ab", 70001, "-"):find("ba"))
fails("resulting string too large", string.rep, "aa", 1 << 30)
fails("resulting string too large", string.rep, "a", 1 << 30, ",")
fails("resulting string too large", string.rep, "a", math.maxinteger)
fails("bad argument #2 to 'rep' (number expected, got no value)", function() string.rep("a") end)
same({ "ABC\0\xe9" }, string.upper("aBc\0\xe9"))
same({ "abc1" }, string.lower("ABC1"))
same({ "12" }, string.lower(12))
same({ "\0cba" }, string.reverse("abc\0"))
for n = 4094, 4098 do
  local long = ("ab"):rep(n):sub(1, n)
  assert(long:upper():lower() == long and long:reverse():reverse() == long)
end
same({ "A" }, string.char(("0"):rep(1000) .. "65"))
fails("bad argument #2 to 'char' (number expected, got string)",
  function() string.char(1, ("x"):rep(1000)) end)
fails("value out of range", string.char, ("0"):rep(1000) .. "256")
same({ "7 xx  |" }, string.format("%d %-4.2s|", ("0"):rep(9000) .. "7", ("x"):rep(9000)))
same({ ("x"):rep(9000) .. "%" }, string.format("%5s%%", ("x"):rep(9000)))
fails("bad argument #3 to 'format' (string contains zeros)",
  function() string.format("%d%.5s", 1, ("x\0"):rep(9000)) end)
fails("bad argument #2 to 'format' (number expected, got string)",
  function() string.format("%d", ("x"):rep(9000)) end)
fails("invalid conversion '%y' to 'format'", string.format, "%y", ("x"):rep(9000))
fails("'__tostring' must return a string", string.format, "%5s",
  setmetatable({}, { __tostring = function() return {} end }))
same({ "Name" }, string.format("%.4s", setmetatable({}, { __name = "Names" })))
same({ "\7\3abc" }, string.pack("bXi1s1", ("0"):rep(1000) .. "7", "abc"))

-- Tables
same({ "1,2,3" }, table.concat({ 1, 2, 3 }, ","))
same({ "" }, table.concat({}, ",", 1, 0))
same({ "b" }, table.concat({ "a", "b" }, ",", 2))
same({ "x" }, table.concat({ [math.maxinteger] = "x" }, ",", math.maxinteger, math.maxinteger))
same({ "x" }, table.concat({ [math.mininteger] = "x" }, ",", math.mininteger, math.mininteger))
fails("invalid value (table) at index 2 in table for 'concat'", table.concat, { 1, {} })
fails("bad argument #1 to 'concat' (table expected, got nil)", function() table.concat(nil) end)
local list = { 1, 2 }
table.insert(list, 3)
table.insert(list, 1, 0)
same({ "0,1,2,3" }, table.concat(list, ","))
fails("bad argument #2 to 'insert' (position out of bounds)",
  function() table.insert(list, 6, 1) end)
fails("wrong number of arguments to 'insert'", table.insert, list)
fails("wrong number of arguments to 'insert'", table.insert, list, 1, 2, 3)
same({ 3 }, table.remove(list))
same({ 0 }, table.remove(list, 1))
is_nil(table.remove({}))
is_nil(table.remove({}, 1))
fails("position out of bounds", table.remove, list, 9)
same({ "1,1,2" }, table.concat(table.move({ 1, 2, 3 }, 1, 2, 2), ","))
same({ "2,3,3" }, table.concat(table.move({ 1, 2, 3 }, 2, 3, 1), ","))
same({ "1,2" }, table.concat(table.move({ 1, 2 }, 1, 2, 1, {}), ","))
fails("too many elements to move", table.move, {}, 0, math.maxinteger, 2)
fails("destination wrap around", table.move, {}, 1, math.maxinteger, 2)
same({ 1, 2 }, table.unpack({ 1, 2 }))
same({ "x" }, table.unpack({ [math.maxinteger] = "x" }, math.maxinteger, math.maxinteger))
fails("too many results to unpack", table.unpack, {}, 0, math.maxinteger)
fails("too many results to unpack", table.unpack, {}, math.mininteger, math.maxinteger)
fails("object length is not an integer", table.unpack,
  setmetatable({}, { __len = function() return "x" end }))

local function sorted(items, less)
  for i = 2, #items do
    if less then assert(not less(items[i], items[i - 1])) else assert(items[i - 1] <= items[i]) end
  end
end
for _, count in ipairs { 0, 1, 2, 3, 4, 10, 101, 1000, 5000 } do
  for _, make in ipairs {
    function(i) return i end, function(i) return -i end, function(i) return i * 7919 % 1009 end,
    function() return 1 end, function(i) return i % 2 end,
  } do
    local items = {}
    for i = 1, count do items[i] = make(i) end
    table.sort(items)
    sorted(items)
    table.sort(items, function(a, b) return a > b end)
    sorted(items, function(a, b) return a > b end)
  end
end
for count = 4, 9 do
  local items = {}
  for i = 1, count do items[i] = i end
  fails("invalid order function for sorting", table.sort, items, function(a, b)
    assert(a and b)
    return true
  end)
end
fails("array too big", table.sort,
  setmetatable({}, { __len = function() return math.maxinteger end }))
fails("attempt to compare", table.sort, { 1, "x" })
fails("bad argument #2 to 'sort' (function expected, got number)",
  function() table.sort({ 1, 2 }, 3) end)

-- Characters
same({ 3 }, utf8.len("aé€"))
is_nil((utf8.len("a\x80")))
assert(select(2, utf8.len("a\x80")) == 2)
same({ 1 }, utf8.len("\u{7FFFFFFF}", 1, -1, true))
is_nil((utf8.len("\u{7FFFFFFF}")))
is_nil((utf8.len("\xED\xA0\x80")))
is_nil((utf8.len("\xC0\x80")))
fails("initial position out of bounds", utf8.len, "abc", 5)
fails("final position out of bounds", utf8.len, "abc", 1, 4)
same({ 4 }, utf8.offset("aé€", 3))
same({ 7 }, utf8.offset("aé€", 4))
is_nil(utf8.offset("aé€", 5))
same({ 4 }, utf8.offset("aé€", -1))
same({ 2 }, utf8.offset("aé€", 0, 3))
fails("initial position is a continuation byte", utf8.offset, "aé€", 1, 3)
fails("position out of bounds", utf8.offset, "abc", 1, 5)
same({ "é€" }, utf8.char(233, ("0"):rep(1000) .. "8364"))
