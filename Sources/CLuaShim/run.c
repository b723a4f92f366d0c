/* Handlers as coroutines, waiting and cancelling. */
#include <math.h>
#include <stdio.h>

#include "internal.h"

/* --- Tasks --------------------------------------------------------------------------------- */

static hh_task *add_task(hh_state *s, lua_State *L) {
  hh_task *task = hh_reallocate(s, NULL, sizeof *task);
  if (!task) return NULL;
  memset(task, 0, sizeof *task);
  task->L = L;
  task->state = s;
  task->next = s->tasks;
  if (s->tasks) s->tasks->prev = task;
  s->tasks = task;
  s->task_count++;
  *(hh_task **)lua_getextraspace(L) = task;
  return task;
}

static void free_task(hh_state *s, hh_task *task) {
  if (task->prev) task->prev->next = task->next;
  else s->tasks = task->next;
  if (task->next) task->next->prev = task->prev;
  s->task_count--;
  free(task);
}

/* Frees a task whose thread is alive: a script may still hold that. */
static void retire_task(hh_state *s, hh_task *task) {
  *(hh_task **)lua_getextraspace(task->L) = &s->main_task;
  free_task(s, task);
}

void hh_free_tasks(hh_state *s) {
  while (s->tasks) free_task(s, s->tasks);
  free(s->pool);
  s->pool = NULL;
  s->pool_count = s->pool_capacity = 0;
}

/* Dispatch starts with what a pooled thread has at the bottom of its stack, see HH_AT_IDENTITY. */
static void prepare_thread(hh_task *task) {
  lua_State *co = task->L;
  task->last = NULL;
  lua_settop(co, 0);
  hh_get(co, HH_KEY_IDENTITY);
  hh_get(co, HH_KEY_EVENT_META);
}

/* Stack: [-0, +0]. Raises when memory runs out. */
static int make_task(lua_State *L) {
  hh_task **out = lua_touserdata(L, 1);
  hh_state *s = hh_state_of(L);
  if (s->task_count >= s->pool_capacity) {
    int capacity = s->pool_capacity ? 2 * s->pool_capacity : 8;
    hh_task **grown = hh_reallocate(s, s->pool, (size_t)capacity * sizeof *grown);
    if (!grown) return luaL_error(L, "not enough memory");
    s->pool = grown;
    s->pool_capacity = capacity;
  }
  hh_get(L, HH_KEY_TASKS);
  lua_State *co = lua_newthread(L);
  hh_task *task = add_task(s, co);
  if (!task) return luaL_error(L, "not enough memory");
  prepare_thread(task);
  *out = task; /* before anchoring: the caller retires it if that raises */
  lua_rawsetp(L, -2, task);
  return 0;
}

/* Drops the proxy that the last event left on a pooled thread. */
void hh_forget_last(hh_task *task) {
  lua_settop(task->L, HH_AT_PROXY - 1);
  task->last = NULL;
}

/* An older message must not stand for this one, so without memory it is empty; hh_error_message then
 * has one that needs none. */
static void keep_message(hh_state *s, const char *text, size_t length) {
  if (length == 0 || !*text) text = "(the error's message is empty)", length = strlen(text);
  if (!hh_copy_string(s, &s->error_message, text, length) && s->error_message)
    *s->error_message = 0;
}

static void set_message(hh_state *s, const char *text) {
  keep_message(s, text, strlen(text));
  if (s->error_traceback) *s->error_traceback = 0;
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
    if (task) retire_task(s, task); /* nothing has collected the thread since */
    return NULL;
  }
  return task;
}

static void give_back(hh_state *s, hh_task *task) {
  s->pool[s->pool_count++] = task; /* there is room for every task */
}

/* The task is a waiter's from now on; what wakes it keeps it alive. Clearing allocates nothing. */
static void release_anchor(hh_state *s, lua_State *from, hh_task *task) {
  (void)s;
  hh_get(from, HH_KEY_TASKS);
  lua_pushnil(from);
  lua_rawsetp(from, -2, task);
  lua_pop(from, 1);
}

void hh_open_tasks(lua_State *L, hh_state *s) {
  (void)s;
  lua_newtable(L);
  hh_set(L, HH_KEY_TASKS);
}

/* --- Reports ------------------------------------------------------------------------------- */

/* The length of a traceback without our own function that a handler's thread may have at its bottom. */
static size_t told_length(lua_State *thread, const char *trace, size_t length) {
  static const char ours[] = "\n\t[C]: in ?";
  size_t ours_length = sizeof ours - 1;
  if (hh_task_of(thread)->L != thread || thread == hh_state_of(thread)->L || length < ours_length ||
      memcmp(trace + length - ours_length, ours, ours_length))
    return length;
  return length - ours_length;
}

/* Stack: 1 failed thread, 2 error value. */
static int fill_report(lua_State *L) {
  hh_state *s = hh_state_of(L);
  lua_State *failed = lua_touserdata(L, 1);
  size_t length;
  /* In the same thread, this function and the message handler are no part of the story. */
  luaL_traceback(L, failed, NULL, failed == L ? 2 : 0);
  const char *trace = lua_tolstring(L, -1, &length);
  hh_copy_string(s, &s->error_traceback, trace, told_length(failed, trace, length));
  int type = lua_type(L, 2);
  bool has_text = type == LUA_TSTRING || type == LUA_TNUMBER;
  if (has_text || luaL_getmetafield(L, 2, "__tostring") != LUA_TNIL) {
    const char *text = luaL_tolstring(L, 2, &length);
    keep_message(s, text, length);
  } else {
    char text[80];
    snprintf(text, sizeof text, "(error object is a %s value)", luaL_typename(L, 2));
    keep_message(s, text, strlen(text));
  }
  return 0;
}

static void set_memory_message(hh_state *s) {
  char text[80];
  hh_memory_message(s, text, sizeof text);
  set_message(s, text);
  s->error_kind = HH_ERROR_MEMORY;
}

/* The error value is on top of `from`, and goes. There is room for 5 more. */
static void keep_report(hh_state *s, lua_State *from, lua_State *failed) {
  set_message(s, "(error object could not be turned into text)");
  lua_pushcfunction(from, fill_report);
  lua_insert(from, -2);
  lua_pushlightuserdata(from, failed);
  lua_insert(from, -2); /* from: ... fill_report failed error */
  s->memory.reserve++;
  hh_enter(s); /* a __tostring of the script's may run */
  if (lua_pcall(from, 2, 0, 0) != LUA_OK) {
    lua_pop(from, 1);
    if (s->overrun) hh_keep_stop(s);
  }
  hh_leave(s);
  s->memory.reserve--;
}

/* Keeps message and traceback of a thread that failed; its error value is on its top. */
void hh_report(hh_state *s, lua_State *from, lua_State *failed, int status) {
  if (status == LUA_ERRMEM) {
    set_memory_message(s);
    return;
  }
  if (!lua_checkstack(from, 6) || !lua_checkstack(failed, 2)) {
    /* The stack has overflowed, and the message says so. */
    set_message(s, lua_type(failed, -1) == LUA_TSTRING ? lua_tostring(failed, -1)
                                                       : "stack overflow");
    return;
  }
  lua_pushvalue(failed, -1);
  if (failed != from) lua_xmove(failed, from, 1);
  keep_report(s, from, failed);
}

/* Keeps the message of code that had to stop, beside a traceback that is there already. */
void hh_keep_stop(hh_state *s) {
  char text[240];
  hh_stop_message(s, text, sizeof text);
  keep_message(s, text, strlen(text));
  s->error_kind = s->overrun == HH_STOP_INTERRUPT ? HH_ERROR_INTERRUPT : HH_ERROR_TIME;
}

/* Keeps message and traceback of a thread that had to stop. It stands between two instructions, so
 * its stack is left alone. */
static void report_stop(hh_state *s, lua_State *from, lua_State *stopped) {
  if (lua_checkstack(from, 6)) {
    lua_pushnil(from);
    keep_report(s, from, stopped);
  }
  hh_keep_stop(s);
}

/* --- Running ------------------------------------------------------------------------------- */

static int ignore_results(lua_State *L, int status, lua_KContext context) {
  (void)L; (void)status; (void)context;
  return 0;
}

/* Stack: table, object, info or NULL, name. */
static int call_method(lua_State *L) {
  hh_state *s = hh_state_of(L);
  hh_event_info *info = lua_touserdata(L, 3);
  const char *name = lua_touserdata(L, 4);
  lua_settop(L, 2);
  if (lua_getfield(L, 1, name) == LUA_TNIL)
    return luaL_error(L, "the target has no method '%s'", name);
  lua_insert(L, 1); /* stack: method table object */
  hh_push_event(L, s, info, 3, s->depth);
  lua_callk(L, 3, 0, 0, ignore_results);
  return 0;
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
  hh_enter(s);
  bool is_whole = true;
  int result = HH_FAILED;
  if (s->overrun) {
    /* An error that the hook raised leaves the thread's hooks off: nothing could stop its
     * to-be-closed variables. */
    is_whole = status == LUA_YIELD || s->raised != co;
    /* What called it is stopped as well, and its report tells where the time went. */
    if (s->depth == 0 && s->chunks == 0) report_stop(s, from, co);
    else result = HH_GONE;
  } else if (status == LUA_YIELD)
    set_message(s, "a handler called coroutine.yield outside a coroutine of the script's own: to "
                   "wait, use ui.sleep or control:wait");
  else
    hh_report(s, from, co, status);
  task->ends = true;
  if (is_whole) hh_reset_thread(s, co);
  task->ends = false;
  if (pooled && is_whole) {
    prepare_thread(task);
    give_back(s, task);
  } else {
    if (pooled) release_anchor(s, from, task);
    if (is_whole) lua_settop(co, 0);
    retire_task(s, task);
  }
  hh_leave(s);
  return result;
}

/* Resumes a task. `pooled` says whether it is anchored and goes back to the pool. */
static int resume(hh_state *s, lua_State *from, hh_task *task, int nargs, hh_event_info *event,
                  bool pooled, hh_task **waiting) {
  lua_State *co = task->L;
  int value_base = s->value_count;
  size_t byte_base = s->byte_count;
  int results;
  s->current = co;
  s->depth++;
  int published = hh_publish(s, co);
  int status = lua_resume(co, from, nargs, &results);
  hh_unpublish(s, published);
  s->depth--;
  s->current = from;
  if (event) hh_end_event(s, event);
  /* Results that an error kept from being pushed, perhaps one that the script caught. */
  if (s->value_count > value_base) hh_reset_values(s, value_base, byte_base);
  if (status != LUA_OK) return conclude(s, from, task, status, pooled, waiting);
  if (pooled) {
    lua_settop(co, task->last ? HH_AT_PROXY : HH_AT_PROXY - 1);
    give_back(s, task);
  } else {
    lua_settop(co, 0);
    retire_task(s, task);
  }
  return HH_OK;
}

/* Makes the proxy of an object that Lua does not know, or no longer. */
static int push_new_object(lua_State *L) {
  hh_push_object(L, hh_state_of(L), lua_touserdata(L, 1));
  return 1;
}

/* Pushes the object's proxy on a pooled thread. */
static bool push_sender(hh_state *s, lua_State *co, void *object) {
  if (hh_find_object(co, s, object)) return true;
  lua_pushcfunction(co, push_new_object);
  lua_pushlightuserdata(co, object);
  if (lua_pcall(co, 1, 1, 0) == LUA_OK) return true;
  lua_pop(co, 1);
  return false;
}

/* Pushes what is in a slot of the proxy on top of a pooled thread, or in a root slot. */
static bool push_function(lua_State *co, void *object, int slot) {
  if (!object) {
    hh_get(co, HH_KEY_ROOTS);
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
  if (lua_rawgetp(task->L, HH_AT_IDENTITY, object) != LUA_TUSERDATA) return false;
  task->last = object;
  return true;
}

/* Pushes what is in a slot of the proxy at an index; returns its type. */
static inline int push_handler(lua_State *co, int proxy, int slot) {
  if (slot < HH_DIRECT_SLOTS) return lua_getiuservalue(co, proxy, HH_UV_SLOT0 + slot);
  if (lua_getiuservalue(co, proxy, HH_UV_OVERFLOW) != LUA_TTABLE) return LUA_TNIL;
  int type = lua_rawgeti(co, -1, slot - HH_DIRECT_SLOTS); /* stack: ... object table function */
  lua_remove(co, -2);
  return type;
}

/* Stack: object, info. */
static int make_event(lua_State *L) {
  hh_push_event(L, hh_state_of(L), lua_touserdata(L, 2), 1, hh_state_of(L)->depth + 1);
  return 1;
}

/* Pushes the event object for the proxy at the bottom of a pooled thread. */
static bool push_event(hh_state *s, lua_State *co, hh_event_info *event) {
  lua_pushcfunction(co, make_event);
  lua_pushvalue(co, HH_AT_PROXY);
  lua_pushlightuserdata(co, event);
  int status = lua_pcall(co, 2, 1, 0);
  if (status == LUA_OK) return true;
  hh_report(s, co, co, status);
  lua_pop(co, 1);
  return false;
}

/* Common start of what runs handlers: a task with [function, object?, event?] from HH_AT_FUNCTION on,
 * without an object one place below. With an item, the slot has a table of functions. The caller has
 * entered. */
static int start(hh_state *s, void *object, int slot, int item, hh_event_info *event, hh_task **out) {
  lua_State *from = s->current;
  if (!hh_may_run(s)) return HH_GONE;
  if (s->depth >= HH_MAX_SENDS) {
    set_message(s, "handlers are nested more than 64 deep: an event is sent from its own handler "
                   "again and again");
    return HH_FAILED;
  }
  hh_task *task = take_task(s, from);
  if (!task) {
    set_memory_message(s);
    return HH_FAILED;
  }
  lua_State *co = task->L;
  int status = HH_OK;
  if ((object && !push_sender(s, co, object)) || !push_function(co, object, slot)) {
    status = HH_GONE;
  } else if (item) {
    if (!lua_istable(co, -1) || lua_rawgeti(co, -1, item) != LUA_TFUNCTION) status = HH_GONE;
    else lua_remove(co, -2);
  }
  if (status == HH_OK && object) lua_pushvalue(co, HH_AT_PROXY);
  if (status == HH_OK && event && !push_event(s, co, event)) status = HH_FAILED;
  if (status == HH_OK) {
    *out = task;
    return HH_OK;
  }
  hh_forget_last(task);
  give_back(s, task);
  return status;
}

/* The long way of running a handler: of no object, or on a new thread. With an item, the slot has a
 * table of an object. */
static int run_slowly(hh_state *s, void *object, int slot, int item, hh_event_info *event,
                      hh_task **waiting) {
  hh_task *task;
  lua_State *from = s->current;
  int status = start(s, object, slot, item, event, &task);
  if (status != HH_OK) return status;
  return resume(s, from, task, (object ? 1 : 0) + (event ? 1 : 0), event, true, waiting);
}

/* Resumes a pooled thread, which has an object's proxy at its place, and above
 * it a handler with its arguments. This is what nearly every event comes to. */
__attribute__((always_inline))
static inline int run_handler(hh_state *s, hh_task *task, int nargs, hh_event_info *event,
                              hh_task **waiting) {
  lua_State *from = s->current, *co = task->L;
  s->current = co;
  s->depth++;
  int results, value_base = s->value_count;
  size_t byte_base = s->byte_count;
  int published = hh_publish(s, co);
  int status = lua_resume(co, from, nargs, &results);
  hh_unpublish(s, published);
  s->depth--;
  s->current = from;
  if (event) hh_end_event(s, event);
  /* Results that an error kept from being pushed, perhaps one that the script caught. */
  if (s->value_count > value_base) hh_reset_values(s, value_base, byte_base);
  if (status != LUA_OK) return conclude(s, from, task, status, true, waiting);
  if (results != HH_AT_PROXY) lua_settop(co, HH_AT_PROXY); /* it counts what lies below, too */
  s->pool[s->pool_count++] = task;
  return HH_OK;
}

/* The thread at hand for a handler of an object: with the proxy at its place and the function above it.
 * NULL when that takes the long way. */
__attribute__((always_inline))
static inline hh_task *prepare_handler(hh_state *s, void *object, int slot) {
  if (s->flags || s->pool_count == 0 || s->depth >= HH_MAX_SENDS) return NULL;
  hh_task *task = s->pool[s->pool_count - 1];
  if ((task->last == object || push_last(task, object)) &&
      push_handler(task->L, HH_AT_PROXY, slot) == LUA_TFUNCTION)
    return task;
  hh_forget_last(task);
  return NULL;
}

static inline int run_with_event(hh_state *s, void *object, int slot, hh_event_info *event,
                          hh_task **waiting) {
  hh_task *task = prepare_handler(s, object, slot);
  if (!task) return run_slowly(s, object, slot, 0, event, waiting);
  lua_pushvalue(task->L, HH_AT_PROXY); /* stack: ... proxy function proxy */
  s->pool_count--;                     /* a finalizer may run, and send */
  if (hh_push_event_quickly(s, task->L, event)) return run_handler(s, task, 2, event, waiting);
  s->pool_count++;
  hh_forget_last(task);
  return run_slowly(s, object, slot, 0, event, waiting);
}

static inline int run_plainly(hh_state *s, void *object, int slot, hh_task **waiting) {
  hh_task *task = prepare_handler(s, object, slot);
  if (!task) return run_slowly(s, object, slot, 0, NULL, waiting);
  lua_pushvalue(task->L, HH_AT_PROXY); /* stack: ... proxy function proxy */
  s->pool_count--;
  return run_handler(s, task, 1, NULL, waiting);
}

typedef struct {
  hh_state *s;
  int slot;
  int (*next)(void *context);
  void *context;
} hh_group;

/* Stack: object, group; then in its place the object's further slots, once they are needed. One that
 * waits leaves the others to its caller: when it goes on, nothing here does. */
static int run_group(lua_State *L) {
  hh_group *group = lua_touserdata(L, 2);
  hh_state *s = group->s;
  int slot = group->slot;
  bool has_more = false;
  do {
    int type;
    if (slot < HH_DIRECT_SLOTS) {
      type = lua_getiuservalue(L, 1, HH_UV_SLOT0 + slot);
    } else {
      if (!has_more) {
        has_more = lua_getiuservalue(L, 1, HH_UV_OVERFLOW) == LUA_TTABLE;
        lua_replace(L, 2);
      }
      type = has_more ? lua_rawgeti(L, 2, slot - HH_DIRECT_SLOTS) : LUA_TNIL;
    }
    if (type == LUA_TFUNCTION) {
      lua_pushvalue(L, 1);
      lua_callk(L, 1, 0, 0, ignore_results); /* leaves two values */
    } else {
      lua_settop(L, 2);
    }
    if (s->flags) break;
    if (s->active == 1) s->serial++; /* each has the whole time limit */
    slot = group->next(group->context);
  } while (slot >= 0);
  return 0;
}

void hh_make_inert(hh_state *s) { __atomic_or_fetch(&s->flags, HH_FLAG_INERT, __ATOMIC_SEQ_CST); }

int hh_run_several(hh_state *s, void *object, int slot, int (*next)(void *context), void *context,
                   hh_task **waiting) {
  hh_group group = {s, slot, next, context};
  int status;
  hh_enter(s);
  hh_task *task = s->pool_count > 0 ? s->pool[s->pool_count - 1] : NULL;
  if (task && !s->flags && s->depth < HH_MAX_SENDS &&
      (task->last == object || push_last(task, object))) {
    lua_State *co = task->L;
    s->pool_count--;
    lua_pushcfunction(co, run_group);
    lua_pushvalue(co, HH_AT_PROXY);
    lua_pushlightuserdata(co, &group);
    status = resume(s, s->current, task, 2, NULL, true, waiting);
  } else {
    status = run_slowly(s, object, slot, 0, NULL, waiting);
  }
  hh_leave_with(s, status);
  return status;
}

int hh_run(hh_state *s, void *object, int slot, hh_event_info *event, hh_task **waiting) {
  hh_enter(s);
  int status = event && object ? run_with_event(s, object, slot, event, waiting)
                               : run_slowly(s, object, slot, 0, event, waiting);
  hh_leave_with(s, status);
  return status;
}

int hh_run_plainly(hh_state *s, void *object, int slot, hh_task **waiting) {
  hh_enter(s);
  int status = run_plainly(s, object, slot, waiting);
  hh_leave_with(s, status);
  return status;
}

int hh_run_item(hh_state *s, void *object, int slot, int item, hh_event_info *event,
                hh_task **waiting) {
  hh_enter(s);
  int status = run_slowly(s, object, slot, item, event, waiting);
  hh_leave_with(s, status);
  return status;
}

int hh_run_method(hh_state *s, void *object, int slot, const char *name, hh_event_info *event,
                  hh_task **waiting) {
  hh_task *task;
  lua_State *from = s->current;
  hh_enter(s);
  int status = start(s, object, slot, 0, NULL, &task);
  if (status == HH_OK) {
    lua_State *co = task->L;
    lua_pushcfunction(co, call_method);
    lua_insert(co, HH_AT_FUNCTION);
    lua_pushlightuserdata(co, event);
    lua_pushlightuserdata(co, (void *)name);
    status = resume(s, from, task, 4, event, true, waiting);
  }
  hh_leave_with(s, status);
  return status;
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
  hh_enter(s);
  int status = start(s, NULL, slot, 0, NULL, &task);
  if (status == HH_OK) {
    lua_State *co = task->L;
    lua_pushcfunction(co, call_with_text);
    lua_insert(co, HH_AT_PROXY); /* there is no object */
    lua_pushlightuserdata(co, (void *)text);
    lua_pushinteger(co, (lua_Integer)length);
    status = resume(s, from, task, 3, NULL, true, waiting);
  }
  hh_leave_with(s, status);
  return status;
}

/* Stack: function, object, question, answer. Without a continuation: nothing inside can wait. */
static int call_question(lua_State *L) {
  const hh_question *question = lua_touserdata(L, 3);
  const hh_change *change = question->change;
  int *answer = lua_touserdata(L, 4);
  lua_settop(L, 2);
  if (question->touch) hh_push_touch(L, question->touch);
  if (question->other) hh_push_object(L, hh_state_of(L), question->other);
  if (change) {
    lua_createtable(L, 0, 2);
    lua_pushinteger(L, (lua_Integer)change->location);
    lua_setfield(L, -2, "location");
    lua_pushinteger(L, (lua_Integer)change->length);
    lua_setfield(L, -2, "length");
    lua_pushlstring(L, change->text, change->text_length);
  }
  lua_call(L, lua_gettop(L) - 1, 1);
  if (lua_isboolean(L, -1)) *answer = lua_toboolean(L, -1);
  return 0;
}

int hh_ask(hh_state *s, void *object, int slot, const hh_question *question, int *answer) {
  hh_task *task, *waiting = NULL;
  lua_State *from = s->current;
  hh_enter(s);
  int status = start(s, object, slot, 0, NULL, &task);
  if (status == HH_OK) {
    lua_State *co = task->L;
    lua_pushcfunction(co, call_question);
    lua_insert(co, HH_AT_FUNCTION);
    lua_pushlightuserdata(co, (void *)question);
    lua_pushlightuserdata(co, answer);
    status = resume(s, from, task, 4, NULL, true, &waiting);
  }
  hh_leave_with(s, status);
  return status;
}

/* --- Waiting ------------------------------------------------------------------------------- */

static int wait_continues(lua_State *L, int status, lua_KContext context) {
  (void)status;
  hh_task *task = (hh_task *)context;
  /* Only the debug library gets past the guards of coroutine.resume. */
  if (!task->resuming)
    return luaL_error(L, "this handler waits for an event or a time: only that can resume it");
  task->resuming = false;
  return lua_gettop(L);
}

/* Suspends the calling handler. What it is resumed with is what the wait function returns; before
 * that comes the table at `collects`, unless that is 0. */
int hh_wait_yield(lua_State *L, hh_task *task, int collects) {
  task->waits = true;
  task->collects = collects > 0;
  if (collects > 0) lua_copy(L, collects, 1);
  lua_settop(L, collects > 0 ? 1 : 0);
  return lua_yieldk(L, 0, (lua_KContext)task, wait_continues);
}

/* Stack: info, sender. Returns the event. */
static int make_wake(lua_State *L) {
  hh_state *s = hh_state_of(L);
  hh_push_object(L, s, lua_touserdata(L, 2));
  hh_push_event(L, s, lua_touserdata(L, 1), -1, s->depth + 1);
  return 1;
}

/* Takes the waiting coroutine out of a slot onto the stack of the current thread, where it stays
 * while it runs: nothing else keeps it. Stack: [-0, +(0|1)]. */
static bool take_waiting(hh_state *s, void *object, int slot, hh_task *task) {
  lua_State *from = s->current;
  if (!lua_checkstack(from, 12) || !hh_push_slot(from, s, object, slot)) return false;
  hh_clear_slot(s, object, slot);
  hh_wait_ended(s, object);
  if (lua_tothread(from, -1) == task->L) return true;
  lua_pop(from, 1);
  return false;
}

/* Gives up a coroutine that cannot go on. */
static void drop_waiting(hh_state *s, hh_task *task) {
  task->ends = true;
  hh_reset_thread(s, task->L);
  lua_settop(task->L, 0);
  retire_task(s, task);
}

/* Pushes the event of an object on the stack of the current thread, which has 4 free slots. */
static bool push_wake(hh_state *s, void *object, hh_event_info *event) {
  lua_State *from = s->current;
  lua_pushcfunction(from, make_wake);
  lua_pushlightuserdata(from, event);
  lua_pushlightuserdata(from, object);
  if (lua_pcall(from, 2, 1, 0) == LUA_OK) return true;
  hh_report(s, from, from, LUA_ERRMEM);
  lua_pop(from, 1);
  return false;
}

/* Moves what the wait function returns from the current thread to the coroutine: the event or nil on
 * top. A thread that yielded in a C function has free slots. */
static void give_wake(hh_state *s, hh_task *task, bool has_event, int number) {
  lua_State *co = task->L;
  if (has_event && number > 0 && !task->collects) lua_pushinteger(co, number);
  lua_xmove(s->current, co, 1);
  if (!task->collects) return;
  if (has_event) lua_rawseti(co, 1, number); /* within the array part: allocates nothing */
  else lua_insert(co, 1);
}

/* Resumes the coroutine on top of the stack. */
static int resume_waiting(hh_state *s, void *object, hh_task *task, int number,
                          hh_event_info *event, hh_task **waiting) {
  lua_State *from = s->current, *co = task->L;
  if (s->depth >= HH_MAX_SENDS) {
    drop_waiting(s, task);
    set_message(s, "handlers are nested more than 64 deep: an event is sent from its own handler "
                   "again and again");
    return HH_FAILED;
  }
  if (!hh_may_run(s)) { /* what has to stop sent the event, and with that it has been used up */
    drop_waiting(s, task);
    return HH_GONE;
  }
  if (lua_status(co) != LUA_YIELD) { /* the debug library was at work */
    retire_task(s, task);
    return HH_GONE;
  }
  if (!event || !object) {
    event = NULL;
    lua_pushnil(from);
  } else if (!push_wake(s, object, event)) {
    drop_waiting(s, task);
    return HH_FAILED;
  }
  give_wake(s, task, event != NULL, number);
  task->waits = task->collects = false;
  task->resuming = true;
  return resume(s, from, task, lua_gettop(co), event, false, waiting);
}

int hh_resume(hh_state *s, void *object, int slot, hh_task *task, int number,
              hh_event_info *event, hh_task **waiting) {
  lua_State *from = s->current;
  int status = HH_GONE;
  hh_enter(s);
  if (!s->closing && take_waiting(s, object, slot, task)) {
    status = resume_waiting(s, object, task, number, event, waiting);
    lua_pop(from, 1);
  }
  hh_leave_with(s, status);
  return status;
}

int hh_collect_event(hh_state *s, void *object, int slot, hh_task *task, int number,
                     hh_event_info *event) {
  if (s->closing) return HH_GONE;
  lua_State *from = s->current;
  int status = HH_GONE;
  hh_enter(s);
  if (take_waiting(s, object, slot, task)) {
    status = HH_FAILED;
    if (task->collects && lua_status(task->L) == LUA_YIELD && push_wake(s, object, event)) {
      hh_end_event(s, event);
      give_wake(s, task, true, number);
      status = HH_OK;
    }
    lua_pop(from, 1);
  }
  hh_leave(s);
  return status;
}

void hh_release_wait(hh_state *s, void *object, int slot) {
  hh_clear_slot(s, object, slot);
  hh_wait_ended(s, object);
}

int hh_cancel(hh_state *s, void *object, int slot, hh_task *task) {
  if (s->closing) return HH_OK; /* the task is freed with the state */
  lua_State *from = s->current;
  int status = HH_OK;
  hh_enter(s);
  if (take_waiting(s, object, slot, task)) {
    lua_State *co = task->L;
    task->ends = true; /* it can wait no more */
    if (lua_status(co) == LUA_YIELD && hh_reset_thread(s, co) != LUA_OK) {
      hh_report(s, from, co, LUA_ERRRUN);
      status = HH_FAILED;
    }
    lua_settop(co, 0);
    retire_task(s, task);
    lua_pop(from, 1);
  }
  hh_leave_with(s, status);
  return status;
}
