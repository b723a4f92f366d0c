/* Functions of `utf8` that count characters. */
#include "budget.h"

/* A start position or its complement, as an integer that is negative when it is before the text. */
static lua_Integer from_start(lua_Integer position, size_t length) {
  if (position >= 0) return position;
  if (0 - (lua_Unsigned)position > length) return 0;
  return (lua_Integer)length + position + 1;
}

static bool continues(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

/* How many bytes the sequence of a first byte has, up to the six of the original UTF-8. */
static int sequence_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xC0) return 0;
  if (first < 0xE0) return 2;
  if (first < 0xF0) return 3;
  if (first < 0xF8) return 4;
  if (first < 0xFC) return 5;
  return first < 0xFE ? 6 : 0;
}

/* The end of the character at `text`, or NULL if it is invalid. A zero stands behind the text. */
static const char *character_end(const char *text, bool is_lax) {
  static const unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000};
  unsigned char first = (unsigned char)*text;
  int length = sequence_length(first);
  if (length == 1) return text + 1;
  if (length == 0) return NULL;
  unsigned long code = first & (0x7Fu >> length);
  for (int i = 1; i < length; i++) {
    if (!continues(text[i])) return NULL;
    code = code << 6 | ((unsigned char)text[i] & 0x3F);
  }
  if (code < least[length]) return NULL;
  if (!is_lax && (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))) return NULL;
  return text + length;
}

static int limited_len(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer at = from_start(luaL_optinteger(L, 2, 1), length);
  lua_Integer last = from_start(luaL_optinteger(L, 3, -1), length);
  bool is_lax = lua_toboolean(L, 4);
  luaL_argcheck(L, at >= 1 && at - 1 <= (lua_Integer)length, 2, "initial position out of bounds");
  luaL_argcheck(L, last - 1 < (lua_Integer)length, 3, "final position out of bounds");
  lua_Integer count = 0;
  while (at <= last) {
    hh_charge(L, 1);
    const char *end = character_end(text + at - 1, is_lax);
    if (!end) {
      luaL_pushfail(L);
      lua_pushinteger(L, at);
      return 2;
    }
    at = end - text + 1;
    count++;
  }
  lua_pushinteger(L, count);
  return 1;
}

/* Moves to the start of the character around or before an offset. */
static lua_Integer back_to_start(lua_State *L, const char *text, lua_Integer at) {
  while (at > 0 && continues(text[at])) {
    hh_charge(L, 1);
    at--;
  }
  return at;
}

/* Moves by n characters, n not 0. Returns -1 when there are not so many. */
static lua_Integer moved(lua_State *L, const char *text, size_t length, lua_Integer at,
                         lua_Integer n) {
  if (continues(text[at])) luaL_error(L, "initial position is a continuation byte");
  for (; n < 0; n++) {
    if (at == 0) return -1;
    hh_charge(L, 1);
    at = back_to_start(L, text, at - 1);
  }
  for (; n > 1; n--) { /* the first is the one at the position itself */
    if (at >= (lua_Integer)length) return -1;
    do {
      hh_charge(L, 1);
      at++;
    } while (continues(text[at])); /* not the zero behind the text */
  }
  return at;
}

static int limited_offset(lua_State *L) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer n = luaL_checkinteger(L, 2);
  lua_Integer at = n >= 0 ? 1 : (lua_Integer)length + 1;
  at = from_start(luaL_optinteger(L, 3, at), length) - 1;
  luaL_argcheck(L, at >= 0 && at <= (lua_Integer)length, 3, "position out of bounds");
  at = n == 0 ? back_to_start(L, text, at) : moved(L, text, length, at, n);
  if (at < 0) luaL_pushfail(L);
  else lua_pushinteger(L, at + 1);
  return 1;
}

const luaL_Reg hh_limited_utf8[] = {
  {"len", limited_len}, {"offset", limited_offset}, {NULL, NULL},
};
const luaL_Reg hh_utf8_wrappers[] = {{"char", hh_with_small_numbers}, {NULL, NULL}};
