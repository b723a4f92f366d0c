/* string.find, match, gmatch and gsub, with a budget. */
#include <ctype.h>

#include "pattern.h"

/* Captures are numbered from 0 here; without any, the whole match is the first. */
static ptrdiff_t capture_at(hh_matcher *m, int i, const char *from, const char *to,
                            const char **start) {
  if (i >= m->count) {
    if (i != 0) luaL_error(m->L, "invalid capture index %%%d", i + 1);
    *start = from;
    return to - from;
  }
  if (m->captures[i].length == HH_CAPTURE_OPEN) luaL_error(m->L, "unfinished capture");
  *start = m->captures[i].start;
  return m->captures[i].length;
}

static void push_capture(hh_matcher *m, int i, const char *from, const char *to) {
  const char *start;
  ptrdiff_t length = capture_at(m, i, from, to, &start);
  if (length == HH_CAPTURE_POSITION) {
    lua_pushinteger(m->L, start - m->subject + 1);
  } else {
    hh_spend(m->L, m->state, 1 + (size_t)length / HH_BYTES_PER_STEP);
    lua_pushlstring(m->L, start, (size_t)length);
  }
}

/* Pushes all captures; the whole match when there is none and `from` is given. */
static int push_captures(hh_matcher *m, const char *from, const char *to) {
  int count = m->count == 0 && from ? 1 : m->count;
  luaL_checkstack(m->L, count, "too many captures");
  for (int i = 0; i < count; i++) push_capture(m, i, from, to);
  return count;
}

/* The argument `index` as an offset from 0: negative ones count from the end. */
static size_t start_offset(lua_State *L, int index, size_t length) {
  lua_Integer position = luaL_optinteger(L, index, 1);
  if (position > 0) return (size_t)position - 1;
  if (position == 0 || position < -(lua_Integer)length) return 0;
  return length - (size_t)-position;
}

/* --- find and match -------------------------------------------------------------------------- */

static int find_plain(lua_State *L, const char *text, size_t length, size_t from,
                      const char *what, size_t what_length) {
  const char *found = hh_find_bytes(L, text + from, length - from, what, what_length);
  if (!found) {
    luaL_pushfail(L);
    return 1;
  }
  lua_pushinteger(L, found - text + 1);
  lua_pushinteger(L, found - text + (ptrdiff_t)what_length);
  return 2;
}

static int search(lua_State *L, bool is_find) {
  size_t length, pattern_length;
  const char *text = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  size_t from = start_offset(L, 3, length);
  if (from > length) {
    luaL_pushfail(L);
    return 1;
  }
  if (is_find && (lua_toboolean(L, 4) || hh_is_plain(pattern, pattern_length))) {
    return find_plain(L, text, length, from, pattern, pattern_length);
  }
  hh_matcher m;
  bool is_anchored = *pattern == '^';
  hh_begin_match(&m, L, text, length, pattern + is_anchored, pattern_length - is_anchored);
  const char *at = text + from;
  const char *end = is_anchored ? hh_match(&m, at) : hh_match_from(&m, &at, NULL);
  if (!end) {
    luaL_pushfail(L);
    return 1;
  }
  if (!is_find) return push_captures(&m, at, end);
  lua_pushinteger(L, at - text + 1);
  lua_pushinteger(L, end - text);
  return 2 + push_captures(&m, NULL, NULL);
}

static int limited_find(lua_State *L) { return search(L, true); }
static int limited_match(lua_State *L) { return search(L, false); }

/* --- gmatch ---------------------------------------------------------------------------------- */

typedef struct {
  hh_matcher matcher;
  const char *at;
  const char *taken; /* where the last match ended: an empty one there is none */
} iteration;

/* Upvalues: subject, pattern, iteration. The first two are kept for their bytes. */
static int next_match(lua_State *L) {
  iteration *it = lua_touserdata(L, lua_upvalueindex(3));
  it->matcher.L = L; /* it may be another coroutine's turn */
  const char *at = it->at;
  const char *end = hh_match_from(&it->matcher, &at, it->taken);
  if (!end) return 0;
  it->at = it->taken = end;
  return push_captures(&it->matcher, at, end);
}

static int limited_gmatch(lua_State *L) {
  size_t length, pattern_length;
  const char *text = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  size_t from = start_offset(L, 3, length);
  lua_settop(L, 2);
  iteration *it = lua_newuserdatauv(L, sizeof *it, 0);
  hh_begin_match(&it->matcher, L, text, length, pattern, pattern_length);
  it->at = from > length ? it->matcher.subject_end + 1 : text + from;
  it->taken = NULL;
  lua_pushcclosure(L, next_match, 3);
  return 1;
}

/* --- gsub: 1 subject, 2 pattern, 3 replacement, 4 most ---------------------------------------- */

static void add_bytes(hh_matcher *m, luaL_Buffer *result, const char *bytes, size_t length) {
  hh_spend(m->L, m->state, 1 + length / HH_BYTES_PER_STEP);
  luaL_addlstring(result, bytes, length);
}

/* Adds the capture that a digit in the replacement names. */
static void add_capture(hh_matcher *m, luaL_Buffer *result, char digit, const char *from,
                        const char *to) {
  if (digit == '0') {
    add_bytes(m, result, from, (size_t)(to - from));
    return;
  }
  const char *start;
  ptrdiff_t length = capture_at(m, digit - '1', from, to, &start);
  if (length != HH_CAPTURE_POSITION) {
    add_bytes(m, result, start, (size_t)length);
  } else {
    lua_pushinteger(m->L, start - m->subject + 1);
    luaL_addvalue(result);
  }
}

static void add_text(hh_matcher *m, luaL_Buffer *result, const char *from, const char *to) {
  size_t length;
  const char *text = lua_tolstring(m->L, 3, &length);
  const char *end = text + length;
  const char *escape;
  while ((escape = memchr(text, HH_ESCAPE, (size_t)(end - text)))) {
    add_bytes(m, result, text, (size_t)(escape - text));
    if (escape[1] == HH_ESCAPE) luaL_addchar(result, HH_ESCAPE);
    else if (isdigit((unsigned char)escape[1])) add_capture(m, result, escape[1], from, to);
    else luaL_error(m->L, "invalid use of '%c' in replacement string", HH_ESCAPE);
    text = escape + 2;
  }
  add_bytes(m, result, text, (size_t)(end - text));
}

/* Pushes what a function or a table says for a match. */
static void push_answer(hh_matcher *m, int type, const char *from, const char *to) {
  if (type == LUA_TFUNCTION) {
    lua_pushvalue(m->L, 3);
    int count = push_captures(m, from, to);
    lua_call(m->L, count, 1);
  } else {
    push_capture(m, 0, from, to);
    lua_gettable(m->L, 3);
  }
}

/* Adds what replaces a match. Returns false if that is the match itself. */
static bool add_replacement(hh_matcher *m, luaL_Buffer *result, int type, const char *from,
                            const char *to) {
  lua_State *L = m->L;
  if (type == LUA_TSTRING || type == LUA_TNUMBER) {
    add_text(m, result, from, to);
    return true;
  }
  push_answer(m, type, from, to);
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    add_bytes(m, result, from, (size_t)(to - from));
    return false;
  }
  if (!lua_isstring(L, -1)) {
    luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  }
  hh_spend(L, m->state, 1 + lua_rawlen(L, -1) / HH_BYTES_PER_STEP);
  luaL_addvalue(result);
  return true;
}

static int limited_gsub(lua_State *L) {
  size_t length, pattern_length;
  const char *text = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  int type = lua_type(L, 3);
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1);
  luaL_argexpected(L, type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TFUNCTION ||
                   type == LUA_TTABLE, 3, "string/function/table");
  bool is_anchored = *pattern == '^';
  hh_matcher m;
  hh_begin_match(&m, L, text, length, pattern + is_anchored, pattern_length - is_anchored);
  luaL_Buffer result;
  luaL_buffinit(L, &result);
  const char *at = text;
  const char *taken = NULL, *copied = text; /* the ends of the last match, and of what is added */
  lua_Integer count = 0;
  bool is_changed = false;
  while (count < most) {
    const char *end = is_anchored ? hh_match(&m, at) : hh_match_from(&m, &at, taken);
    if (!end) break;
    count++;
    add_bytes(&m, &result, copied, (size_t)(at - copied));
    is_changed |= add_replacement(&m, &result, type, at, end);
    at = taken = copied = end;
    if (is_anchored) break;
  }
  if (!is_changed) {
    lua_pushvalue(L, 1);
  } else {
    add_bytes(&m, &result, copied, (size_t)(m.subject_end - copied));
    luaL_pushresult(&result);
  }
  lua_pushinteger(L, count);
  return 2;
}

const luaL_Reg hh_limited_patterns[] = {
  {"find", limited_find}, {"match", limited_match}, {"gmatch", limited_gmatch},
  {"gsub", limited_gsub}, {NULL, NULL},
};
