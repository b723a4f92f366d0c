/* Proxies: Lua's faces of Swift objects, and their exact collection across both heaps.
 *
 * A proxy owns one strong reference to its object. It is a root for Lua's collector (pinned) while
 * Swift holds the object by more than the proxy's reference and the edges that Lua can see as well.
 * A sweep once per collection cycle pins and unpins. A proxy that Lua finds dead goes to limbo
 * first: Swift may have taken a reference since the last sweep. Limbo is decided as a whole when no
 * finalizer of the cycle is outstanding.
 */
#include "internal.h"

/* After how many revivals of limbo in a row it is decided at a safe point. */
enum { HH_MAX_REVIVALS = 2 };

const char hh_proxy_magic;
static const char sentinel_key;

hh_proxy *hh_to_proxy(lua_State *L, int index) {
  hh_proxy *proxy = lua_touserdata(L, index);
  if (!proxy || lua_rawlen(L, index) != sizeof *proxy) return NULL; /* a light one has no length */
  return proxy->magic == &hh_proxy_magic ? proxy : NULL;
}

bool hh_to_self(lua_State *L, int index, hh_self *self) {
  hh_proxy *proxy = hh_to_proxy(L, index);
  if (proxy) {
    *self = (hh_self){.proxy = proxy, .object = proxy->object, .class_id = proxy->class_id};
    return true;
  }
  hh_token *token = hh_to_token(L, index);
  if (token) *self = (hh_self){.token = token, .object = token->object, .class_id = token->class_id};
  return token;
}

/* Pushes the proxy of an object if Lua can still see it. Stack: [-0, +(0|1)]. Never raises; needs
 * 2 free slots. */
static bool push_known(lua_State *L, void *object) {
  hh_get(L, HH_KEY_IDENTITY);
  if (lua_rawgetp(L, -1, object) == LUA_TUSERDATA) {
    lua_remove(L, -2);
    return true;
  }
  lua_pop(L, 2);
  return false;
}

/* --- Slots --------------------------------------------------------------------------------- */

/* Pushes the value in a slot of a living object. Stack: [-0, +(0|1)]. Never raises; needs 4 free
 * slots. */
bool hh_push_slot(lua_State *L, hh_state *s, void *object, int slot) {
  int top = lua_gettop(L);
  if (!object) {
    hh_get(L, HH_KEY_ROOTS);
    lua_rawgeti(L, -1, slot);
  } else {
    if (!hh_find_object(L, s, object)) return false;
    if (slot < HH_DIRECT_SLOTS) {
      lua_getiuservalue(L, -1, HH_UV_SLOT0 + slot);
    } else if (lua_getiuservalue(L, -1, HH_UV_OVERFLOW) == LUA_TTABLE) {
      lua_rawgeti(L, -1, slot - HH_DIRECT_SLOTS);
    }
  }
  lua_replace(L, top + 1);
  lua_settop(L, top + 1);
  if (!lua_isnil(L, -1)) return true;
  lua_pop(L, 1);
  return false;
}

/* Stores a value of the stack; `owner` NULL is the root. Returns the slot. May raise. */
int hh_store_slot(lua_State *L, hh_state *s, hh_proxy *owner, int owner_index, int value_index) {
  (void)s;
  luaL_checkstack(L, 4, NULL);
  value_index = lua_absindex(L, value_index);
  if (!owner) {
    hh_get(L, HH_KEY_ROOTS);
    lua_pushvalue(L, value_index);
    int slot = luaL_ref(L, -2);
    lua_pop(L, 1);
    return slot;
  }
  for (int slot = 0; slot < HH_DIRECT_SLOTS; slot++) {
    if (owner->direct_used & 1u << slot) continue;
    lua_pushvalue(L, value_index);
    lua_setiuservalue(L, owner_index, HH_UV_SLOT0 + slot);
    owner->direct_used |= 1u << slot;
    return slot;
  }
  if (lua_getiuservalue(L, owner_index, HH_UV_OVERFLOW) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, owner_index, HH_UV_OVERFLOW);
  }
  lua_pushvalue(L, value_index);
  int slot = HH_DIRECT_SLOTS + luaL_ref(L, -2);
  lua_pop(L, 1);
  return slot;
}

/* Clears a slot of the proxy at `index`. */
static void clear_at(lua_State *L, hh_state *s, hh_proxy *proxy, int index, int slot) {
  hh_discharge(s, proxy, HH_HANDLER_BYTES);
  if (slot < HH_DIRECT_SLOTS) {
    lua_pushnil(L);
    lua_setiuservalue(L, index, HH_UV_SLOT0 + slot);
    proxy->direct_used &= ~(1u << slot);
  } else if (lua_getiuservalue(L, index, HH_UV_OVERFLOW) == LUA_TTABLE) {
    luaL_unref(L, -1, slot - HH_DIRECT_SLOTS);
  }
}

/* Clears existing entries only, which allocates nothing. */
void hh_clear_slot(hh_state *s, void *object, int slot) {
  lua_State *L = s->current;
  if (s->closing || slot < 0 || !lua_checkstack(L, 6)) return;
  int top = lua_gettop(L);
  hh_proxy *proxy;
  if (!object) {
    hh_get(L, HH_KEY_ROOTS);
    luaL_unref(L, -1, slot);
  } else if (top > 0 && (proxy = hh_to_proxy(L, 1)) && proxy->object == object) {
    clear_at(L, s, proxy, 1, slot); /* it is the self of the method that runs */
  } else if (hh_find_object(L, s, object)) {
    clear_at(L, s, lua_touserdata(L, -1), top + 1, slot);
  }
  lua_settop(L, top);
}

/* --- Making proxies ------------------------------------------------------------------------ */

/* Every proxy must find room in limbo without allocating, since that happens in a finalizer. */
static void reserve_limbo(lua_State *L, hh_state *s) {
  while (s->proxy_count >= s->limbo_capacity) {
    int capacity = s->limbo_capacity ? 2 * s->limbo_capacity : 64;
    lua_createtable(L, capacity, 0); /* may run finalizers, which may do the same */
    if (capacity <= s->limbo_capacity) {
      lua_pop(L, 1);
      continue;
    }
    hh_get(L, HH_KEY_LIMBO);
    for (int i = 1; i <= s->limbo_count; i++) {
      lua_rawgeti(L, -1, i);
      lua_rawseti(L, -3, i);
    }
    lua_pop(L, 1);
    hh_set(L, HH_KEY_LIMBO);
    s->limbo_capacity = capacity;
  }
}

/* May raise when it pins. */
static void set_pinned(lua_State *L, hh_proxy *proxy, int index, bool pinned) {
  index = lua_absindex(L, index);
  hh_get(L, HH_KEY_PINS);
  if (pinned) lua_pushvalue(L, index);
  else lua_pushnil(L);
  lua_rawsetp(L, -2, proxy->object);
  lua_pop(L, 1);
  proxy->is_pinned = pinned;
}

/* A call on the object borrows the proxy's reference: a finalizer of the script's may have made a
 * dying proxy reachable again. */
static bool is_held_beside(hh_proxy *proxy, int references) {
  return proxy->calls > 0 ||
         swift_retainCount(proxy->object) > (size_t)(1 + proxy->traced_edges + references);
}

static bool is_held(hh_proxy *proxy) { return is_held_beside(proxy, 0); }

/* A method of the object has run, which may have made Swift hold it: pinned until a sweep knows better.
 * Without that the collector would find it dead, and take it back. May raise. */
void hh_note_held(lua_State *L, hh_proxy *proxy, int index) {
  if (!proxy->is_pinned && proxy->object && !proxy->limbo_index && is_held(proxy))
    set_pinned(L, proxy, index, true);
}

static int pin_protected(lua_State *L) {
  set_pinned(L, lua_touserdata(L, 1), 1, true);
  return 0;
}

/* Likewise for one that is given to Swift, which may hold it from now on. Never raises: without memory
 * it stays as it is. */
void hh_note_given(lua_State *L, hh_proxy *proxy, int index) {
  if (proxy->is_pinned || !proxy->object || proxy->limbo_index || !lua_checkstack(L, 2)) return;
  index = lua_absindex(L, index);
  lua_pushcfunction(L, pin_protected);
  lua_pushvalue(L, index);
  if (lua_pcall(L, 1, 0, 0) != LUA_OK) lua_pop(L, 1);
}

/* Makes a proxy, which owns a reference of its own, unless there is one by now: allocating may run
 * finalizers, and they may do anything. `child` is NULL, or an object that this one must still own.
 * Stack: [-0, +(0|1)]. May raise. */
static bool make_proxy(lua_State *L, hh_state *s, void *object, void *child) {
  luaL_checkstack(L, 8, NULL);
  int class_id = hh_class_of(s, object);
  hh_push_class(L, s, class_id);
  hh_proxy *proxy = lua_newuserdatauv(L, sizeof *proxy, HH_USER_VALUES);
  memset(proxy, 0, sizeof *proxy);
  proxy->magic = &hh_proxy_magic;
  proxy->state = s;
  proxy->class_id = class_id;
  lua_insert(L, -2); /* stack: proxy metatable */
  lua_setmetatable(L, -2);
  reserve_limbo(L, s);
  /* No finalizer runs from here on. */
  if ((child && s->cb.owner_of(s->cb.context, child) != object) ||
      s->cb.get_proxy(s->cb.context, object)) {
    lua_pop(L, 1); /* its finalizer finds no object */
    return false;
  }
  hh_get(L, HH_KEY_IDENTITY);
  lua_pushvalue(L, -2);
  lua_rawsetp(L, -2, object);
  lua_pop(L, 1);
  proxy->object = object;
  swift_retain(object);
  proxy->next = s->proxies;
  if (s->proxies) s->proxies->prev = proxy;
  else s->oldest_proxy = proxy;
  s->proxies = proxy;
  s->proxy_count++;
  s->made++;
  proxy->is_partial = 1; /* an earlier proxy of the object may have been the last to ask */
  proxy->partial_at = s->changes;
  s->changes++;
  s->cb.set_proxy(s->cb.context, object, (uintptr_t)proxy);
  return true;
}

/* An object with a proxy must not be owned by one without: that would hide an edge. */
static void make_owner_proxies(lua_State *L, hh_state *s, void *object) {
  void *owner = s->cb.owner_of(s->cb.context, object);
  while (owner && !s->cb.get_proxy(s->cb.context, owner)) {
    if (make_proxy(L, s, owner, object)) {
      hh_proxy *proxy = lua_touserdata(L, -1);
      if (is_held(proxy)) set_pinned(L, proxy, -1, true);
      lua_pop(L, 1);
      object = owner;
    }
    owner = s->cb.owner_of(s->cb.context, object);
  }
}

static void revive_limbo(lua_State *L, hh_state *s);

/* Pushes the proxy of an object that the caller keeps alive, by a number of references that it is about
 * to let go of. An object that nothing else holds is Lua's alone, and not pinned. Stack: [-0, +1]. May
 * raise. */
void hh_push_given(lua_State *L, hh_state *s, void *object, int references) {
  luaL_checkstack(L, 8, NULL);
  for (int tries = 0;;) {
    hh_proxy *old = (hh_proxy *)s->cb.get_proxy(s->cb.context, object);
    if (old && push_known(L, object)) return;
    if (!old) {
      if (make_proxy(L, s, object, NULL)) break;
      continue;
    }
    if (old->state != s) luaL_error(L, "the object belongs to another script host");
    if (old->limbo_index) {
      revive_limbo(L, s);
      continue;
    }
    /* Lua found the proxy dead, but its finalizer has not run. There must never be a second proxy:
     * finish the cycle, which takes the old one back. */
    if (tries++ == 4)
      luaL_error(L, "an object is being finalized and cannot be reached from a finalizer");
    lua_gc(L, LUA_GCCOLLECT);
  }
  hh_proxy *proxy = lua_touserdata(L, -1);
  if (is_held_beside(proxy, references)) set_pinned(L, proxy, -1, true);
  make_owner_proxies(L, s, object);
}

void hh_push_object(lua_State *L, hh_state *s, void *object) { hh_push_given(L, s, object, 0); }

static int push_object_protected(lua_State *L) {
  hh_push_object(L, hh_state_of(L), lua_touserdata(L, 1));
  return 1;
}

/* Pushes the proxy of a living object, also one that Lua has found dead. Stack: [-0, +(0|1)]. Never
 * raises; needs 4 free slots. */
bool hh_find_object(lua_State *L, hh_state *s, void *object) {
  if (push_known(L, object)) return true;
  hh_proxy *old = (hh_proxy *)s->cb.get_proxy(s->cb.context, object);
  if (!old || old->state != s) return false;
  swift_retain(object); /* so that the cycle finds it held */
  hh_enter(s);
  lua_pushcfunction(L, push_object_protected);
  lua_pushlightuserdata(L, object);
  bool found = lua_pcall(L, 1, 1, 0) == LUA_OK;
  if (!found) lua_pop(L, 1);
  hh_leave(s);
  swift_release(object);
  return found;
}

/* A coroutine that waited for the object's events does so no longer. */
void hh_wait_ended(hh_state *s, void *object) {
  hh_proxy *proxy = object ? (hh_proxy *)s->cb.get_proxy(s->cb.context, object) : NULL;
  if (proxy && proxy->state == s && proxy->waits > 0) proxy->waits--;
}

/* --- Edges --------------------------------------------------------------------------------- */

void hh_visit(hh_visitor *visitor, uintptr_t address) {
  if (!address) {
    visitor->skipped = true;
    return;
  }
  if (visitor->count == visitor->capacity) {
    int capacity = visitor->capacity ? 2 * visitor->capacity : 32;
    hh_proxy *first = (hh_proxy *)address;
    hh_proxy **grown =
        hh_reallocate(first->state, visitor->proxies, (size_t)capacity * sizeof *grown);
    if (!grown) {
      visitor->failed = true;
      return;
    }
    visitor->proxies = grown;
    visitor->capacity = capacity;
  }
  visitor->proxies[visitor->count++] = (hh_proxy *)address;
}

/* Takes back the edges of a proxy on the stack. */
static void drop_edges(lua_State *L, hh_proxy *proxy, int index) {
  if (!proxy->has_edges) return;
  proxy->has_edges = 0;
  if (lua_getiuservalue(L, index, HH_UV_EDGES) == LUA_TTABLE) {
    lua_Integer count = (lua_Integer)lua_rawlen(L, -1);
    for (lua_Integer i = 1; i <= count; i++) {
      lua_rawgeti(L, -1, i);
      hh_proxy *child = hh_to_proxy(L, -1);
      if (child && child->traced_edges > 0) child->traced_edges--;
      lua_pop(L, 1);
    }
  }
  lua_pop(L, 1);
  lua_pushnil(L);
  lua_setiuservalue(L, index, HH_UV_EDGES);
}

/* Whether the edges of a proxy must be mirrored anew: they changed, or not all could be mirrored, and
 * there are other proxies now. */
static bool needs_sync(hh_state *s, hh_proxy *proxy) {
  return proxy->ends != s->ends || s->cb.edges_changed(s->cb.context, proxy->object) ||
         (proxy->is_partial && proxy->partial_at != s->changes);
}

/* Mirrors what an object owns between the proxies. The proxy is at `index`. May raise; an edge that
 * is not mirrored only keeps its end pinned, until a later sweep mirrors it. */
static void sync_edges(lua_State *L, hh_state *s, hh_proxy *proxy, int index) {
  hh_visitor *visitor = &s->visitor;
  visitor->count = 0;
  visitor->failed = visitor->skipped = false;
  proxy->is_partial = 1; /* until all is done */
  proxy->partial_at = s->changes - 1;
  proxy->ends = s->ends;
  s->cb.visit_owned(s->cb.context, proxy->object, visitor);
  drop_edges(L, proxy, index);
  if (visitor->failed) return;
  bool is_partial = visitor->skipped;
  int count = visitor->count, added = 0;
  if (count > 0) {
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
      hh_proxy *child = visitor->proxies[i];
      if (!child->object || child->state != s) continue;
      if (child->limbo_index) {
        if (!proxy->limbo_index) s->reached = true;
        hh_get(L, HH_KEY_LIMBO);
        lua_rawgeti(L, -1, child->limbo_index);
        lua_remove(L, -2);
      } else if (!push_known(L, child->object)) {
        is_partial = true; /* its finalizer has not run */
        continue;
      }
      child->traced_edges++;
      lua_rawseti(L, -2, ++added); /* within the array part: allocates nothing */
    }
    lua_setiuservalue(L, index, HH_UV_EDGES);
    proxy->has_edges = 1;
  }
  proxy->is_partial = is_partial;
  proxy->partial_at = s->changes;
}

static void sync_live(lua_State *L, hh_state *s) {
  for (hh_proxy *proxy = s->proxies; proxy; proxy = proxy->next) {
    if (proxy->limbo_index || !needs_sync(s, proxy)) continue;
    if (push_known(L, proxy->object)) {
      sync_edges(L, s, proxy, lua_gettop(L));
      lua_pop(L, 1);
    } else { /* found dead: mirrored when its finalizer has run */
      proxy->is_partial = 1;
      proxy->partial_at = s->changes - 1;
    }
  }
}

static void note_hidden(hh_visitor *visitor, hh_state *s, void *object) {
  if (visitor->hidden_count == visitor->hidden_capacity) {
    int capacity = visitor->hidden_capacity ? 2 * visitor->hidden_capacity : 32;
    void **grown = hh_reallocate(s, visitor->hidden, (size_t)capacity * sizeof *grown);
    if (!grown) return; /* tried again by a later search */
    visitor->hidden = grown;
    visitor->hidden_capacity = capacity;
  }
  visitor->hidden[visitor->hidden_count++] = object;
}

void hh_visit_hidden(hh_state *s, void *object) { note_hidden(&s->visitor, s, object); }

bool hh_is_proxy_of(hh_state *s, uintptr_t address) {
  return address && ((hh_proxy *)address)->state == s;
}

/* Gives a proxy to each object without one that is owned by one with, and itself owns one with: it
 * would hide an edge, and a cycle through it would stay. Views are never in between, as a view with a
 * proxy has one for each of its superviews; associated values and a subclass's own properties are.
 *
 * The search walks over everything that is owned and that no script knows. So it is made when as much
 * was looked at by sweeps since the last one, and by a collection that the host asks for. May raise. */
static void show_hidden(lua_State *L, hh_state *s) {
  hh_visitor *visitor = &s->visitor;
  s->unsearched += (size_t)s->proxy_count;
  if (!s->wants_search && s->unsearched < s->search_cost) return;
  visitor->hidden_count = 0;
  for (hh_proxy *proxy = s->proxies; proxy; proxy = proxy->next)
    if (proxy->is_partial && !proxy->limbo_index) note_hidden(visitor, s, proxy->object);
  int owners = visitor->hidden_count;
  s->wants_search = false;
  s->unsearched = 0;
  s->search_cost = 0;
  if (owners == 0) return;
  s->search_cost = s->cb.find_hidden(s->cb.context, s, visitor->hidden, owners);
  for (int i = owners; i < visitor->hidden_count; i++) {
    hh_push_object(L, s, visitor->hidden[i]);
    lua_pop(L, 1);
  }
  if (owners < visitor->hidden_count) sync_live(L, s);
}

/* --- Sweep and limbo ----------------------------------------------------------------------- */

/* Pushes limbo and returns its index. */
static int push_limbo(lua_State *L) {
  hh_get(L, HH_KEY_LIMBO);
  return lua_gettop(L);
}

static void revive_limbo(lua_State *L, hh_state *s) {
  luaL_checkstack(L, 8, NULL);
  int limbo = push_limbo(L);
  s->revival_failed = true; /* unless this gets to its end */
  while (s->limbo_count > 0) {
    lua_rawgeti(L, limbo, s->limbo_count); /* stack: limbo proxy */
    hh_proxy *proxy = lua_touserdata(L, -1);
    /* What may raise comes first. */
    if (is_held(proxy)) set_pinned(L, proxy, -1, true);
    hh_get(L, HH_KEY_IDENTITY);
    lua_pushvalue(L, -2);
    lua_rawsetp(L, -2, proxy->object);
    lua_pop(L, 1);
    s->revived = true;
    s->changes++;
    hh_push_class(L, s, proxy->class_id);
    lua_setmetatable(L, -2); /* arms the finalizer again */
    proxy->limbo_index = 0;
    lua_pushnil(L);
    lua_rawseti(L, limbo, s->limbo_count--);
    lua_pop(L, 1);
  }
  s->revival_failed = false;
  lua_settop(L, limbo - 1);
}

static int revive_protected(lua_State *L) {
  revive_limbo(L, hh_state_of(L));
  return 0;
}

static void unlink_proxy(hh_state *s, hh_proxy *proxy) {
  if (proxy->prev) proxy->prev->next = proxy->next;
  else s->proxies = proxy->next;
  if (proxy->next) proxy->next->prev = proxy->prev;
  else s->oldest_proxy = proxy->prev;
  s->proxy_count--;
}

/* Lets go of everything in limbo. All records are detached before the first release: a deinit may
 * run any code. */
static void release_limbo(lua_State *L, hh_state *s) {
  int count = s->limbo_count;
  void **objects = hh_reallocate(s, NULL, (size_t)count * sizeof *objects);
  if (!objects) return; /* it stays in limbo until the next cycle */
  int limbo = push_limbo(L);
  hh_get(L, HH_KEY_IDENTITY);
  lua_insert(L, limbo++); /* stack: identity limbo */
  for (int i = 1; i <= count; i++) {
    lua_rawgeti(L, limbo, i);
    hh_proxy *proxy = lua_touserdata(L, -1);
    int index = lua_gettop(L);
    drop_edges(L, proxy, index);
    if (s->revival_failed && lua_rawgetp(L, limbo - 1, proxy->object) != LUA_TNIL) {
      lua_pushnil(L);
      lua_rawsetp(L, limbo - 1, proxy->object);
    }
    objects[i - 1] = proxy->object;
    s->cb.set_proxy(s->cb.context, proxy->object, 0);
    unlink_proxy(s, proxy);
    hh_uncharge(s, proxy);
    proxy->object = NULL;
    proxy->limbo_index = 0;
    lua_settop(L, index - 1);
    lua_pushnil(L);
    lua_rawseti(L, limbo, i);
  }
  s->limbo_count = 0;
  s->revival_failed = false;
  lua_settop(L, limbo - 2);
  for (int i = 0; i < count; i++) swift_release(objects[i]);
  free(objects);
}

/* Brings the edges of everything in limbo up to date. */
static void sync_limbo(lua_State *L, hh_state *s) {
  int limbo = push_limbo(L);
  for (int i = 1; i <= s->limbo_count; i++) {
    lua_rawgeti(L, limbo, i);
    hh_proxy *proxy = lua_touserdata(L, -1);
    if (needs_sync(s, proxy)) sync_edges(L, s, proxy, limbo + 1);
    lua_settop(L, limbo);
  }
  lua_settop(L, limbo - 1);
}

/* Cancels the handlers that wait for events of objects in limbo. Their to-be-closed variables may
 * store an object anew, so limbo is taken back, and the next cycle decides. */
static void cancel_limbo(lua_State *L, hh_state *s, int waiting) {
  void **objects = hh_reallocate(s, NULL, (size_t)waiting * sizeof *objects);
  if (!objects) return; /* tried again in the next cycle */
  int limbo = push_limbo(L), count = 0;
  for (int i = 1; i <= s->limbo_count && count < waiting; i++) {
    lua_rawgeti(L, limbo, i);
    hh_proxy *proxy = lua_touserdata(L, -1);
    if (proxy->waits > 0) objects[count++] = proxy->object;
    lua_pop(L, 1);
  }
  lua_settop(L, limbo - 1);
  for (int i = 0; i < count; i++) swift_retain(objects[i]);
  lua_pushcfunction(L, revive_protected);
  if (lua_pcall(L, 0, 0, 0) == LUA_OK) {
    for (int i = 0; i < count; i++) s->cb.cancel_waits(s->cb.context, objects[i]);
  } else {
    lua_pop(L, 1);
  }
  for (int i = 0; i < count; i++) swift_release(objects[i]);
  free(objects);
}

/* Decides limbo once every finalizer of the cycle has run. */
static void decide_limbo(lua_State *L, hh_state *s) {
  if (s->limbo_count == 0) return;
  sync_live(L, s);
  sync_limbo(L, s);
  int limbo = push_limbo(L);
  bool held = s->revived || s->reached; /* the sweep may have found it reached already */
  int waiting = 0;
  for (int i = 1; i <= s->limbo_count && !held; i++) {
    lua_rawgeti(L, limbo, i);
    hh_proxy *proxy = lua_touserdata(L, -1);
    held = is_held(proxy);
    if (proxy->waits > 0) waiting++;
    lua_pop(L, 1);
  }
  lua_settop(L, limbo - 1);
  if (held) {
    revive_limbo(L, s);
    /* Something new is handed to Swift in each cycle: decide once with nothing in between. */
    if (++s->revivals >= HH_MAX_REVIVALS) s->wants_exact = s->is_due = true;
  } else {
    s->revivals = 0;
    if (waiting > 0) cancel_limbo(L, s, waiting);
    else release_limbo(L, s);
  }
  if (s->limbo_count == 0) s->reached = false;
}

/* Pins and unpins, after bringing owners and edges up to date. Returns how many finalizers of this
 * cycle are still to come. */
static int sweep(lua_State *L, hh_state *s) {
  for (int i = 0; i < s->pool_count; i++) hh_forget_last(s->pool[i]);
  hh_forget_events(L, s);
  /* New proxies go to the front of the list, so walking on from here misses none that matters. */
  for (hh_proxy *proxy = s->proxies; proxy; proxy = proxy->next)
    if (!proxy->limbo_index) make_owner_proxies(L, s, proxy->object);
  sync_live(L, s);
  show_hidden(L, s);
  hh_measure_root(s);
  int pending = 0;
  for (hh_proxy *proxy = s->proxies; proxy; proxy = proxy->next) {
    if (proxy->limbo_index) continue;
    if (!push_known(L, proxy->object)) {
      pending++;
      continue;
    }
    hh_measure(s, proxy);
    bool held = is_held(proxy);
    if (held != proxy->is_pinned) set_pinned(L, proxy, -1, held);
    lua_pop(L, 1);
  }
  return pending;
}

static int protected_sweep(lua_State *L) {
  hh_state *s = hh_state_of(L);
  if (s->pending == 0) s->revived = false; /* the last cycle is decided */
  s->pending = sweep(L, s);
  if (s->pending == 0) decide_limbo(L, s);
  return 0;
}

/* Out of memory inside leaves pins as they were; the next cycle tries again. Swift code that runs in
 * a deinit uses the thread that collects: another one may be in the middle of something. */
static void run_guarded(lua_State *L, hh_state *s, lua_CFunction work) {
  if (s->sweeping) return;
  lua_State *outer = s->current;
  s->current = L;
  hh_enter(s);
  s->sweeping = true;
  s->memory.reserve++; /* it frees more than it takes */
  lua_pushcfunction(L, work);
  if (lua_pcall(L, 0, 0, 0) != LUA_OK) lua_pop(L, 1);
  s->memory.reserve--;
  s->sweeping = false;
  hh_leave(s);
  s->current = outer;
}

/* Stack: [-0, +0]. Raises when memory runs out. */
static int make_sentinel(lua_State *L) {
  lua_newuserdatauv(L, 0, 0);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &sentinel_key);
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
  return 0;
}

/* Runs once per collection cycle, as the finalizer of an object that nothing refers to. */
static int sentinel_gc(lua_State *L) {
  hh_state *s = hh_state_of(L);
  if (s->closing) return 0;
  luaL_checkstack(L, 16, NULL);
  hh_want_pause(s);
  run_guarded(L, s, protected_sweep);
  s->memory.reserve++;
  lua_pushcfunction(L, make_sentinel);
  if (lua_pcall(L, 0, 0, 0) != LUA_OK) {
    /* Without a sentinel nothing would ever be freed again. This one is used once more, which
     * allocates nothing; it is the second choice, as one that grows old is finalized less often. */
    lua_pop(L, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &sentinel_key);
    lua_setmetatable(L, 1);
  }
  s->memory.reserve--;
  return 0;
}

static int protected_decide(lua_State *L) {
  decide_limbo(L, hh_state_of(L));
  return 0;
}

/* --- Destroying ---------------------------------------------------------------------------- */

const char *hh_destroyed_name(lua_State *L, int index) {
  hh_token *token = hh_to_token(L, index);
  if (token) return token->name;
  if (!lua_checkstack(L, 1)) return NULL;
  int type = lua_getiuservalue(L, index, HH_UV_DATA);
  const char *name = type == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
  lua_pop(L, 1);
  return name;
}

/* Raises an error about a face that has no object any more. */
int hh_raise_destroyed(lua_State *L, hh_state *s, int index) {
  hh_self self;
  if (s->closing) return luaL_error(L, "the script host is closed");
  if (!hh_to_self(L, index, &self) || (self.proxy ? self.proxy->state : self.token->state) != s)
    return luaL_error(L, "the object belongs to another script host");
  const char *name = hh_destroyed_name(L, index);
  if (!name) { /* let go, and stored again */
    hh_push_class(L, s, self.class_id);
    lua_rawgeti(L, -1, 1);
    name = lua_tostring(L, -1);
  }
  return luaL_error(L, "%s has been destroyed", name);
}

/* Takes the object from the proxy at `index`, under the name on top of the stack, which is popped.
 * The object itself is let go at the next safe point: code may be running on it. May raise before
 * anything has changed. */
void hh_end_proxy(lua_State *L, hh_state *s, hh_proxy *proxy, int index) {
  luaL_checkstack(L, 8, NULL);
  if (proxy->limbo_index) revive_limbo(L, s);
  void *object = proxy->object;
  /* No allocation from here on. */
  lua_setiuservalue(L, index, HH_UV_DATA);
  drop_edges(L, proxy, index);
  for (int i = HH_UV_OVERFLOW; i <= HH_USER_VALUES; i++) {
    lua_pushnil(L);
    lua_setiuservalue(L, index, i);
  }
  proxy->direct_used = 0;
  proxy->waits = 0;
  if (proxy->is_pinned) set_pinned(L, proxy, index, false);
  bool is_pending = !push_known(L, object); /* found dead, but its finalizer has not run */
  if (!is_pending) {
    lua_pop(L, 1);
    hh_get(L, HH_KEY_IDENTITY);
    lua_pushnil(L);
    lua_rawsetp(L, -2, object);
    lua_pop(L, 1);
  }
  if (proxy->traced_edges > 0) s->ends++;
  for (hh_task *task = s->tasks; task; task = task->next)
    if (task->last == object) task->last = NULL;
  s->cb.set_proxy(s->cb.context, object, 0);
  unlink_proxy(s, proxy);
  hh_uncharge(s, proxy);
  proxy->object = NULL;
  proxy->corpse = object;
  proxy->prev = NULL;
  proxy->next = s->graves;
  if (s->graves) s->graves->prev = proxy;
  s->graves = proxy;
  s->is_due = true;
  if (is_pending && s->pending > 0 && --s->pending == 0) run_guarded(L, s, protected_decide);
}

/* Lets go of the object of a destroyed proxy. One that lives on gets a new proxy when it is found to
 * hide an edge. */
static void exhume(hh_state *s, hh_proxy *proxy) {
  void *object = proxy->corpse;
  if (proxy->prev) proxy->prev->next = proxy->next;
  else s->graves = proxy->next;
  if (proxy->next) proxy->next->prev = proxy->prev;
  proxy->corpse = NULL;
  swift_release(object);
}

/* Decides limbo with no code of the script's or of Swift's between pinning and marking: what falls
 * out then is held by nobody. Does nothing inside a finalizer, where Lua does not collect. */
void hh_decide_exactly(lua_State *L, hh_state *s) {
  if (s->sweeping || !lua_checkstack(L, 16)) return;
  s->wants_exact = false;
  s->revivals = 0;
  lua_gc(L, LUA_GCCOLLECT); /* runs the finalizers that are due, and then pins what is held */
  lua_gc(L, LUA_GCCOLLECT);
}

/* What has waited for a safe point. */
void hh_settle(hh_state *s) {
  if (s->closing) return;
  s->is_due = false;
  hh_set_pause(s);
  while (s->graves) exhume(s, s->graves);
  if (s->wants_exact) hh_decide_exactly(s->current, s);
}

int hh_proxy_gc(lua_State *L) {
  hh_state *s = hh_state_of(L);
  hh_proxy *proxy = hh_to_proxy(L, 1);
  hh_token *token = proxy ? NULL : hh_to_token(L, 1);
  if (token) hh_token_gc(L, token);
  if (proxy && proxy->corpse && !s->closing) exhume(s, proxy);
  /* A script may reach a finalizer by the debug library; only one that Lua calls counts. */
  if (!proxy || !proxy->object || proxy->limbo_index || s->closing) return 0;
  luaL_checkstack(L, 8, NULL);
  if (push_known(L, proxy->object)) return 0;
  hh_get(L, HH_KEY_LIMBO);
  lua_pushvalue(L, 1);
  lua_rawseti(L, -2, ++s->limbo_count); /* reserved: allocates nothing */
  proxy->limbo_index = s->limbo_count;
  proxy->is_pinned = 0;
  if (s->pending > 0 && --s->pending == 0) run_guarded(L, s, protected_decide);
  return 0;
}

/* Brings all edges up to date. */
void hh_sync_edges(lua_State *L, hh_state *s) {
  for (hh_proxy *proxy = s->proxies; proxy; proxy = proxy->next)
    if (!proxy->limbo_index) make_owner_proxies(L, s, proxy->object);
  sync_live(L, s);
}

/* Pushes a proxy that Lua has not found dead. Stack: [-0, +(0|1)]. */
bool hh_push_proxy(lua_State *L, hh_state *s, hh_proxy *proxy) {
  (void)s;
  return push_known(L, proxy->object);
}

void hh_open_proxies(lua_State *L, hh_state *s) {
  lua_newtable(L);
  lua_newtable(L);
  lua_pushliteral(L, "v");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  hh_set(L, HH_KEY_IDENTITY);
  lua_newtable(L);
  hh_set(L, HH_KEY_PINS);
  lua_newtable(L);
  hh_set(L, HH_KEY_ROOTS);
  lua_newtable(L);
  hh_set(L, HH_KEY_LIMBO);
  reserve_limbo(L, s);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, sentinel_gc);
  lua_setfield(L, -2, "__gc");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &sentinel_key);
  make_sentinel(L);
}

hh_proxy *hh_next_proxy(hh_state *s, hh_proxy *previous, void **object) {
  hh_proxy *proxy = previous ? previous->prev : s->oldest_proxy;
  *object = proxy ? proxy->object : NULL;
  return proxy;
}

bool hh_proxy_is_made(hh_proxy *proxy) { return proxy->is_made; }

int hh_proxy_count(hh_state *s) { return s->proxy_count; }
