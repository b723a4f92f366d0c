/* Functions of `string` that make long strings, or many. */
#include <ctype.h>
#include <limits.h>

#include "budget.h"

static int limited_rep(lua_State *L) {
  size_t length, gap_length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer n = luaL_checkinteger(L, 2);
  const char *gap = luaL_optlstring(L, 3, "", &gap_length);
  size_t period = length + gap_length;
  if (n <= 0 || period == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if (period < length || period > (size_t)INT_MAX / (size_t)n) {
    return luaL_error(L, "resulting string too large");
  }
  size_t total = (size_t)n * period - gap_length;
  luaL_Buffer result;
  char *bytes = luaL_buffinitsize(L, &result, total);
  memcpy(bytes, text, length);
  if (n > 1) memcpy(bytes + length, gap, gap_length);
  for (size_t done = n > 1 ? period : total; done < total;) {
    /* What is there is copied behind itself, starting at the same place of the period. */
    size_t start = done % period, count = done - start;
    if (count > total - done) count = total - done;
    if (count > HH_BULK_BYTES) count = HH_BULK_BYTES;
    hh_charge_bytes(L, count);
    memcpy(bytes + done, bytes + start, count);
    done += count;
  }
  luaL_pushresultsize(&result, total);
  return 1;
}

/* Makes a string of the same length, by pieces that are charged. */
static int mapped(lua_State *L, void (*map)(char *to, const char *from, size_t count)) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  luaL_Buffer result;
  char *bytes = luaL_buffinitsize(L, &result, length);
  for (size_t done = 0; done < length;) {
    size_t count = length - done < HH_CHECK_STEPS ? length - done : HH_CHECK_STEPS;
    hh_charge(L, count);
    map(bytes + done, text + done, count);
    done += count;
  }
  luaL_pushresultsize(&result, length);
  return 1;
}

static void map_lower(char *to, const char *from, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = (char)tolower((unsigned char)from[i]);
}

static void map_upper(char *to, const char *from, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = (char)toupper((unsigned char)from[i]);
}

static int limited_lower(lua_State *L) { return mapped(L, map_lower); }
static int limited_upper(lua_State *L) { return mapped(L, map_upper); }

static int limited_reverse(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  luaL_Buffer result;
  char *bytes = luaL_buffinitsize(L, &result, length);
  for (size_t left = length; left > 0;) {
    size_t count = left < HH_CHECK_STEPS ? left : HH_CHECK_STEPS;
    hh_charge(L, count);
    for (size_t i = 0; i < count; i++) *bytes++ = text[--left];
  }
  luaL_pushresultsize(&result, length);
  return 1;
}

/* --- format ---------------------------------------------------------------------------------- */

/* Calls to format whose strings are together not longer than SMALL_FORMAT bytes are left to the
 * original as they are. It refuses a precision of more than two digits. */
enum { SMALL_FORMAT = 4096, MOST_PRECISION = 99 };

/* A long string for a directive with a width or a precision, which the original measures each time
 * although it takes no more than the precision. */
static void shrink_text(lua_State *L, int index, bool has_precision) {
  size_t length;
  const char *text = lua_tolstring(L, index, &length);
  if (length <= SMALL_FORMAT) return;
  for (size_t done = 0; done < length; done += HH_BULK_BYTES) {
    size_t count = length - done < HH_BULK_BYTES ? length - done : HH_BULK_BYTES;
    hh_charge_bytes(L, count);
    if (memchr(text + done, 0, count)) {
      lua_pushlstring(L, "", 1); /* refused by the original, too */
      lua_replace(L, index);
      return;
    }
  }
  if (!has_precision) return; /* then all of it is in the result */
  lua_pushlstring(L, text, MOST_PRECISION + 1);
  lua_replace(L, index);
}

/* Makes an argument of a directive cheap. */
static void shrink_argument(lua_State *L, int index, const char *directive, const char *end) {
  if (*end != 's') {
    if (*end != 'q' && *end != 'p') hh_shrink_number(L, index);
    return;
  }
  if (end == directive) return;
  int type = lua_type(L, index);
  /* Without __tostring there is only a name, which may be long as well, and no code to run. */
  if (type != LUA_TSTRING && luaL_getmetafield(L, index, "__tostring") == LUA_TNIL) {
    luaL_tolstring(L, index, NULL);
    hh_charge_bytes(L, lua_rawlen(L, -1));
    lua_replace(L, index);
  } else if (type != LUA_TSTRING) {
    lua_pop(L, 1);
    return;
  }
  shrink_text(L, index, memchr(directive, '.', (size_t)(end - directive)));
}

/* Walks the directives as the original will; at one that is malformed, it stops there. */
static void shrink_arguments(lua_State *L, int count) {
  size_t length;
  const char *at = luaL_checklstring(L, 1, &length);
  const char *stop = at + length;
  luaL_checkstack(L, 8, NULL);
  for (int index = 2; index <= count;) {
    const char *percent = memchr(at, '%', (size_t)(stop - at));
    if (!percent) return;
    hh_charge_bytes(L, (size_t)(percent - at));
    const char *directive = percent + 1;
    const char *end = directive;
    if (*end != '%') {
      end += strspn(directive, "-+ #0123456789.");
      if (end >= stop) return;
      shrink_argument(L, index++, directive, end);
    }
    at = end + 1;
  }
}

/* Whether nothing in a call takes long, which almost always is the case. */
static bool is_small(lua_State *L, int count) {
  size_t total = 0;
  for (int i = 1; i <= count; i++) {
    switch (lua_type(L, i)) {
      case LUA_TSTRING: total += lua_rawlen(L, i); break;
      case LUA_TTABLE:
      case LUA_TUSERDATA: return false; /* may have a long name */
      default: break;
    }
  }
  return total <= SMALL_FORMAT;
}

/* Upvalue: string.format. */
static int limited_format(lua_State *L) {
  int count = lua_gettop(L);
  hh_charge(L, (size_t)count + 1);
  if (!is_small(L, count)) shrink_arguments(L, count);
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/* Upvalue: string.pack. Its time is that of its result, but for the numbers. */
static int limited_pack(lua_State *L) {
  size_t length;
  const char *options = luaL_checklstring(L, 1, &length);
  int count = lua_gettop(L);
  for (int index = 2; index <= count && length > 0; options++, length--) {
    hh_charge(L, 1);
    if (memchr("bBhHlLjJTiIfdn", *options, 14)) {
      hh_shrink_number(L, index++);
    } else if (memchr("szc", *options, 3)) {
      index++;
    } else if (*options == 'X' && length > 1) { /* aligns as the next one would, without it */
      options++;
      length--;
    }
  }
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

const luaL_Reg hh_limited_strings[] = {
  {"rep", limited_rep}, {"lower", limited_lower}, {"upper", limited_upper},
  {"reverse", limited_reverse}, {NULL, NULL},
};
const luaL_Reg hh_string_wrappers[] = {
  {"format", limited_format}, {"pack", limited_pack}, {"char", hh_with_small_numbers},
  {NULL, NULL},
};
