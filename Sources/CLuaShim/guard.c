/* What the standard libraries could do to handlers' coroutines and to proxies, made harmless; and
 * coroutines that tell the watchdog what runs. To a script all behave as Lua's own. */
#include "internal.h"

/* Closing a coroutine that closes another and so on leaves no room on the C stack at last: Lua
 * counts calls, but not these. */
enum { MAX_CLOSES = 5000, MAX_LIMITED_CLOSES = 150 };

/* --- Coroutines ---------------------------------------------------------------------------- */

/* Whether a value is the coroutine of a handler: running, waiting, or kept for the next one. */
static bool is_task(lua_State *L, int index) {
  lua_State *co = lua_tothread(L, index);
  if (!co) return false;
  hh_task *task = hh_task_of(co);
  return task->L == co && task != &task->state->main_task;
}

static const char *const is_host_s = "this coroutine belongs to a handler: only what it waits for can "
                                     "resume or close it";

/* Resumes `co` with the values above `base`, which are replaced by its results or its error. */
static bool resume(lua_State *L, lua_State *co, int base) {
  hh_state *s = hh_state_of(L);
  int count = lua_gettop(L) - base;
  if (!lua_checkstack(co, count)) {
    lua_settop(L, base);
    lua_pushliteral(L, "too many arguments to resume");
    return false;
  }
  lua_xmove(L, co, count);
  int published = hh_publish(s, co);
  if (s->overrun) { /* once published: the watchdog may just have looked */
    hh_unpublish(s, published);
    lua_pop(co, count);
    hh_raise_stop(L);
  }
  int results;
  int status = lua_resume(co, L, count, &results);
  hh_unpublish(s, published);
  if (s->overrun) {
    /* Stopped, not suspended: it must not go on later. One that could not be resumed, since it runs
     * already, has no such status. */
    if (lua_status(co) != LUA_OK && s->raised != co) hh_reset_thread(s, co);
    hh_raise_stop(L);
  }
  if (status != LUA_OK && status != LUA_YIELD) {
    lua_xmove(co, L, 1);
    return false;
  }
  if (!lua_checkstack(L, results + 1)) {
    lua_pop(co, results);
    lua_pushliteral(L, "too many results to resume");
    return false;
  }
  lua_xmove(co, L, results);
  return true;
}

static lua_State *check_coroutine(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  if (!co) luaL_typeerror(L, 1, "thread");
  return co;
}

/* coroutine.resume. It reports failure by its results. */
static int guarded_resume(lua_State *L) {
  lua_State *co = check_coroutine(L);
  if (is_task(L, 1)) {
    lua_pushboolean(L, 0);
    lua_pushstring(L, is_host_s);
    return 2;
  }
  bool went_well = resume(L, co, 1);
  lua_pushboolean(L, went_well);
  lua_insert(L, 2); /* the coroutine stays below the results, as hooks can tell */
  return lua_gettop(L) - 1;
}

/* Upvalue: the coroutine. An error ends it for good, and says where it was called. */
static int call_wrapped(lua_State *L) {
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  if (resume(L, co, 0)) return lua_gettop(L);
  int status = lua_status(co);
  if (status != LUA_OK && status != LUA_YIELD) {
    status = hh_reset_thread(hh_state_of(L), co);
    lua_xmove(co, L, 1);
  }
  if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

/* coroutine.wrap */
static int guarded_wrap(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  lua_pushcclosure(L, call_wrapped, 1);
  return 1;
}

/* coroutine.close */
static int guarded_close(lua_State *L) {
  hh_state *s = hh_state_of(L);
  lua_State *co = check_coroutine(L);
  if (is_task(L, 1)) return luaL_error(L, "%s", is_host_s);
  lua_Debug ar;
  bool runs = co == L || (lua_status(co) == LUA_OK && lua_getstack(co, 0, &ar));
  if (runs) return s->originals[HH_CLOSE](L);
  int most = s->limits.is_sandboxed || s->limits.seconds > 0 ? MAX_LIMITED_CLOSES : MAX_CLOSES;
  if (s->closes >= most) return luaL_error(L, "C stack overflow");
  s->closes++;
  int published = hh_publish(s, co);
  /* It raises only for a coroutine that runs, and this one rests. */
  int count = s->originals[HH_CLOSE](L);
  hh_unpublish(s, published);
  s->closes--;
  return count;
}

/* --- Proxies ------------------------------------------------------------------------------- */

/* debug.getmetatable. A copy, since a proxy without its finalizer would not be missed. */
static int guarded_getmetatable(lua_State *L) {
  int count = hh_state_of(L)->originals[HH_DEBUG_GETMETATABLE](L);
  hh_self self;
  if (!hh_to_self(L, 1, &self) || lua_type(L, -1) != LUA_TTABLE) return count;
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

static int guarded_change(lua_State *L, enum hh_original original) {
  hh_self self;
  if (hh_to_self(L, 1, &self)) return luaL_error(L, "an object of the module ui cannot be changed so");
  return hh_state_of(L)->originals[original](L);
}

static int guarded_setmetatable(lua_State *L) { return guarded_change(L, HH_DEBUG_SETMETATABLE); }

static int guarded_setuservalue(lua_State *L) { return guarded_change(L, HH_DEBUG_SETUSERVALUE); }

/* --- Under a time limit -------------------------------------------------------------------- */

/* Hooks are off in finalizers, so a loop there could not be stopped. */
static int limited_setmetatable(lua_State *L) {
  if (lua_type(L, 2) == LUA_TTABLE) {
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL)
      return luaL_error(L, "a finalizer (__gc) cannot be set here: it could not be stopped; a "
                           "to-be-closed variable (__close) can");
    lua_pop(L, 1);
  }
  return hh_state_of(L)->originals[HH_SETMETATABLE](L);
}

/* Hooks are off, too, in a message handler for an error that a hook raised. Upvalue: the handler. */
static int call_message_handler(lua_State *L) {
  lua_settop(L, 1);
  if (hh_state_of(L)->overrun) return 1;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

static int limited_xpcall(lua_State *L) {
  if (lua_type(L, 2) == LUA_TFUNCTION) {
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, call_message_handler, 1);
    lua_replace(L, 2);
  }
  return hh_state_of(L)->originals[HH_XPCALL](L);
}

static int refused_sethook(lua_State *L) {
  return luaL_error(L, "hooks cannot be set under a time limit, which needs them");
}

/* --- Opening ------------------------------------------------------------------------------- */

/* Puts a guard in front of a function of a library on top of the stack. The original is no upvalue: the
 * debug library would hand it out. */
static void guard(lua_State *L, hh_state *s, enum hh_original original, const char *name,
                  lua_CFunction function) {
  lua_getfield(L, -1, name);
  s->originals[original] = lua_tocfunction(L, -1);
  lua_pop(L, 1);
  lua_pushcfunction(L, function);
  lua_setfield(L, -2, name);
}

/* Stack: [-0, +0]. May raise. */
void hh_open_guards(lua_State *L, hh_state *s) {
  lua_getglobal(L, LUA_COLIBNAME);
  lua_pushcfunction(L, guarded_resume);
  lua_setfield(L, -2, "resume");
  lua_pushcfunction(L, guarded_wrap);
  lua_setfield(L, -2, "wrap");
  guard(L, s, HH_CLOSE, "close", guarded_close);
  lua_getglobal(L, LUA_DBLIBNAME);
  guard(L, s, HH_DEBUG_GETMETATABLE, "getmetatable", guarded_getmetatable);
  guard(L, s, HH_DEBUG_SETMETATABLE, "setmetatable", guarded_setmetatable);
  guard(L, s, HH_DEBUG_SETUSERVALUE, "setuservalue", guarded_setuservalue);
  bool is_timed = s->limits.seconds > 0;
  if (is_timed) {
    lua_pushcfunction(L, refused_sethook);
    lua_setfield(L, -2, "sethook");
  }
  if (is_timed || s->limits.is_sandboxed) {
    lua_pushglobaltable(L);
    guard(L, s, HH_SETMETATABLE, "setmetatable", limited_setmetatable);
    guard(L, s, HH_XPCALL, "xpcall", limited_xpcall);
    lua_pop(L, 1);
  }
  lua_pop(L, 2);
}
