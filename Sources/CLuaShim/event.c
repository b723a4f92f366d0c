/* The event object that a handler gets: plain data, and the sender as its user value. */
#include "internal.h"

typedef struct {
  const void *magic;
  hh_event_facts facts;
  int depth; /* where the state has the caller's record while a handler runs that got this event */
} hh_event;

static const char event_magic;

static hh_event *check_event(lua_State *L) {
  hh_event *event = lua_touserdata(L, 1);
  if (lua_type(L, 1) != LUA_TUSERDATA || lua_rawlen(L, 1) != sizeof *event ||
      event->magic != &event_magic)
    luaL_error(L, "expected an event; call its functions with ':', as in event:location(view)");
  return event;
}

static int event_stop(lua_State *L) {
  hh_event *event = check_event(L);
  hh_lent *lent = &hh_state_of(L)->lent[event->depth];
  if (!lent->info || lent->serial != event->facts.serial || lent->type != event->facts.type)
    return luaL_error(L, "stopImmediate() came too late: the handler has returned (one that waited "
                         "has returned, for its event)");
  lent->info->is_stopped = true;
  return 0;
}

static int event_location(lua_State *L) {
  hh_event *event = check_event(L);
  hh_state *s = hh_state_of(L);
  if (!event->facts.has_touch) {
    lua_pushnil(L);
    return 1;
  }
  hh_proxy *view = NULL;
  if (lua_isnoneornil(L, 2)) {
    lua_getiuservalue(L, 1, 1);
    view = hh_to_proxy(L, -1);
  } else {
    view = hh_to_proxy(L, 2);
    if (!view) return luaL_error(L, "bad argument #1 to 'location' (view expected, got %s)",
                                 luaL_typename(L, 2));
  }
  double x = event->facts.x, y = event->facts.y;
  if (view && !view->object) return luaL_error(L, "the view of 'location' has been destroyed");
  if (view &&
      !s->cb.locate(s->cb.context, view->object, event->facts.x, event->facts.y, &x, &y))
    return luaL_error(L, "bad argument #1 to 'location' (a view expected)");
  lua_createtable(L, 0, 2);
  lua_pushnumber(L, x);
  lua_setfield(L, -2, "x");
  lua_pushnumber(L, y);
  lua_setfield(L, -2, "y");
  return 1;
}

void hh_push_touch(lua_State *L, const hh_event_facts *facts) {
  if (!facts->has_touch) {
    lua_pushnil(L);
    return;
  }
  lua_createtable(L, 0, 5);
  lua_pushinteger(L, facts->touch_id);
  lua_setfield(L, -2, "id");
  lua_pushinteger(L, facts->tap_count);
  lua_setfield(L, -2, "tapCount");
  lua_pushstring(L, facts->is_finger ? "finger" : "pointer");
  lua_setfield(L, -2, "kind");
  lua_pushnumber(L, facts->x);
  lua_setfield(L, -2, "x");
  lua_pushnumber(L, facts->y);
  lua_setfield(L, -2, "y");
}

static void push_type(lua_State *L, hh_event *event) {
  hh_get(L, HH_KEY_NAMES);
  lua_rawgeti(L, -1, event->facts.type + 1); /* stack: names name */
  lua_remove(L, -2);
}

static int event_index(lua_State *L) {
  hh_event *event = check_event(L);
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
  if (!strcmp(name, "type")) push_type(L, event);
  else if (!strcmp(name, "sender")) lua_getiuservalue(L, 1, 1);
  else if (!strcmp(name, "time")) lua_pushnumber(L, event->facts.time);
  else if (!strcmp(name, "touch")) hh_push_touch(L, &event->facts);
  else if (!strcmp(name, "location")) lua_pushcfunction(L, event_location);
  else if (!strcmp(name, "stopImmediate")) lua_pushcfunction(L, event_stop);
  else
    return luaL_error(L, "an event has no '%s'; it has type, sender, time, touch, location(view) "
                         "and stopImmediate()", name);
  return 1;
}

static int event_newindex(lua_State *L) {
  return luaL_error(L, "an event cannot be changed");
}

static int event_tostring(lua_State *L) {
  push_type(L, check_event(L));
  lua_pushfstring(L, "event: %s", lua_tostring(L, -1));
  return 1;
}

/* Leaves the metatable on the stack. May raise. */
static void make_metatable(lua_State *L) {
  lua_createtable(L, 0, 4);
  lua_pushcfunction(L, event_index);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, event_newindex);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, event_tostring);
  lua_setfield(L, -2, "__tostring");
  lua_pushliteral(L, "Event");
  lua_setfield(L, -2, "__metatable");
}

void hh_open_events(lua_State *L) {
  make_metatable(L);
  hh_set(L, HH_KEY_EVENT_META);
  lua_createtable(L, HH_EVENT_DEPTHS, 0);
  for (int i = 1; i <= HH_EVENT_DEPTHS; i++) {
    lua_pushboolean(L, 0);
    lua_rawseti(L, -2, i);
  }
  hh_set(L, HH_KEY_EVENTS);
}

/* --- Giving it to a handler ---------------------------------------------------------------- */

static void fill(hh_event *event, hh_event_info *info) {
  event->magic = &event_magic;
  event->facts = info->facts;
  event->depth = 0;
}

/* The event can be stopped while the handler runs that is about to get it, at a depth of sends. The event
 * itself may be gone before that ends, so the state knows. */
static void lend(hh_state *s, hh_event *event, hh_event_info *info, int depth) {
  if (info->is_over) return;
  event->depth = info->depth = depth;
  s->lent[depth] = (hh_lent){info, info->facts.serial, info->facts.type};
}

/* Pushes the event object that an earlier handler of the same send got. It waits at the depth of the
 * send while handlers of others run inside it. Stack: [-0, +(0|1)]. */
static hh_event *push_made(lua_State *L, const hh_event_info *info, int depth) {
  if (!info->is_shared) return NULL;
  hh_get(L, HH_KEY_EVENTS);
  hh_event *event = lua_rawgeti(L, -1, depth) == LUA_TUSERDATA ? lua_touserdata(L, -1) : NULL;
  if (event && event->facts.serial == info->facts.serial && event->facts.type == info->facts.type) {
    lua_remove(L, -2);
    return event;
  }
  lua_pop(L, 2);
  return NULL;
}

/* Keeps the event object on top for the other handlers of the send, and alive while this one runs.
 * Allocates nothing, since the entry exists. */
static void keep_made(lua_State *L, int depth) {
  hh_get(L, HH_KEY_EVENTS);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, depth);
  lua_pop(L, 1);
}

void hh_push_event(lua_State *L, hh_state *s, hh_event_info *info, int sender, int depth) {
  luaL_checkstack(L, 6, NULL);
  sender = lua_absindex(L, sender);
  hh_event *event = push_made(L, info, depth);
  if (!event) {
    event = lua_newuserdatauv(L, sizeof *event, 1);
    fill(event, info);
    hh_get(L, HH_KEY_EVENT_META);
    lua_setmetatable(L, -2);
    lua_pushvalue(L, sender);
    lua_setiuservalue(L, -2, 1);
    keep_made(L, depth);
    hh_renew_spare(s);
  }
  lend(s, event, info, depth);
}

bool hh_push_event_quickly(hh_state *s, lua_State *co, hh_event_info *info) {
  int depth = s->depth + 1;
  hh_event *event = push_made(co, info, depth);
  if (!event) {
    if (!hh_arm_spare(s)) return false;
    event = lua_newuserdatauv(co, sizeof *event, 1);
    fill(event, info);
    lua_pushvalue(co, HH_AT_EVENT_META);
    lua_setmetatable(co, -2);
    lua_pushvalue(co, HH_AT_PROXY);
    lua_setiuservalue(co, -2, 1);
    if (info->is_shared) keep_made(co, depth);
  }
  lend(s, event, info, depth);
  return true;
}

void hh_end_event(hh_state *s, hh_event_info *info) {
  s->lent[info->depth].info = NULL;
}

/* Drops the events of sends that are over, which keep their senders alive. Allocates nothing. */
void hh_forget_events(lua_State *L, hh_state *s) {
  hh_get(L, HH_KEY_EVENTS);
  for (int depth = s->depth + 1; depth <= HH_EVENT_DEPTHS; depth++) {
    lua_pushboolean(L, 0);
    lua_rawseti(L, -2, depth);
  }
  lua_pop(L, 1);
}
