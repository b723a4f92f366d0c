/* Handlers as coroutines, the event object, waiting and cancelling. */
#include <math.h>
#include <stdio.h>

#include "internal.h"

const char hh_key_roots, hh_key_tasks, hh_key_events, hh_key_event_meta;

/* --- Tasks --------------------------------------------------------------------------------- */

static hh_task *add_task(hh_state *s, lua_State *L) {
  hh_task *task = calloc(1, sizeof *task);
  if (!task) return NULL;
  task->L = L;
  task->state = s;
  task->next = s->tasks;
  if (s->tasks) s->tasks->prev = task;
  s->tasks = task;
  *(hh_task **)lua_getextraspace(L) = task;
  return task;
}

static void free_task(hh_state *s, hh_task *task) {
  if (task->prev) task->prev->next = task->next;
  else s->tasks = task->next;
  if (task->next) task->next->prev = task->prev;
  free(task);
}

void hh_free_tasks(hh_state *s) {
  while (s->tasks) free_task(s, s->tasks);
  free(s->pool);
  s->pool = NULL;
  s->pool_count = s->pool_capacity = 0;
}

/* A pooled thread keeps the identity map at the bottom of its stack: dispatch starts there. */
static void prepare_thread(hh_task *task) {
  lua_State *co = task->L;
  task->last = NULL;
  lua_settop(co, 0);
  lua_rawgetp(co, LUA_REGISTRYINDEX, &hh_key_identity);
}

/* Stack: [-0, +0]. Raises when memory runs out. */
static int make_task(lua_State *L) {
  hh_task **out = lua_touserdata(L, 1);
  hh_state *s = hh_state_of(L);
  if (s->pool_count == s->pool_capacity) {
    int capacity = s->pool_capacity ? 2 * s->pool_capacity : 8;
    hh_task **grown = realloc(s->pool, (size_t)capacity * sizeof *grown);
    if (!grown) return luaL_error(L, "not enough memory");
    s->pool = grown;
    s->pool_capacity = capacity;
  }
  lua_rawgetp(L, LUA_REGISTRYINDEX, &hh_key_tasks);
  lua_State *co = lua_newthread(L);
  hh_task *task = add_task(s, co);
  if (!task) return luaL_error(L, "not enough memory");
  prepare_thread(task);
  *out = task; /* before anchoring: the caller frees it if that raises */
  lua_rawsetp(L, -2, task);
  return 0;
}

/* Drops the proxy that the last event left on a pooled thread. */
void hh_forget_last(hh_task *task) {
  lua_settop(task->L, 1);
  task->last = NULL;
}

static void set_message(hh_state *s, const char *text) {
  hh_copy_string(&s->error_message, text, strlen(text));
  hh_copy_string(&s->error_traceback, "", 0);
  s->error_kind = HH_ERROR_RUNTIME;
}

static hh_task *take_task(hh_state *s, lua_State *from) {
  if (s->pool_count > 0) {
    hh_task *task = s->pool[--s->pool_count];
    hh_forget_last(task);
    return task;
  }
  hh_task *task = NULL;
  if (!lua_checkstack(from, 4)) return NULL;
  lua_pushcfunction(from, make_task);
  lua_pushlightuserdata(from, &task);
  if (lua_pcall(from, 1, 0, 0) != LUA_OK) {
    lua_pop(from, 1);
    if (task) free_task(s, task);
    return NULL;
  }
  return task;
}

static void give_back(hh_state *s, hh_task *task) {
  s->pool[s->pool_count++] = task; /* there is room: each task in use came from the pool's count */
}

/* The task is a waiter's from now on; what wakes it keeps it alive. Clearing allocates nothing. */
static void release_anchor(hh_state *s, lua_State *from, hh_task *task) {
  (void)s;
  lua_rawgetp(from, LUA_REGISTRYINDEX, &hh_key_tasks);
  lua_pushnil(from);
  lua_rawsetp(from, -2, task);
  lua_pop(from, 1);
}

void hh_open_tasks(lua_State *L, hh_state *s) {
  (void)s;
  lua_newtable(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &hh_key_tasks);
  lua_createtable(L, HH_MAX_SENDS + 2, 0);
  for (int i = 1; i <= HH_MAX_SENDS + 1; i++) {
    lua_pushboolean(L, 0);
    lua_rawseti(L, -2, i);
  }
  lua_rawsetp(L, LUA_REGISTRYINDEX, &hh_key_events);
}

/* --- Reports ------------------------------------------------------------------------------- */

/* Stack: 1 failed thread, 2 error value. */
static int fill_report(lua_State *L) {
  hh_state *s = hh_state_of(L);
  lua_State *failed = lua_touserdata(L, 1);
  size_t length;
  /* In the same thread, this function and the message handler are no part of the story. */
  luaL_traceback(L, failed, NULL, failed == L ? 2 : 0);
  const char *trace = lua_tolstring(L, -1, &length);
  hh_copy_string(&s->error_traceback, trace, length);
  int type = lua_type(L, 2);
  bool has_text = type == LUA_TSTRING || type == LUA_TNUMBER;
  if (has_text || luaL_getmetafield(L, 2, "__tostring") != LUA_TNIL) {
    const char *text = luaL_tolstring(L, 2, &length);
    hh_copy_string(&s->error_message, text, length);
  } else {
    char text[80];
    snprintf(text, sizeof text, "(error object is a %s value)", luaL_typename(L, 2));
    hh_copy_string(&s->error_message, text, strlen(text));
  }
  return 0;
}

/* Keeps message and traceback of a thread that failed; its error value is on its top. */
void hh_report(hh_state *s, lua_State *from, lua_State *failed, int status) {
  if (status == LUA_ERRMEM || !lua_checkstack(from, 6) || !lua_checkstack(failed, 2)) {
    set_message(s, "not enough memory");
    s->error_kind = HH_ERROR_MEMORY;
    return;
  }
  set_message(s, "(error object could not be turned into text)");
  lua_pushvalue(failed, -1);
  if (failed != from) lua_xmove(failed, from, 1); /* from: ... error */
  lua_pushcfunction(from, fill_report);
  lua_insert(from, -2);
  lua_pushlightuserdata(from, failed);
  lua_insert(from, -2); /* from: ... fill_report failed error */
  if (lua_pcall(from, 2, 0, 0) != LUA_OK) lua_pop(from, 1);
}

/* --- The event object ---------------------------------------------------------------------- */

typedef struct {
  const void *magic;
  hh_event_info info;
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
  hh_state *s = hh_state_of(L);
  int index = event->info.index;
  if (s->event_serials[index] != event->info.serial)
    return luaL_error(L, "stopImmediate() came too late: the other handlers have already run (a "
                         "handler that waited has returned, for its event)");
  s->stop_flags[index] = true;
  return 0;
}

static int event_location(lua_State *L) {
  hh_event *event = check_event(L);
  hh_state *s = hh_state_of(L);
  if (!event->info.has_touch) {
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
  double x = event->info.x, y = event->info.y;
  if (view && view->object &&
      !s->cb.locate(s->cb.context, view->object, event->info.x, event->info.y, &x, &y))
    return luaL_error(L, "bad argument #1 to 'location' (a view expected)");
  lua_createtable(L, 0, 2);
  lua_pushnumber(L, x);
  lua_setfield(L, -2, "x");
  lua_pushnumber(L, y);
  lua_setfield(L, -2, "y");
  return 1;
}

static void push_touch(lua_State *L, const hh_event_info *info) {
  if (!info->has_touch) {
    lua_pushnil(L);
    return;
  }
  lua_createtable(L, 0, 5);
  lua_pushinteger(L, info->touch_id);
  lua_setfield(L, -2, "id");
  lua_pushinteger(L, info->tap_count);
  lua_setfield(L, -2, "tapCount");
  lua_pushstring(L, info->is_finger ? "finger" : "pointer");
  lua_setfield(L, -2, "kind");
  lua_pushnumber(L, info->x);
  lua_setfield(L, -2, "x");
  lua_pushnumber(L, info->y);
  lua_setfield(L, -2, "y");
}

static int event_index(lua_State *L) {
  hh_event *event = check_event(L);
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
  if (!strcmp(name, "type")) lua_pushstring(L, event->info.type);
  else if (!strcmp(name, "sender")) lua_getiuservalue(L, 1, 1);
  else if (!strcmp(name, "time")) lua_pushnumber(L, event->info.time);
  else if (!strcmp(name, "touch")) push_touch(L, &event->info);
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
  lua_pushfstring(L, "event: %s", check_event(L)->info.type);
  return 1;
}

static void push_event_metatable(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &hh_key_event_meta) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_createtable(L, 0, 4);
  lua_pushcfunction(L, event_index);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, event_newindex);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, event_tostring);
  lua_setfield(L, -2, "__tostring");
  lua_pushliteral(L, "Event");
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &hh_key_event_meta);
}

/* Pushes the event object of a send, made for its first handler that wants one. The sender is at
 * `sender` (0 for none). May raise. */
static void push_event(lua_State *L, hh_state *s, const hh_event_info *info, int sender) {
  luaL_checkstack(L, 6, NULL);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &hh_key_events);
  if (s->event_serials[info->index] == info->serial &&
      lua_rawgeti(L, -1, info->index) == LUA_TUSERDATA) {
    hh_event *known = lua_touserdata(L, -1);
    if (!strcmp(known->info.type, info->type)) {
      lua_remove(L, -2);
      return;
    }
    lua_pop(L, 1);
  } else if (s->event_serials[info->index] == info->serial) {
    lua_pop(L, 1);
  }
  hh_event *event = lua_newuserdatauv(L, sizeof *event, 1);
  event->magic = &event_magic;
  event->info = *info;
  push_event_metatable(L);
  lua_setmetatable(L, -2);
  if (sender) {
    lua_pushvalue(L, sender);
    lua_setiuservalue(L, -2, 1);
  }
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, info->index);
  lua_remove(L, -2);
  s->event_serials[info->index] = info->serial;
}

bool hh_take_stop(hh_state *s, int index) {
  bool stop = s->stop_flags[index];
  s->stop_flags[index] = false;
  return stop;
}

void hh_end_send(hh_state *s, int index) {
  s->event_serials[index] = 0;
  s->stop_flags[index] = false;
  lua_State *L = s->current;
  if (s->closing || !lua_checkstack(L, 2)) return;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &hh_key_events);
  lua_pushboolean(L, 0);
  lua_rawseti(L, -2, index); /* the entry exists: allocates nothing */
  lua_pop(L, 1);
}

/* --- Running ------------------------------------------------------------------------------- */

static int ignore_results(lua_State *L, int status, lua_KContext context) {
  (void)L; (void)status; (void)context;
  return 0;
}

/* Stack: function, object, info. Runs inside the coroutine, where making the event may raise. */
static int call_with_event(lua_State *L) {
  const hh_event_info *info = lua_touserdata(L, 3);
  lua_settop(L, 2);
  push_event(L, hh_state_of(L), info, 2);
  lua_callk(L, 2, 0, 0, ignore_results);
  return 0;
}

/* Stack: table, object, info or NULL, name. */
static int call_method(lua_State *L) {
  const hh_event_info *info = lua_touserdata(L, 3);
  const char *name = lua_touserdata(L, 4);
  lua_settop(L, 2);
  if (lua_getfield(L, 1, name) == LUA_TNIL)
    return luaL_error(L, "the target has no method '%s'", name);
  lua_insert(L, 1); /* stack: method table object */
  if (info) push_event(L, hh_state_of(L), info, 3);
  else lua_pushnil(L);
  lua_callk(L, 3, 0, 0, ignore_results);
  return 0;
}

/* Ends a coroutine that failed or is cancelled; its to-be-closed variables are closed. */
static void reset_thread(hh_state *s, lua_State *co) {
  lua_State *outer = s->current;
  s->current = co;
  lua_resetthread(co);
  s->current = outer;
}

/* Tidies up after a resume that did not simply return. */
static int conclude(hh_state *s, lua_State *from, hh_task *task, int status, bool pooled,
                    hh_task **waiting) {
  lua_State *co = task->L;
  if (status == LUA_YIELD && task->waits) {
    if (pooled) release_anchor(s, from, task);
    *waiting = task;
    return HH_WAITING;
  }
  if (status == LUA_YIELD)
    set_message(s, "a handler called coroutine.yield outside a coroutine of the script's own: to "
                   "wait, use ui.sleep or control:wait");
  else
    hh_report(s, from, co, status);
  reset_thread(s, co);
  if (pooled) {
    prepare_thread(task);
    give_back(s, task);
  } else {
    *(hh_task **)lua_getextraspace(co) = &s->main_task;
    free_task(s, task);
  }
  return HH_FAILED;
}

/* Resumes a task. `pooled` says whether it is anchored and goes back to the pool. */
static int resume(hh_state *s, lua_State *from, hh_task *task, int nargs, bool pooled,
                  hh_task **waiting) {
  lua_State *co = task->L;
  int value_base = s->value_count;
  size_t byte_base = s->byte_count;
  int results;
  s->current = co;
  s->depth++;
  int status = lua_resume(co, from, nargs, &results);
  s->depth--;
  s->current = from;
  if (status != LUA_OK) {
    /* Results that an error kept from being pushed. */
    if (s->value_count > value_base) hh_reset_values(s, value_base, byte_base);
    return conclude(s, from, task, status, pooled, waiting);
  }
  if (pooled) {
    lua_settop(co, 1);
    give_back(s, task);
  } else {
    free_task(s, task);
  }
  return HH_OK;
}

/* Pushes onto a thread what a pending or revived proxy needs; the slow way of looking up. */
static int push_object_protected(lua_State *L) {
  void *object = lua_touserdata(L, 1);
  swift_retain(object);
  hh_push_object(L, hh_state_of(L), object);
  return 1;
}

/* Pushes the object's proxy on a pooled thread. */
static bool push_sender(lua_State *co, void *object) {
  if (lua_rawgetp(co, 1, object) == LUA_TUSERDATA) return true;
  lua_pop(co, 1);
  lua_pushcfunction(co, push_object_protected);
  lua_pushlightuserdata(co, object);
  if (lua_pcall(co, 1, 1, 0) == LUA_OK) return true;
  lua_pop(co, 1);
  return false;
}

/* Pushes what is in a slot of the proxy on top of a pooled thread, or in a root slot. */
static bool push_function(lua_State *co, void *object, int slot) {
  if (!object) {
    lua_rawgetp(co, LUA_REGISTRYINDEX, &hh_key_roots);
    lua_rawgeti(co, -1, slot);
    lua_remove(co, -2);
  } else if (slot < HH_DIRECT_SLOTS) {
    lua_getiuservalue(co, -1, HH_UV_SLOT0 + slot);
  } else if (lua_getiuservalue(co, -1, HH_UV_OVERFLOW) == LUA_TTABLE) {
    lua_rawgeti(co, -1, slot - HH_DIRECT_SLOTS);
    lua_remove(co, -2);
  }
  return !lua_isnil(co, -1);
}

/* Finds the proxy of an object and leaves it at the bottom of a pooled thread for the next event: a
 * slider that is dragged sends dozens a second. A sweep forgets it, so it keeps nothing alive for
 * long. */
static bool push_last(hh_task *task, void *object) {
  hh_forget_last(task);
  if (lua_rawgetp(task->L, 1, object) != LUA_TUSERDATA) return false;
  task->last = object;
  return true;
}

/* Pushes what is in a slot of the proxy at 2; returns its type. */
static inline int push_handler(lua_State *co, int slot) {
  if (slot < HH_DIRECT_SLOTS) return lua_getiuservalue(co, 2, HH_UV_SLOT0 + slot);
  if (lua_getiuservalue(co, 2, HH_UV_OVERFLOW) != LUA_TTABLE) return LUA_TNIL;
  return lua_rawgeti(co, 3, slot - HH_DIRECT_SLOTS); /* stack: identity object table function */
}

/* Common start of hh_run and hh_run_method: a task with [function, object?] on its stack. */
static int start(hh_state *s, void *object, int slot, hh_task **out) {
  lua_State *from = s->current;
  if (s->closing) return HH_GONE;
  if (s->depth >= HH_MAX_SENDS) {
    set_message(s, "handlers are nested more than 64 deep: an event is sent from its own handler "
                   "again and again");
    return HH_FAILED;
  }
  hh_task *task = take_task(s, from);
  if (!task) {
    set_message(s, "not enough memory");
    s->error_kind = HH_ERROR_MEMORY;
    return HH_FAILED;
  }
  lua_State *co = task->L;
  if ((object && !push_sender(co, object)) || !push_function(co, object, slot)) {
    lua_settop(co, 1);
    give_back(s, task);
    return HH_GONE;
  }
  if (object) lua_pushvalue(co, 2); /* stack: identity object function object */
  *out = task;
  return HH_OK;
}

int hh_run(hh_state *s, void *object, int slot, const hh_event_info *event, hh_task **waiting) {
  hh_task *task;
  lua_State *from = s->current;
  int status;
  if (!event && object && s->pool_count > 0 && !s->closing && s->depth < HH_MAX_SENDS) {
    /* What nearly every event comes to, without a detour. */
    task = s->pool[s->pool_count - 1];
    lua_State *co = task->L;
    if ((task->last == object || push_last(task, object)) &&
        push_handler(co, slot) == LUA_TFUNCTION) {
      s->pool_count--;
      lua_pushvalue(co, 2); /* stack: identity object function object */
      s->current = co;
      s->depth++;
      int results, value_base = s->value_count;
      size_t byte_base = s->byte_count;
      status = lua_resume(co, from, 1, &results);
      s->depth--;
      s->current = from;
      if (status == LUA_OK) {
        lua_settop(co, 2);
        s->pool[s->pool_count++] = task;
        return HH_OK;
      }
      if (s->value_count > value_base) hh_reset_values(s, value_base, byte_base);
      return conclude(s, from, task, status, true, waiting);
    }
    hh_forget_last(task);
  }
  status = start(s, object, slot, &task);
  if (status != HH_OK) return status;
  if (!event) return resume(s, from, task, object ? 1 : 0, true, waiting);
  lua_State *co = task->L;
  lua_pushcfunction(co, call_with_event);
  lua_insert(co, object ? 3 : 2);
  lua_pushlightuserdata(co, (void *)event);
  return resume(s, from, task, 3, true, waiting);
}

int hh_run_method(hh_state *s, void *object, int slot, const char *name,
                  const hh_event_info *event, hh_task **waiting) {
  hh_task *task;
  lua_State *from = s->current;
  int status = start(s, object, slot, &task);
  if (status != HH_OK) return status;
  lua_State *co = task->L;
  lua_pushcfunction(co, call_method);
  lua_insert(co, 3);
  lua_pushlightuserdata(co, (void *)event);
  lua_pushlightuserdata(co, (void *)name);
  return resume(s, from, task, 4, true, waiting);
}

/* Stack: function, text, length. */
static int call_with_text(lua_State *L) {
  const char *text = lua_touserdata(L, 2);
  size_t length = (size_t)lua_tointeger(L, 3);
  lua_settop(L, 1);
  lua_pushlstring(L, text, length);
  lua_callk(L, 1, 0, 0, ignore_results);
  return 0;
}

int hh_run_text(hh_state *s, int slot, const char *text, size_t length, hh_task **waiting) {
  hh_task *task;
  lua_State *from = s->current;
  int status = start(s, NULL, slot, &task);
  if (status != HH_OK) return status;
  lua_State *co = task->L;
  lua_pushcfunction(co, call_with_text);
  lua_insert(co, 2);
  lua_pushlightuserdata(co, (void *)text);
  lua_pushinteger(co, (lua_Integer)length);
  return resume(s, from, task, 3, true, waiting);
}

/* Stack: function, object, change or NULL, answer. Without a continuation: nothing inside can wait. */
static int call_question(lua_State *L) {
  const hh_change *change = lua_touserdata(L, 3);
  bool *answer = lua_touserdata(L, 4);
  lua_settop(L, 2);
  if (change) {
    lua_createtable(L, 0, 2);
    lua_pushinteger(L, (lua_Integer)change->location);
    lua_setfield(L, -2, "location");
    lua_pushinteger(L, (lua_Integer)change->length);
    lua_setfield(L, -2, "length");
    lua_pushlstring(L, change->text, change->text_length);
  }
  lua_call(L, change ? 3 : 1, 1);
  *answer = !lua_isboolean(L, -1) || lua_toboolean(L, -1);
  return 0;
}

int hh_ask(hh_state *s, void *object, int slot, const hh_change *change, bool *answer) {
  hh_task *task, *waiting = NULL;
  lua_State *from = s->current;
  int status = start(s, object, slot, &task);
  if (status != HH_OK) return status;
  lua_State *co = task->L;
  lua_pushcfunction(co, call_question);
  lua_insert(co, 3);
  lua_pushlightuserdata(co, (void *)change);
  lua_pushlightuserdata(co, answer);
  return resume(s, from, task, 4, true, &waiting);
}

/* --- Waiting ------------------------------------------------------------------------------- */

static int wait_continues(lua_State *L, int status, lua_KContext context) {
  (void)status;
  hh_task *task = (hh_task *)context;
  if (!task->resuming)
    return luaL_error(L, "this handler waits for an event or a time: only that can resume it");
  task->resuming = false;
  return lua_gettop(L);
}

/* Suspends the calling handler. What it is resumed with is what the wait function returns. */
int hh_wait_yield(lua_State *L, hh_task *task) {
  task->waits = true;
  lua_settop(L, 0);
  return lua_yieldk(L, 0, (lua_KContext)task, wait_continues);
}

/* Stack: info. Returns the event. */
static int make_event(lua_State *L) {
  const hh_event_info *info = lua_touserdata(L, 1);
  void *sender = lua_touserdata(L, 2);
  if (sender) {
    swift_retain(sender);
    hh_push_object(L, hh_state_of(L), sender);
  }
  push_event(L, hh_state_of(L), info, sender ? lua_gettop(L) : 0);
  return 1;
}

int hh_resume(hh_state *s, void *object, int slot, hh_task *task, const hh_event_info *event,
              hh_task **waiting) {
  lua_State *from = s->current;
  if (s->closing || !lua_checkstack(from, 8)) return HH_GONE;
  int top = lua_gettop(from);
  /* The thread stays on this stack while it runs: nothing else keeps it. */
  if (!hh_push_slot(from, s, object, slot) || lua_type(from, -1) != LUA_TTHREAD) {
    lua_settop(from, top);
    free_task(s, task);
    return HH_GONE;
  }
  hh_clear_slot(s, object, slot);
  lua_State *co = task->L;
  if (lua_status(co) != LUA_YIELD || s->depth >= HH_MAX_SENDS) {
    bool deep = lua_status(co) == LUA_YIELD;
    *(hh_task **)lua_getextraspace(co) = &s->main_task;
    if (deep) {
      reset_thread(s, co);
      set_message(s, "handlers are nested more than 64 deep");
    }
    free_task(s, task);
    lua_settop(from, top);
    return deep ? HH_FAILED : HH_GONE;
  }
  int nargs = 0;
  if (event) {
    lua_pushcfunction(from, make_event);
    lua_pushlightuserdata(from, (void *)event);
    lua_pushlightuserdata(from, object);
    if (lua_pcall(from, 2, 1, 0) == LUA_OK && lua_checkstack(co, 1)) {
      lua_xmove(from, co, 1);
      nargs = 1;
    }
    lua_settop(from, top + 1);
  }
  task->waits = false;
  task->resuming = true;
  int status = resume(s, from, task, nargs, false, waiting);
  lua_settop(from, top);
  return status;
}

void hh_cancel(hh_state *s, void *object, int slot, hh_task *task) {
  lua_State *from = s->current;
  if (s->closing) return; /* the task is freed with the state */
  int top = lua_gettop(from);
  if (lua_checkstack(from, 8) && hh_push_slot(from, s, object, slot) &&
      lua_type(from, -1) == LUA_TTHREAD) {
    hh_clear_slot(s, object, slot);
    *(hh_task **)lua_getextraspace(task->L) = &s->main_task; /* it can wait no more */
    if (lua_status(task->L) == LUA_YIELD) reset_thread(s, task->L);
  }
  lua_settop(from, top);
  free_task(s, task);
}
