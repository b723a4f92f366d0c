/* Who holds which object: a walk over everything that Lua can reach, one source after the other. */
#include <stdio.h>

#include "internal.h"

typedef struct {
  hh_state *s;
  int visited, work; /* stack indices of tables */
  lua_Integer count; /* of values in `work` */
  unsigned serial;   /* of the source */
  hh_holder source;
} hh_walk;

/* Notes that the source holds an object; once. */
static void note(lua_State *L, hh_walk *w, hh_proxy *proxy) {
  hh_state *s = w->s;
  if (!proxy->object || proxy->state != s || proxy->noted == w->serial) return;
  proxy->noted = w->serial;
  if (s->holder_count == s->holder_capacity) {
    int capacity = s->holder_capacity ? 2 * s->holder_capacity : 64;
    hh_holder *grown = hh_reallocate(s, s->holders, (size_t)capacity * sizeof *grown);
    if (!grown) luaL_error(L, "not enough memory");
    s->holders = grown;
    s->holder_capacity = capacity;
  }
  hh_holder *holder = &s->holders[s->holder_count++];
  *holder = w->source;
  holder->object = proxy->object;
}

/* Takes the value on top as something that the source reaches. Stack: [-1, +0]. May raise. */
static void reach(lua_State *L, hh_walk *w) {
  int type = lua_type(L, -1);
  hh_proxy *proxy = hh_to_proxy(L, -1);
  bool is_node = type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TTHREAD ||
                 type == LUA_TUSERDATA;
  if (proxy) {
    note(L, w, proxy);
  } else if (is_node) {
    lua_pushvalue(L, -1);
    if (lua_rawget(L, w->visited) == LUA_TNIL) {
      lua_pushvalue(L, -2);
      lua_pushboolean(L, 1);
      lua_rawset(L, w->visited);
      lua_pushvalue(L, -2);
      lua_rawseti(L, w->work, ++w->count);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* The table on top. Weak keys and values hold nothing. */
static void scan_table(lua_State *L, hh_walk *w) {
  bool weak_keys = false, weak_values = false;
  if (lua_getmetatable(L, -1)) {
    lua_pushliteral(L, "__mode");
    if (lua_rawget(L, -2) == LUA_TSTRING) {
      weak_keys = strchr(lua_tostring(L, -1), 'k');
      weak_values = strchr(lua_tostring(L, -1), 'v');
    }
    lua_pop(L, 1);
    reach(L, w);
  }
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    if (weak_values) lua_pop(L, 1);
    else reach(L, w);
    if (weak_keys) continue;
    lua_pushvalue(L, -1);
    reach(L, w);
  }
}

static void scan_function(lua_State *L, hh_walk *w) {
  for (int i = 1; lua_getupvalue(L, -1, i); i++) reach(L, w);
}

/* The thread on top: the functions that run in it, and their variables. */
static void scan_thread(lua_State *L, hh_walk *w) {
  lua_State *co = lua_tothread(L, -1);
  if (!lua_checkstack(co, 2)) return;
  lua_Debug ar;
  for (int level = co == L ? 1 : 0; lua_getstack(co, level, &ar); level++) {
    lua_getinfo(co, "f", &ar);
    if (co != L) lua_xmove(co, L, 1);
    reach(L, w);
    for (int sign = 1; sign >= -1; sign -= 2) {
      for (int i = sign; lua_getlocal(co, &ar, i); i += sign) {
        if (co != L) lua_xmove(co, L, 1);
        reach(L, w);
      }
    }
  }
  /* A coroutine that has not begun has its function and arguments on the stack. */
  if (co != L && lua_status(co) == LUA_OK && !lua_getstack(co, 0, &ar)) {
    for (int i = 1; i <= lua_gettop(co); i++) {
      lua_pushvalue(co, i);
      lua_xmove(co, L, 1);
      reach(L, w);
    }
  }
}

static void scan_userdata(lua_State *L, hh_walk *w) {
  if (lua_getmetatable(L, -1)) reach(L, w);
  for (int i = 1; lua_getiuservalue(L, -1, i) != LUA_TNONE; i++) reach(L, w);
  lua_pop(L, 1);
}

/* Walks on from the value on top. Stack: [-1, +0]. May raise. */
static void walk(lua_State *L, hh_walk *w) {
  reach(L, w);
  while (w->count > 0) {
    lua_rawgeti(L, w->work, w->count);
    lua_pushnil(L);
    lua_rawseti(L, w->work, w->count--);
    switch (lua_type(L, -1)) {
      case LUA_TTABLE: scan_table(L, w); break;
      case LUA_TFUNCTION: scan_function(L, w); break;
      case LUA_TTHREAD: scan_thread(L, w); break;
      default: scan_userdata(L, w); break;
    }
    lua_pop(L, 1);
  }
}

/* Walks from the value on top as from a new source. */
static void walk_source(lua_State *L, hh_walk *w, int kind, void *owner, int slot) {
  w->serial++;
  w->source.kind = kind == HH_HELD_BY_SLOT && lua_isthread(L, -1) ? HH_HELD_BY_WAITER : kind;
  w->source.owner = owner;
  w->source.slot = slot;
  walk(L, w);
}

static void mark_visited(lua_State *L, hh_walk *w) {
  lua_pushboolean(L, 1);
  lua_rawset(L, w->visited);
}

/* The entries of the table on top, which is popped: by their names, or as root slots. */
static void walk_entries(lua_State *L, hh_walk *w, int kind) {
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    int slot = lua_isinteger(L, -2) ? (int)lua_tointeger(L, -2) : 0;
    const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
    snprintf(w->source.name, sizeof w->source.name, "%s", name);
    walk_source(L, w, kind, NULL, slot);
  }
  w->source.name[0] = 0;
  lua_pop(L, 1);
}

static void walk_proxy(lua_State *L, hh_walk *w, hh_proxy *proxy) {
  int index = lua_gettop(L);
  for (int slot = 0; slot < HH_DIRECT_SLOTS; slot++) {
    lua_getiuservalue(L, index, HH_UV_SLOT0 + slot);
    walk_source(L, w, HH_HELD_BY_SLOT, proxy->object, slot);
  }
  if (lua_getiuservalue(L, index, HH_UV_OVERFLOW) == LUA_TTABLE) {
    for (lua_pushnil(L); lua_next(L, -2);) {
      int slot = HH_DIRECT_SLOTS + (int)lua_tointeger(L, -2);
      walk_source(L, w, HH_HELD_BY_SLOT, proxy->object, slot);
    }
  }
  lua_pop(L, 1);
  lua_getiuservalue(L, index, HH_UV_DATA);
  walk_source(L, w, HH_HELD_BY_DATA, proxy->object, 0);
  w->serial++;
  w->source.kind = HH_HELD_BY_OWNER;
  w->source.owner = proxy->object;
  if (lua_getiuservalue(L, index, HH_UV_EDGES) == LUA_TTABLE) {
    lua_Integer length = (lua_Integer)lua_rawlen(L, -1);
    for (lua_Integer i = 1; i <= length; i++) {
      lua_rawgeti(L, -1, i);
      hh_proxy *child = hh_to_proxy(L, -1);
      if (child) note(L, w, child);
      lua_pop(L, 1);
    }
  }
  lua_pop(L, 1);
}

static int find_protected(lua_State *L) {
  hh_state *s = hh_state_of(L);
  hh_walk w = {.s = s, .visited = 1, .work = 2};
  luaL_checkstack(L, 32, NULL);
  s->holder_count = 0;
  hh_sync_edges(L, s);
  for (hh_proxy *proxy = s->proxies; proxy; proxy = proxy->next) proxy->noted = 0;
  w.source.kind = HH_HELD_BY_SWIFT;
  for (hh_proxy *proxy = s->proxies; proxy; proxy = proxy->next) {
    w.source.slot = (int)swift_retainCount(proxy->object) - 1 - proxy->traced_edges;
    w.serial++;
    if (w.source.slot > 0) note(L, &w, proxy);
  }
  lua_settop(L, 0);
  lua_newtable(L);
  lua_newtable(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_pushvalue(L, -1);
  mark_visited(L, &w);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushvalue(L, -1);
  mark_visited(L, &w);
  lua_pushvalue(L, LUA_REGISTRYINDEX);
  mark_visited(L, &w);
  lua_insert(L, -2);
  walk_entries(L, &w, HH_HELD_BY_GLOBAL);
  walk_entries(L, &w, HH_HELD_BY_GLOBAL);
  for (hh_proxy *proxy = s->proxies; proxy; proxy = proxy->next) {
    if (proxy->limbo_index || !hh_push_proxy(L, s, proxy)) continue;
    walk_proxy(L, &w, proxy);
    lua_pop(L, 1);
  }
  hh_get(L, HH_KEY_ROOTS);
  walk_entries(L, &w, HH_HELD_BY_SLOT);
  for (int i = 0; i < s->chain_count; i++) {
    lua_State *co = s->chain[i];
    if (!lua_checkstack(co, 1)) continue;
    lua_pushthread(co);
    if (co != L) lua_xmove(co, L, 1);
    walk_source(L, &w, HH_HELD_BY_CODE, NULL, 0);
  }
  return 0;
}

int hh_find_holders(hh_state *s, const hh_holder **list) {
  lua_State *L = s->current;
  if (s->closing || s->sweeping || !lua_checkstack(L, 4)) return -1;
  hh_enter(s);
  s->memory.reserve++;
  /* No finalizer may change the list of proxies meanwhile. */
  bool collects = lua_gc(L, LUA_GCISRUNNING);
  if (collects) lua_gc(L, LUA_GCSTOP);
  lua_pushcfunction(L, find_protected);
  int status = lua_pcall(L, 0, 0, 0);
  if (status != LUA_OK) lua_pop(L, 1);
  if (collects) lua_gc(L, LUA_GCRESTART);
  s->memory.reserve--;
  hh_leave(s);
  *list = s->holders;
  return status == LUA_OK ? s->holder_count : -1;
}
