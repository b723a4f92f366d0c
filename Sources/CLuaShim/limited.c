/* The libraries of a state whose handlers have a deadline.
 *
 * A hook interrupts Lua code, and nothing interrupts C. So every function of `string`, `table` and
 * `utf8` whose time is not bounded by one pass over its arguments or its result is replaced by one
 * that charges a budget. What stays is linear in a string that exists (`sub`, `byte`, `unpack`,
 * `utf8.codes`) or in the arguments on the stack (`table.pack`); the operator `..` likewise. How
 * long such a pass takes, the memory limit decides.
 */
#include "budget.h"

void hh_check_deadline(lua_State *L) {
  hh_state *s = hh_state_of(L);
  if (s->trip_after > 0 && --s->trip_after == 0) s->overrun = HH_STOP_TIME;
  /* No steps are left when this raises: a pcall that swallows the error does not buy any. */
  s->steps_left = 0;
  if (s->overrun) hh_raise_stop(L);
  s->steps_left = HH_CHECK_STEPS;
}

/* Stack: [-0, +0], the library on top. */
static void wrap(lua_State *L, const luaL_Reg *wrappers) {
  for (; wrappers->name; wrappers++) {
    lua_getfield(L, -1, wrappers->name);
    lua_pushcclosure(L, wrappers->func, 1); /* stack: library wrapper */
    lua_setfield(L, -2, wrappers->name);
  }
}

void hh_open_limited(lua_State *L, hh_state *s) {
  s->steps_left = 0;
  lua_getglobal(L, LUA_STRLIBNAME); /* also what the metatable of strings shows */
  luaL_setfuncs(L, hh_limited_patterns, 0);
  luaL_setfuncs(L, hh_limited_strings, 0);
  wrap(L, hh_string_wrappers);
  lua_getglobal(L, LUA_TABLIBNAME);
  luaL_setfuncs(L, hh_limited_tables, 0);
  lua_getglobal(L, LUA_UTF8LIBNAME);
  luaL_setfuncs(L, hh_limited_utf8, 0);
  wrap(L, hh_utf8_wrappers);
  lua_pop(L, 3);
}

static int open_limited(lua_State *L) {
  hh_open_limited(L, hh_state_of(L));
  return 0;
}

int hh_limit_libraries(hh_state *s) {
  lua_pushcfunction(s->L, open_limited);
  if (lua_pcall(s->L, 0, 0, 0) == LUA_OK) return HH_OK;
  lua_pop(s->L, 1);
  return HH_FAILED;
}

void hh_trip_after(hh_state *s, long looks) {
  s->overrun = HH_STOP_NONE;
  s->steps_left = 0;
  s->trip_after = looks;
}
