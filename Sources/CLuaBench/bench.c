#include <fcntl.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <malloc.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "CLuaBench.h"

long hh_bench_heap(void) {
  struct mallinfo2 info = mallinfo2();
  return (long)(info.uordblks + info.hblkhd);
}

double hh_bench_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static lua_State *open_with(const char *script) {
  lua_State *L = luaL_newstate();
  if (!L) return NULL;
  luaL_openlibs(L);
  if (luaL_dostring(L, script) == LUA_OK) return L;
  lua_close(L);
  return NULL;
}

double hh_bench_limit(long count) {
  lua_State *L = open_with(
      "local n = 0\n"
      "function handler(sender, event) n = n + 1 end\n"
      "function counted() return n end\n");
  if (!L) return -1;
  lua_getglobal(L, "handler");
  int handler = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_newuserdatauv(L, 16, 0);
  luaL_newmetatable(L, "Control");
  lua_setmetatable(L, -2);
  int sender = luaL_ref(L, LUA_REGISTRYINDEX);
  double start = hh_bench_now();
  for (long i = 0; i < count; i++) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, handler);
    lua_rawgeti(L, LUA_REGISTRYINDEX, sender);
    lua_pushinteger(L, 64);
    if (lua_pcall(L, 2, 0, 0) != LUA_OK) lua_pop(L, 1);
  }
  double seconds = hh_bench_now() - start;
  lua_getglobal(L, "counted");
  lua_call(L, 0, 1);
  if (lua_tointeger(L, -1) != count) seconds = -1;
  lua_close(L);
  return seconds;
}

double hh_bench_register(long count) {
  lua_State *L = open_with(
      "local n = 0\nfunction make() return function(sender, event) n = n + 1 end end\n");
  if (!L) return -1;
  lua_getglobal(L, "make");
  double start = hh_bench_now();
  for (long i = 0; i < count; i++) {
    lua_pushvalue(L, -1);
    lua_call(L, 0, 1);
    luaL_unref(L, LUA_REGISTRYINDEX, luaL_ref(L, LUA_REGISTRYINDEX));
  }
  double seconds = hh_bench_now() - start;
  lua_close(L);
  return seconds;
}

static int read_value(lua_State *L) {
  double *value = luaL_checkudata(L, 1, "Value");
  const char *name = luaL_checkstring(L, 2);
  if (strcmp(name, "value") != 0) return luaL_error(L, "no property '%s'", name);
  lua_pushnumber(L, *value);
  return 1;
}

static int write_value(lua_State *L) {
  double *value = luaL_checkudata(L, 1, "Value");
  const char *name = luaL_checkstring(L, 2);
  if (strcmp(name, "value") != 0) return luaL_error(L, "no property '%s'", name);
  *value = luaL_checknumber(L, 3);
  return 0;
}

double hh_bench_property(long count, int is_write) {
  lua_State *L = open_with(
      "function read(o, n) local v for i = 1, n do v = o.value end return v end\n"
      "function write(o, n) for i = 1, n do o.value = 0.5 end end\n");
  if (!L) return -1;
  luaL_newmetatable(L, "Value");
  lua_pushcfunction(L, read_value);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, write_value);
  lua_setfield(L, -2, "__newindex");
  lua_getglobal(L, is_write ? "write" : "read");
  double *value = lua_newuserdatauv(L, sizeof *value, 0);
  *value = 0.5;
  luaL_setmetatable(L, "Value");
  lua_pushinteger(L, count);
  double start = hh_bench_now();
  if (lua_pcall(L, 2, 0, 0) != LUA_OK) return -1;
  double seconds = hh_bench_now() - start;
  lua_close(L);
  return seconds;
}

extern char **environ;

double hh_bench_process(const char *const *arguments, const char *input) {
  FILE *file = tmpfile();
  if (!file) return -1;
  fputs(input, file);
  rewind(file);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(file), 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  pid_t pid;
  int status = -1;
  double start = hh_bench_now();
  int failed = posix_spawnp(&pid, arguments[0], &actions, NULL, (char *const *)arguments, environ);
  if (!failed) waitpid(pid, &status, 0);
  double seconds = hh_bench_now() - start;
  posix_spawn_file_actions_destroy(&actions);
  fclose(file);
  return failed || status != 0 ? -1 : seconds;
}
