/* What the standard libraries could do to handlers' coroutines and to proxies, made harmless. */
#include "internal.h"

/* Whether a value is the coroutine of a handler: running, waiting, or kept for the next one. */
static bool is_task(lua_State *L, int index) {
  lua_State *co = lua_tothread(L, index);
  if (!co) return false;
  hh_task *task = hh_task_of(co);
  return task->L == co && task != &task->state->main_task;
}

static const char *const is_host_s = "this coroutine belongs to a handler: only what it waits for can "
                                     "resume or close it";

/* Upvalue: coroutine.resume. It reports failure by its results. */
static int guarded_resume(lua_State *L) {
  if (!is_task(L, 1)) return lua_tocfunction(L, lua_upvalueindex(1))(L);
  lua_pushboolean(L, 0);
  lua_pushstring(L, is_host_s);
  return 2;
}

/* Upvalue: coroutine.close. */
static int guarded_close(lua_State *L) {
  if (is_task(L, 1)) return luaL_error(L, "%s", is_host_s);
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/* Upvalue: debug.getmetatable. A copy, since a proxy without its finalizer would not be missed. */
static int guarded_getmetatable(lua_State *L) {
  int count = lua_tocfunction(L, lua_upvalueindex(1))(L);
  if (!hh_to_proxy(L, 1) || lua_type(L, -1) != LUA_TTABLE) return count;
  int original = lua_gettop(L);
  lua_newtable(L);
  lua_pushnil(L);
  while (lua_next(L, original)) { /* stack: copy key value */
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
  return 1;
}

/* Upvalue: debug.setmetatable or debug.setuservalue. */
static int guarded_change(lua_State *L) {
  if (hh_to_proxy(L, 1)) return luaL_error(L, "an object of the module ui cannot be changed so");
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/* Puts a guard in front of a function of a library on top of the stack. */
static void guard(lua_State *L, const char *name, lua_CFunction function) {
  lua_getfield(L, -1, name);
  lua_pushcclosure(L, function, 1);
  lua_setfield(L, -2, name);
}

/* Stack: [-0, +0]. May raise. */
void hh_open_guards(lua_State *L) {
  lua_getglobal(L, LUA_COLIBNAME);
  guard(L, "resume", guarded_resume);
  guard(L, "close", guarded_close);
  lua_getglobal(L, LUA_DBLIBNAME);
  guard(L, "getmetatable", guarded_getmetatable);
  guard(L, "setmetatable", guarded_change);
  guard(L, "setuservalue", guarded_change);
  lua_pop(L, 2);
}
