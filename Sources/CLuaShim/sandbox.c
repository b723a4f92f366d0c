/* A world without the parts of the libraries that reach out of the script.
 *
 * What a script may use is copied from a list; whatever else a library has is not there. */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>

#include "internal.h"

/* Upvalue: load. Text only: the virtual machine trusts bytecode. */
static int text_load(lua_State *L) {
  const char *mode = luaL_optstring(L, 3, "t");
  if (lua_gettop(L) < 3) lua_settop(L, 3); /* a fourth argument counts even if it is nil */
  lua_pushstring(L, strchr(mode, 't') ? "t" : "");
  lua_replace(L, 3);
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/* Upvalue: collectgarbage. Without its settings, which would let garbage pile up. */
static int gentle_collectgarbage(lua_State *L) {
  static const char *const allowed[] = {"collect", "count", "step", "isrunning", NULL};
  const char *option = luaL_optstring(L, 1, "collect");
  int i = 0;
  while (allowed[i] && strcmp(allowed[i], option)) i++;
  if (!allowed[i])
    return luaL_error(L, "collectgarbage(\"%s\") is not available in the sandbox", option);
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

/* --- Modules ------------------------------------------------------------------------------- */

/* A module's name is made of identifiers and dots, so it names nothing above the folder. */
static bool is_module_name(const char *name) {
  bool starts = true;
  for (; *name; name++) {
    if (*name == '.') {
      if (starts) return false;
      starts = true;
    } else if (isalnum((unsigned char)*name) || *name == '_' || *name == '-') {
      starts = false;
    } else {
      return false;
    }
  }
  return !starts;
}

/* Whether a file lies in the folder; a symbolic link must not lead out. */
static bool is_inside(const char *path, const char *folder, char *real) {
  if (!realpath(path, real)) return false;
  size_t length = strlen(folder);
  while (length > 0 && folder[length - 1] == '/') length--;
  return strncmp(real, folder, length) == 0 && real[length] == '/';
}

/* Finds name.lua or name/init.lua, and loads it. Stack: [-0, +1], the chunk. */
static bool load_module(lua_State *L, const char *folder, const char *name, char *real) {
  const char *file = luaL_gsub(L, name, ".", "/");
  static const char *const patterns[] = {"%s/%s.lua", "%s/%s/init.lua"};
  for (int i = 0; i < 2; i++) {
    const char *path = lua_pushfstring(L, patterns[i], folder, file);
    if (is_inside(path, folder, real)) {
      if (luaL_loadfilex(L, real, "t") == LUA_OK) return true;
      luaL_error(L, "error loading module '%s':\n\t%s", name, lua_tostring(L, -1));
    }
    lua_pop(L, 1);
  }
  return false;
}

/* Upvalues: the loaded modules, the script's folder or nil. */
static int confined_require(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  const char *folder = lua_tostring(L, lua_upvalueindex(2));
  char real[PATH_MAX];
  lua_settop(L, 1);
  if (lua_getfield(L, lua_upvalueindex(1), name) != LUA_TNIL && lua_toboolean(L, -1)) return 1;
  if (!folder || !is_module_name(name) || !load_module(L, folder, name, real))
    return luaL_error(L, "module '%s' not found: in the sandbox a module is a file of the script's "
                         "folder, %s.lua for require \"%s\"", name, "a/b", "a.b");
  lua_pushvalue(L, 1);
  lua_pushstring(L, real);
  lua_call(L, 2, 1);
  if (!lua_isnil(L, -1)) lua_setfield(L, lua_upvalueindex(1), name);
  if (lua_getfield(L, lua_upvalueindex(1), name) == LUA_TNIL) {
    lua_pushboolean(L, 1);
    lua_pushvalue(L, -1);
    lua_setfield(L, lua_upvalueindex(1), name);
  }
  lua_pushstring(L, real);
  return 2;
}

/* --- Opening ------------------------------------------------------------------------------- */

/* Replaces a library by a table with only the named functions of it, also where `require` looks. */
static void keep_only(lua_State *L, const char *library, const char *const *names) {
  lua_newtable(L);
  lua_getglobal(L, library);
  for (; *names; names++) {
    lua_getfield(L, -1, *names);
    lua_setfield(L, -3, *names);
  }
  lua_pop(L, 1);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, library);
  lua_pop(L, 1);
  lua_setglobal(L, library);
}

static void remove_global(lua_State *L, const char *name) {
  lua_pushnil(L);
  lua_setglobal(L, name);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushnil(L);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
}

static void replace_global(lua_State *L, const char *name, lua_CFunction function) {
  lua_getglobal(L, name);
  lua_pushcclosure(L, function, 1);
  lua_setglobal(L, name);
}

static void open_modules(lua_State *L, hh_state *s) {
  lua_newtable(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE); /* stack: package loaded */
  char real[PATH_MAX];
  lua_pushvalue(L, -1);
  if (s->limits.folder && realpath(s->limits.folder, real)) lua_pushstring(L, real);
  else lua_pushnil(L);
  lua_pushcclosure(L, confined_require, 2);
  lua_setglobal(L, "require");
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, LUA_LOADLIBNAME);
  lua_setfield(L, -2, "loaded");
  lua_setglobal(L, LUA_LOADLIBNAME);
}

/* Stack: [-0, +0]. May raise. */
void hh_open_sandbox(lua_State *L, hh_state *s) {
  static const char *const time_functions[] = {"clock", "date", "difftime", "time", NULL};
  static const char *const debug_functions[] = {"traceback", NULL};
  keep_only(L, LUA_OSLIBNAME, time_functions);
  keep_only(L, LUA_DBLIBNAME, debug_functions);
  remove_global(L, LUA_IOLIBNAME);
  remove_global(L, "dofile");
  remove_global(L, "loadfile");
  replace_global(L, "load", text_load);
  replace_global(L, "collectgarbage", gentle_collectgarbage);
  lua_getglobal(L, LUA_STRLIBNAME);
  lua_pushnil(L);
  lua_setfield(L, -2, "dump");
  lua_pop(L, 1);
  open_modules(L, s);
}
