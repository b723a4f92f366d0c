/* Functions of `table` that loop over as many items as a length or an argument says. */
#include "budget.h"

enum { READS = 1, WRITES = 2, MEASURES = 4 };

static bool has_field(lua_State *L, int metatable, const char *name) {
  lua_pushstring(L, name);
  bool is_there = lua_rawget(L, metatable) != LUA_TNIL;
  lua_pop(L, 1);
  return is_there;
}

/* An argument must be a table, or have the metamethods that stand for one's operations. */
static void check_table(lua_State *L, int index, int uses) {
  if (lua_type(L, index) == LUA_TTABLE) return;
  if (lua_getmetatable(L, index)) {
    int metatable = lua_gettop(L);
    bool is_like_one = (!(uses & READS) || has_field(L, metatable, "__index")) &&
                       (!(uses & WRITES) || has_field(L, metatable, "__newindex")) &&
                       (!(uses & MEASURES) || has_field(L, metatable, "__len"));
    lua_pop(L, 1);
    if (is_like_one) return;
  }
  luaL_checktype(L, index, LUA_TTABLE);
}

static lua_Integer checked_length(lua_State *L, int uses) {
  check_table(L, 1, uses | MEASURES);
  return luaL_len(L, 1);
}

/* to[at] = from[source] */
static void copy_item(lua_State *L, int from, lua_Integer source, int to, lua_Integer at) {
  hh_charge(L, 1);
  lua_geti(L, from, source);
  lua_seti(L, to, at);
}

static int limited_insert(lua_State *L) {
  /* Lengths may be the largest integer, so this must be allowed to wrap. */
  lua_Integer end = (lua_Integer)((lua_Unsigned)checked_length(L, READS | WRITES) + 1);
  lua_Integer position = end;
  switch (lua_gettop(L)) {
    case 2: break;
    case 3:
      position = luaL_checkinteger(L, 2);
      luaL_argcheck(L, (lua_Unsigned)position - 1 < (lua_Unsigned)end, 2,
                    "position out of bounds");
      for (lua_Integer i = end; i > position; i--) copy_item(L, 1, i - 1, 1, i);
      break;
    default: return luaL_error(L, "wrong number of arguments to 'insert'");
  }
  lua_seti(L, 1, position);
  return 0;
}

static int limited_remove(lua_State *L) {
  lua_Integer length = checked_length(L, READS | WRITES);
  lua_Integer position = luaL_optinteger(L, 2, length);
  if (position != length) {
    luaL_argcheck(L, (lua_Unsigned)position - 1 <= (lua_Unsigned)length, 1,
                  "position out of bounds");
  }
  lua_geti(L, 1, position); /* the result */
  for (; position < length; position++) copy_item(L, 1, position + 1, 1, position);
  lua_pushnil(L);
  lua_seti(L, 1, position);
  return 1;
}

static int limited_move(lua_State *L) {
  lua_Integer first = luaL_checkinteger(L, 2);
  lua_Integer last = luaL_checkinteger(L, 3);
  lua_Integer to = luaL_checkinteger(L, 4);
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  check_table(L, 1, READS);
  check_table(L, target, WRITES);
  if (last >= first) {
    luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
    lua_Integer count = last - first + 1;
    luaL_argcheck(L, to <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    bool overwrites_source = to > first && to <= last &&
                             (target == 1 || lua_compare(L, 1, target, LUA_OPEQ));
    if (overwrites_source) {
      for (lua_Integer i = count - 1; i >= 0; i--) copy_item(L, 1, first + i, target, to + i);
    } else {
      for (lua_Integer i = 0; i < count; i++) copy_item(L, 1, first + i, target, to + i);
    }
  }
  lua_pushvalue(L, target);
  return 1;
}

static void add_item(lua_State *L, hh_state *s, luaL_Buffer *result, lua_Integer i) {
  lua_geti(L, 1, i);
  if (!lua_isstring(L, -1)) {
    luaL_error(L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1),
               (LUAI_UACINT)i);
  }
  hh_spend(L, s, 1 + lua_rawlen(L, -1) / HH_BYTES_PER_STEP);
  luaL_addvalue(result);
}

static int limited_concat(lua_State *L) {
  lua_Integer length = checked_length(L, READS);
  size_t gap_length;
  const char *gap = luaL_optlstring(L, 2, "", &gap_length);
  lua_Integer i = luaL_optinteger(L, 3, 1);
  lua_Integer last = luaL_optinteger(L, 4, length);
  hh_state *s = hh_state_of(L);
  luaL_Buffer result;
  luaL_buffinit(L, &result);
  for (; i < last; i++) { /* the last one apart, as it may be the largest integer */
    add_item(L, s, &result, i);
    if (gap_length == 0) continue;
    hh_spend(L, s, gap_length / HH_BYTES_PER_STEP);
    luaL_addlstring(&result, gap, gap_length);
  }
  if (i == last) add_item(L, s, &result, i);
  luaL_pushresult(&result);
  return 1;
}

static int limited_unpack(lua_State *L) {
  lua_Integer i = luaL_optinteger(L, 2, 1);
  lua_Integer last = luaL_opt(L, luaL_checkinteger, 3, luaL_len(L, 1));
  if (i > last) return 0;
  lua_Unsigned distance = (lua_Unsigned)last - (lua_Unsigned)i;
  if (distance >= INT_MAX || !lua_checkstack(L, (int)distance + 1)) {
    return luaL_error(L, "too many results to unpack");
  }
  for (lua_Unsigned k = 0; k <= distance; k++) {
    hh_charge(L, 1); /* through a chain of __index, one may take long */
    lua_geti(L, 1, (lua_Integer)((lua_Unsigned)i + k));
  }
  return (int)distance + 1;
}

/* --- sort: 1 table, 2 comparator or nil ------------------------------------------------------ */

typedef unsigned int place;

/* Parts up to this long are always split at their middle. */
enum { SMALL_PART = 100 };

static bool is_less(lua_State *L, int a, int b) {
  hh_charge(L, 1);
  if (!lua_isnil(L, 2)) {
    lua_pushvalue(L, 2);
    lua_pushvalue(L, a - 1); /* relative to the top, which moved */
    lua_pushvalue(L, b - 2);
    lua_call(L, 2, 1);
    bool result = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return result;
  }
  if (lua_type(L, a) == LUA_TSTRING) { /* long ones may differ at their ends only */
    size_t x = lua_rawlen(L, a), y = lua_rawlen(L, b);
    hh_charge_bytes(L, x < y ? x : y);
  }
  return lua_compare(L, a, b, LUA_OPLT);
}

/* Stack: x y -> ; t[i] = y, t[j] = x */
static void store_two(lua_State *L, place i, place j) {
  lua_seti(L, 1, i);
  lua_seti(L, 1, j);
}

/* Puts two items in order. */
static void order(lua_State *L, place low, place high) {
  lua_geti(L, 1, low);
  lua_geti(L, 1, high); /* stack: low high */
  if (is_less(L, -1, -2)) store_two(L, low, high);
  else lua_pop(L, 2);
}

static int invalid_order(lua_State *L) {
  return luaL_error(L, "invalid order function for sorting");
}

/* Splits low..high by the pivot at high - 1, which is also on the top of the stack. The items at
 * `low` and `high` are in order with it, so they stop the scans unless the order is invalid.
 * Returns the place where the pivot ends. Stack: [-1, +0]. */
static place split(lua_State *L, place low, place high) {
  place i = low, j = high - 1;
  for (;;) { /* stack: pivot */
    while (lua_geti(L, 1, ++i), is_less(L, -1, -2)) {
      if (i == high - 1) invalid_order(L);
      lua_pop(L, 1);
    }
    while (lua_geti(L, 1, --j), is_less(L, -3, -1)) { /* stack: pivot t[i] t[j] */
      if (j < i) invalid_order(L);
      lua_pop(L, 1);
    }
    if (j < i) break;
    store_two(L, i, j);
  }
  lua_pop(L, 1); /* stack: pivot t[i] */
  store_two(L, high - 1, i);
  return i;
}

/* Orders the ends and the pivot among them. Returns false when that sorted the part. */
static bool choose_pivot(lua_State *L, place low, place high, unsigned seed) {
  order(L, low, high);
  place size = high - low;
  if (size == 1) return false;
  place middle = low + size / 2;
  if (seed != 0 && size > SMALL_PART) middle = low + size / 4 + seed % (size / 4 * 2);
  lua_geti(L, 1, middle);
  lua_geti(L, 1, low); /* stack: middle low */
  if (is_less(L, -2, -1)) {
    store_two(L, middle, low);
  } else {
    lua_pop(L, 1);
    lua_geti(L, 1, high); /* stack: middle high */
    if (is_less(L, -1, -2)) store_two(L, middle, high);
    else lua_pop(L, 2);
  }
  if (size == 2) return false;
  lua_geti(L, 1, middle); /* stack: pivot */
  lua_pushvalue(L, -1);
  lua_geti(L, 1, high - 1); /* stack: pivot pivot t[high - 1] */
  store_two(L, middle, high - 1);
  return true;
}

/* The smaller part is sorted by a call, so that the calls are never deep. */
static void sort_part(lua_State *L, place low, place high, unsigned seed) {
  while (low < high && choose_pivot(L, low, high, seed)) {
    place at = split(L, low, high), size = high - low, smaller;
    if (at - low < high - at) {
      sort_part(L, low, at - 1, seed);
      smaller = at - low;
      low = at + 1;
    } else {
      sort_part(L, at + 1, high, seed);
      smaller = high - at;
      high = at - 1;
    }
    /* A bad split of a large part: an order made against this choice of pivots. */
    if (size / 128 > smaller) seed = seed * 1664525u + 1013904223u;
  }
}

static int limited_sort(lua_State *L) {
  lua_Integer length = checked_length(L, READS | WRITES);
  if (length < 2) return 0;
  luaL_argcheck(L, length < INT_MAX, 1, "array too big");
  if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  sort_part(L, 1, (place)length, 0);
  return 0;
}

const luaL_Reg hh_limited_tables[] = {
  {"insert", limited_insert}, {"remove", limited_remove}, {"move", limited_move},
  {"concat", limited_concat}, {"unpack", limited_unpack}, {"sort", limited_sort}, {NULL, NULL},
};
