/* The least that a host in C could be: a control is a userdata whose user value lists its handlers by
 * event, so that cycles are collected; an event that a script sends calls each under lua_pcall. */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>

#include "CLuaBench.h"

static int make_control(lua_State *L) {
  lua_newuserdatauv(L, 16, 1);
  luaL_setmetatable(L, "MinimalControl");
  lua_newtable(L);
  lua_setiuservalue(L, -2, 1);
  return 1;
}

/* Pushes the list of an event's handlers; makes it if asked to. Stack: [-0, +1], nil without one. */
static void push_handlers(lua_State *L, int makes) {
  luaL_checkudata(L, 1, "MinimalControl");
  luaL_checkstring(L, 2);
  lua_getiuservalue(L, 1, 1);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, -2) == LUA_TNIL && makes) {
    lua_newtable(L);
    lua_replace(L, -2);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, -2);
    lua_rawset(L, -4);
  }
  lua_remove(L, -2);
}

static int add_handler(lua_State *L) {
  luaL_checktype(L, 3, LUA_TFUNCTION);
  push_handlers(L, 1);
  lua_pushvalue(L, 3);
  lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
  lua_settop(L, 3); /* the function is its own token */
  return 1;
}

static int remove_handler(lua_State *L) {
  push_handlers(L, 0);
  if (lua_isnil(L, -1)) return 0;
  int list = lua_gettop(L);
  lua_Integer count = (lua_Integer)lua_rawlen(L, list), kept = 0;
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, list, i);
    if (lua_rawequal(L, -1, 3)) lua_pop(L, 1);
    else lua_rawseti(L, list, ++kept);
  }
  while (count > kept) {
    lua_pushnil(L);
    lua_rawseti(L, list, count--);
  }
  return 0;
}

static int send_event(lua_State *L) {
  push_handlers(L, 0);
  if (lua_isnil(L, -1)) return 0;
  int list = lua_gettop(L);
  lua_Integer count = (lua_Integer)lua_rawlen(L, list);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(L, list, i);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 2);
    if (lua_pcall(L, 2, 0, 0) == LUA_OK) continue;
    fprintf(stderr, "%s\n", lua_tostring(L, -1));
    lua_pop(L, 1);
  }
  return 0;
}

static void open_host(lua_State *L) {
  static const luaL_Reg methods[] = {
      {"on", add_handler}, {"off", remove_handler}, {"send", send_event}, {NULL, NULL}};
  luaL_newmetatable(L, "MinimalControl");
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
  lua_pushcfunction(L, make_control);
  lua_setglobal(L, "Control");
}

double hh_bench_host(const char *script, long count) {
  lua_State *L = luaL_newstate();
  if (!L) return -1;
  luaL_openlibs(L);
  open_host(L);
  double seconds = -1;
  if (luaL_dostring(L, script) == LUA_OK) {
    lua_getglobal(L, "work");
    lua_pushinteger(L, count);
    double start = hh_bench_now();
    if (lua_pcall(L, 1, 0, 0) == LUA_OK) seconds = hh_bench_now() - start;
  }
  lua_close(L);
  return seconds;
}
