/* Opening and closing a world, running chunks, and their errors. */
#include <errno.h>
#include <stdio.h>

#include "budget.h"
#include "internal.h"

typedef struct {
  hh_state *state;
  const char *const *keys;
  int key_count;
} hh_opening;

/* Sets a key's name in the table of names on top, and its number by the name. */
static void set_key(lua_State *L, int key, const char *name) {
  lua_pushstring(L, name);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, key + 1);
  lua_pushinteger(L, key);
  lua_rawset(L, -3);
}

/* Takes a place in the registry for each of our keys, and for each class. */
static void reserve_keys(lua_State *L, hh_state *s) {
  for (int key = 0; key < HH_KEY_COUNT; key++) {
    lua_pushboolean(L, 0);
    int place = luaL_ref(L, LUA_REGISTRYINDEX);
    if (key == 0) s->first_key = place;
    else if (place != s->first_key + key) luaL_error(L, "the registry is not empty");
  }
  s->first_class = s->first_key + HH_KEY_COUNT;
  for (int class_id = 0; class_id < s->class_count; class_id++) {
    lua_pushboolean(L, 0);
    if (luaL_ref(L, LUA_REGISTRYINDEX) != s->first_class + class_id)
      luaL_error(L, "the registry is not empty");
  }
}

/* Everything that may raise while a world opens. */
static int open_protected(lua_State *L) {
  hh_opening *opening = lua_touserdata(L, 1);
  hh_state *s = opening->state;
  lua_settop(L, 0);
  reserve_keys(L, s);
  luaL_openlibs(L);
  hh_open_proxies(L, s);
  hh_open_tasks(L, s);
  hh_open_events(L);
  lua_createtable(L, s->class_count, 0);
  hh_set(L, HH_KEY_CLASSES);
  lua_createtable(L, opening->key_count, opening->key_count);
  for (int i = 0; i < opening->key_count; i++) set_key(L, i, opening->keys[i]);
  hh_set(L, HH_KEY_NAMES);
  hh_open_module(L, s);
  hh_open_guards(L, s);
  if (s->limits.is_sandboxed) hh_open_sandbox(L, s);
  if (s->limits.seconds > 0) hh_open_limited(L, s);
  return 0;
}

hh_state *hh_open(const hh_callbacks *callbacks, const char *const *keys, int key_count,
                  int class_count, const hh_limits *limits, hh_faults *faults) {
  hh_state *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  lua_State *L = luaL_newstate();
  if (!L) {
    free(s);
    return NULL;
  }
  if (limits) s->limits = *limits;
  hh_open_memory(L, s, faults);
  s->L = s->current = L;
  hh_publish(s, L);
  s->cb = *callbacks;
  s->class_count = class_count;
  s->main_task.L = L;
  s->main_task.state = s;
  *(hh_task **)lua_getextraspace(L) = &s->main_task;
  if (!hh_open_limits(s)) {
    hh_close(s);
    return NULL;
  }
  hh_opening opening = {s, keys, key_count};
  lua_pushcfunction(L, open_protected);
  lua_pushlightuserdata(L, &opening);
  if (lua_pcall(L, 1, 0, 0) != LUA_OK) {
    hh_close(s);
    return NULL;
  }
  return s;
}

typedef struct {
  int key;
  const char *name;
} hh_key_name;

static int name_key(lua_State *L) {
  hh_key_name *given = lua_touserdata(L, 1);
  hh_get(L, HH_KEY_NAMES);
  set_key(L, given->key, given->name);
  return 0;
}

bool hh_name_key(hh_state *s, int key, const char *name) {
  lua_State *L = s->current;
  hh_key_name given = {key, name};
  if (s->closing || !lua_checkstack(L, 4)) return false;
  lua_pushcfunction(L, name_key);
  lua_pushlightuserdata(L, &given);
  if (lua_pcall(L, 1, 0, 0) == LUA_OK) return true;
  lua_pop(L, 1);
  return false;
}

void hh_close(hh_state *s) {
  s->closing = true; /* handlers are inert from here on, finalizers do nothing */
  hh_close_limits(s);
  s->flags = HH_FLAG_CLOSING;
  if (s->memory.faults) s->memory.faults->after = -1;
  s->memory.reserve++;
  int count = 0;
  void **objects = s->proxy_count ? malloc((size_t)s->proxy_count * sizeof *objects) : NULL;
  for (hh_proxy *proxy = s->proxies; proxy; proxy = proxy->next) {
    s->cb.set_proxy(s->cb.context, proxy->object, 0);
    if (objects) objects[count++] = proxy->object;
    proxy->object = NULL;
  }
  hh_proxy *graves = s->graves; /* their userdata end with Lua */
  int grave_count = 0;
  for (hh_proxy *proxy = graves; proxy; proxy = proxy->next) grave_count++;
  void **corpses = grave_count ? malloc((size_t)grave_count * sizeof *corpses) : NULL;
  grave_count = 0;
  for (hh_proxy *proxy = graves; proxy && corpses; proxy = proxy->next)
    corpses[grave_count++] = proxy->corpse;
  s->graves = NULL;
  s->proxies = s->oldest_proxy = NULL;
  s->proxy_count = 0;
  lua_close(s->L);
  s->L = s->current = NULL;
  hh_reset_values(s, 0, 0);
  /* The objects go last: a deinit may still ask this state, which answers that it is closing. */
  for (int i = 0; i < count; i++) swift_release(objects[i]);
  for (int i = 0; i < grave_count; i++) swift_release(corpses[i]);
  free(objects);
  free(corpses);
  free(s->holders);
  hh_free_tasks(s);
  hh_close_memory(s);
  free(s->visitor.proxies);
  free(s->visitor.hidden);
  free(s->values);
  free(s->bytes);
  free(s->error_message);
  free(s->error_traceback);
  free(s);
}

bool hh_is_running(hh_state *s) { return s->active > 0; }
const char *hh_lua_version(void) { return LUA_RELEASE; }
int hh_error_kind(hh_state *s) { return s->error_kind; }
const char *hh_error_message(hh_state *s) {
  return s->error_message && *s->error_message ? s->error_message
                                               : "not enough memory for the error's message";
}
const char *hh_error_traceback(hh_state *s) { return s->error_traceback ? s->error_traceback : ""; }

/* lua_gc is marked as one that never raises: finalizers' errors become warnings. */
void hh_collect(hh_state *s) {
  hh_enter(s);
  s->wants_search = true;
  lua_gc(s->current, LUA_GCCOLLECT);
  hh_leave(s);
}

static int install(lua_State *L) {
  hh_state *s = hh_state_of(L);
  s->cb.define_class(s->cb.context, 0, s);
  return s->define_failed ? luaL_error(L, "not enough memory") : 0;
}

int hh_install_module(hh_state *s) {
  lua_pushcfunction(s->L, install);
  int status = lua_pcall(s->L, 0, 0, 0);
  if (status == LUA_OK) return HH_OK;
  hh_report(s, s->L, s->L, status);
  lua_pop(s->L, 1);
  return HH_FAILED;
}

/* --- Chunks -------------------------------------------------------------------------------- */

static const char loaded_key; /* where a chunk waits that was loaded to be run next */

typedef struct {
  const char *source;
  size_t length;
  const char *name;
  const char *const *arguments;
  int preceding_count, argument_count;
  int kind;
} hh_chunk;

/* The message handler of the main chunk: the stack is still there, so the traceback is taken here.
 * It must not fail: an error in it would be handled by itself. */
static int keep_traceback(lua_State *L) {
  hh_state *s = hh_state_of(L);
  hh_report(s, L, L, LUA_OK);
  return 1;
}

/* Pushes the chunk's function. Stack: [-0, +1]. Raises when it cannot be loaded. */
static void push_chunk(lua_State *L, hh_chunk *chunk) {
  const char *mode = hh_state_of(L)->limits.is_sandboxed ? "t" : NULL;
  int status = chunk->source
                   ? luaL_loadbufferx(L, chunk->source, chunk->length, chunk->name, mode)
                   : luaL_loadfilex(L, chunk->name, mode);
  if (status == LUA_OK) return;
  chunk->kind = status == LUA_ERRFILE ? HH_ERROR_FILE
                : status == LUA_ERRMEM ? HH_ERROR_MEMORY : HH_ERROR_SYNTAX;
  lua_error(L);
}

static int load_protected(lua_State *L) {
  hh_chunk *chunk = lua_touserdata(L, 1);
  lua_settop(L, 0);
  push_chunk(L, chunk);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &loaded_key);
  return 0;
}

static int run_protected(lua_State *L) {
  hh_chunk *chunk = lua_touserdata(L, 1);
  lua_settop(L, 0);
  lua_pushcfunction(L, keep_traceback);
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &loaded_key) == LUA_TFUNCTION) {
    lua_pushnil(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &loaded_key);
  } else {
    lua_pop(L, 1);
    push_chunk(L, chunk);
  }
  int status;
  lua_createtable(L, chunk->argument_count, 1);
  lua_pushstring(L, chunk->source ? "-" : chunk->name);
  lua_rawseti(L, -2, 0);
  for (int i = 0; i < chunk->preceding_count; i++) {
    lua_pushstring(L, chunk->arguments[i]);
    lua_rawseti(L, -2, i - chunk->preceding_count);
  }
  const char *const *own = chunk->arguments + chunk->preceding_count;
  for (int i = 0; i < chunk->argument_count; i++) {
    lua_pushstring(L, own[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setglobal(L, "arg");
  luaL_checkstack(L, chunk->argument_count + 4, "too many arguments");
  for (int i = 0; i < chunk->argument_count; i++) lua_pushstring(L, own[i]);
  chunk->kind = HH_ERROR_RUNTIME;
  status = lua_pcall(L, chunk->argument_count, 0, 1);
  if (status == LUA_OK) return 0;
  chunk->kind = status == LUA_ERRMEM ? HH_ERROR_MEMORY : -1; /* -1: the report is kept already */
  return lua_error(L);
}

static int with_chunk(hh_state *s, hh_chunk given, lua_CFunction work) {
  hh_chunk chunk = given;
  lua_State *L = s->current;
  int value_base = s->value_count;
  size_t byte_base = s->byte_count;
  if (!lua_checkstack(L, 8)) {
    hh_report(s, L, L, LUA_ERRMEM);
    return HH_FAILED;
  }
  hh_enter(s);
  s->chunks++;
  int published = s->chain_count;
  lua_pushcfunction(L, work);
  lua_pushlightuserdata(L, &chunk);
  int status = lua_pcall(L, 1, 0, 0);
  hh_unpublish(s, published);
  s->chunks--;
  s->current = L;
  hh_reset_values(s, value_base, byte_base);
  if (status != LUA_OK) {
    if (status == LUA_ERRMEM) chunk.kind = HH_ERROR_MEMORY;
    if (s->overrun) {
      hh_keep_stop(s);
    } else if (chunk.kind >= 0) {
      hh_report(s, L, L, status);
      hh_copy_string(s, &s->error_traceback, "", 0);
      s->error_kind = chunk.kind;
    }
    lua_pop(L, 1);
  }
  status = status == LUA_OK ? HH_OK : HH_FAILED;
  hh_leave_with(s, status);
  return status;
}

int hh_load_chunk(hh_state *s, const char *source, size_t length, const char *name) {
  hh_chunk chunk = {source, length, name, NULL, 0, 0, HH_ERROR_RUNTIME};
  return with_chunk(s, chunk, load_protected);
}

int hh_run_chunk(hh_state *s, const char *source, size_t length, const char *name,
                 const char *const *arguments, int preceding_count, int argument_count) {
  hh_chunk chunk = {source, length, name, arguments, preceding_count, argument_count,
                    HH_ERROR_RUNTIME};
  return with_chunk(s, chunk, run_protected);
}
