#ifndef HH_INTERNAL_H
#define HH_INTERNAL_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "CLuaShim.h"

/* Exported by the Swift runtime. Counting from C is exact; from Swift it would count the
 * temporaries of the code that asks. */
extern void *swift_retain(void *object);
extern void swift_release(void *object);
extern size_t swift_retainCount(void *object);

/* User values of a proxy. The first few slots are user values themselves: a table in between would
 * cost every dispatch. */
enum { HH_UV_EDGES = 1, HH_UV_DATA, HH_UV_OVERFLOW, HH_UV_SLOT0, HH_DIRECT_SLOTS = 4,
       HH_USER_VALUES = HH_UV_SLOT0 + HH_DIRECT_SLOTS - 1 };

/* What a pooled thread has at the bottom of its stack, the proxy only while task->last says so; and
 * where the function of a handler goes. */
enum { HH_AT_IDENTITY = 1, HH_AT_EVENT_META, HH_AT_PROXY, HH_AT_FUNCTION };

/* A chain of threads that resume each other: Lua allows 200 C calls inside each other. A send in the
 * innermost handler runs no other, but a wait for several events may still collect its event. */
enum { HH_MAX_SENDS = 64, HH_EVENT_DEPTHS = HH_MAX_SENDS + 1, HH_MAX_CHAIN = 256 };
enum { HH_MEMBER_ID = (1 << 18) - 1 };

/* What keeps a handler from simply running. */
enum { HH_FLAG_CLOSING = 1, HH_FLAG_OVERRUN = 2, HH_FLAG_UNARMED = 4, HH_FLAG_INERT = 8 };

typedef struct hh_watch hh_watch;

/* Blocks of up to so many bytes are kept for the next allocation when they are freed. */
enum { HH_SMALL_BYTES = 248, HH_BLOCK_CLASSES = (HH_SMALL_BYTES + 7) / 16 + 1 };
typedef struct hh_kept_block { struct hh_kept_block *next; } hh_kept_block;

/* Lua's memory, and what Swift keeps for the script. */
typedef struct {
  hh_faults *faults; /* in tests */
  size_t used, external;
  size_t limit;   /* 0: none */
  int reserve;    /* above 0: a report or the end may go beyond the limit */
  size_t charged; /* since the collector was last told */
  hh_kept_block *kept[HH_BLOCK_CLASSES]; /* by size */
  size_t kept_bytes;
  int pause;        /* of the collector, as we set it last, in percent; 0 once the script sets it */
  int wanted_pause; /* at the next safe point */
  void *spare;       /* a small block for one allocation that must not fail */
  bool spends_spare; /* the next one may have it */
} hh_memory_use;

/* Lua's face of a Swift object. It owns one strong reference. */
struct hh_proxy {
  const void *magic; /* &hh_proxy_magic; a foreign userdata with our metatable lacks it */
  hh_state *state;
  void *object; /* NULL before it is filled in and after it let go */
  void *corpse; /* the object after destroy(): code may still run on it until a safe point */
  struct hh_proxy *prev, *next;
  int calls;      /* of Swift on the object, that have not returned */
  unsigned noted; /* the last source that hh_find_holders found to hold it */
  int class_id;
  int traced_edges; /* strong references from other proxies' objects that both heaps know */
  unsigned direct_used : HH_DIRECT_SLOTS;
  unsigned is_pinned : 1;
  unsigned is_measured : 1; /* the charge is exact */
  unsigned is_partial : 1;  /* not every edge could be mirrored when that was tried */
  unsigned has_edges : 1;   /* mirrored ones */
  unsigned is_made : 1;     /* a constructor of the script's made the object */
  unsigned partial_at;      /* at which of the state's changes that was */
  unsigned ends;            /* the state's when its edges were mirrored last */
  int limbo_index; /* place in limbo, or 0 */
  int waits;       /* coroutines in its slots that wait for the object's events */
  size_t charge;   /* bytes that Swift keeps for it, counted in the script's memory */
};

/* Lua's face of a registration: see token.c. */
typedef struct {
  const void *magic;
  hh_state *state;
  void *object; /* owned; NULL before it is filled in and after it let go */
  char *name;   /* after destroy(), for messages */
  int class_id;
} hh_token;

/* What a method is called on: an object by one of its faces. */
typedef struct {
  hh_proxy *proxy; /* NULL for a token */
  hh_token *token; /* NULL for a proxy */
  void *object;    /* NULL if it was destroyed */
  int class_id;
} hh_self;

typedef struct hh_value {
  enum { HH_V_NIL, HH_V_BOOLEAN, HH_V_INTEGER, HH_V_NUMBER, HH_V_STRING, HH_V_OBJECT, HH_V_TOKEN,
         HH_V_SLOT, HH_V_TABLE, HH_V_KEY, HH_V_END } kind;
  union {
    bool boolean;
    long long integer;
    double number;
    struct { size_t offset, length; } string;
    void *object;
    const char *key;
  } as;
} hh_value;

struct hh_task {
  lua_State *L;
  hh_state *state;
  void *last;    /* the object whose proxy is at 2 on the stack of a pooled thread */
  bool waits;    /* a wait function yielded, so a waiter owns the task */
  bool resuming; /* the resume comes from the waiter and not from the script */
  bool collects; /* it waits for several events, and their table is at 1 on its stack */
  bool ends;     /* its to-be-closed variables are being closed for good */
  struct hh_task *prev, *next;
};

struct hh_visitor {
  hh_proxy **proxies;
  int count, capacity;
  bool failed;
  bool skipped; /* an owned object without a proxy was seen */
  void **hidden; /* where the search for hidden edges begins, and then what it has found */
  int hidden_count, hidden_capacity;
};

/* An event that a handler has at present, and the record that its stopImmediate() changes. */
typedef struct {
  hh_event_info *info; /* NULL after the handler */
  uint64_t serial;
  int type;
} hh_lent;

/* The classes of the objects seen last, by where Swift's description of their type is. */
enum { HH_TYPE_CACHE = 64 };
typedef struct {
  const void *type;
  int class_id;
} hh_known_type;

/* The keys of the strings seen last, by where the string is: what has a key is never freed. */
enum { HH_NAME_CACHE = 64 };
typedef struct {
  const char *name;
  int key;
} hh_known_name;

/* Functions of the standard libraries that ours stand in front of. */
enum hh_original { HH_CLOSE, HH_DEBUG_GETMETATABLE, HH_DEBUG_SETMETATABLE, HH_DEBUG_SETUSERVALUE,
                   HH_SETMETATABLE, HH_XPCALL, HH_ORIGINAL_COUNT };

struct hh_state {
  hh_task main_task; /* what a thread that is no handler's finds in its extra space */
  lua_State *L;
  hh_callbacks cb;
  lua_State *current; /* the thread that called Swift, or the main one */
  int depth;          /* of handlers running inside each other */
  hh_lent lent[HH_EVENT_DEPTHS + 1]; /* by depth; none at 0 */
  int chunks;         /* of main chunks running inside each other */
  bool closing;

  /* Read by the watchdog's signal. */
  volatile sig_atomic_t flags;
  volatile sig_atomic_t overrun; /* hh_stop: why running code has to stop */
  volatile int active;           /* entries that may run Lua code; handlers among them */
  volatile unsigned serial;      /* of the outermost entry */
  lua_State *volatile chain[HH_MAX_CHAIN]; /* the main thread, and those that run inside it */
  volatile int chain_count;
  hh_watch *watch;
  hh_limits limits;
  lua_State *raised; /* where the watchdog raised an error rather than yield */
  char stop_place[120];
  hh_memory_use memory;
  size_t root_charge; /* what Swift keeps for timers and waits */
  int closes; /* of coroutine.close inside each other */
  int class_count;
  int first_class; /* in the registry: metatables, once they are complete */
  hh_known_type types[HH_TYPE_CACHE];
  hh_known_name names[HH_NAME_CACHE];
  char last_file[LUA_IDSIZE]; /* in which a handler was registered last */
  int token_class; /* of registrations, once one was given to the script; or 0 */
  int first_key; /* in the registry */
  lua_CFunction originals[HH_ORIGINAL_COUNT];

  hh_task *tasks; /* all, free and in use */
  int task_count;
  hh_task **pool; /* has room for all */
  int pool_count, pool_capacity;

  hh_proxy *proxies, *oldest_proxy;
  int proxy_count;
  int limbo_capacity, limbo_count;
  int pending;  /* finalizers of this cycle that have not run */
  bool revival_failed; /* half-way, so that some that are in limbo can be found by their objects */
  bool revived; /* some proxy of this cycle was taken back, and may refer to others of it */
  bool reached; /* a live proxy's object owns one in limbo */
  bool sweeping;
  int revivals;     /* of limbo in a row */
  int made, kept;   /* proxies made since all were looked at, and how many there were then */
  bool is_due;      /* something waits for a safe point */
  bool wants_exact; /* it is a collection that decides limbo for sure */
  unsigned ends;    /* how often an owned object lost its proxy: every edge is mirrored anew */
  hh_proxy *graves; /* destroyed, with an object to let go */
  struct hh_holder *holders;
  int holder_count, holder_capacity;
  bool wants_search;              /* for hidden edges, in the next sweep */
  size_t search_cost, unsearched; /* objects that the last search, and sweeps since, looked at */
  unsigned changes; /* how often a proxy was made or taken back */
  hh_visitor visitor;

  hh_value *values; /* results that Swift has described and C has not pushed */
  int value_count, value_capacity;
  char *bytes;
  size_t byte_count, byte_capacity;
  bool values_failed;

  char *error_message, *error_traceback;
  int error_kind;
  bool define_failed; /* a class is being defined, and memory ran out */

  /* The budget of loops in C, see budget.h. */
  size_t steps_left;             /* before the deadline is looked at again */
  long trip_after;               /* in tests: how many looks until it passes; 0 for never */
};

struct hh_call {
  hh_state *state;
  lua_State *L;
  int first; /* stack index of argument 1 */
  int count;
  int value_base;
  size_t byte_base;
  int slot;
  hh_task *task;
  int collects; /* stack index of the table for the events of a wait for all, or 0 */
  char number[40];
};

/* What the registry has for us: integers, which Lua finds without hashing. */
enum hh_key { HH_KEY_IDENTITY, HH_KEY_PINS, HH_KEY_LIMBO, HH_KEY_ROOTS, HH_KEY_TASKS, HH_KEY_CLASSES,
              HH_KEY_EVENTS, HH_KEY_NAMES, HH_KEY_EVENT_META, HH_KEY_COUNT };
extern const char hh_proxy_magic;

/* memory.c. hh_reallocate is for the shim's own memory, which tests make fail like Lua's. */
enum { HH_HANDLER_BYTES = 320 }; /* about what ControlKit keeps for one registration */
void hh_open_memory(lua_State *L, hh_state *s, hh_faults *faults);
void hh_close_memory(hh_state *s);
void hh_renew_spare(hh_state *s);
/* Adapts the collector to the size of what lives: at the end of a cycle, and then at a safe point. */
void hh_want_pause(hh_state *s);
void hh_set_pause(hh_state *s);
void *hh_reallocate(hh_state *s, void *block, size_t size);
void hh_charge_memory(lua_State *L, hh_state *s, hh_proxy *owner, size_t bytes);
void hh_discharge(hh_state *s, hh_proxy *owner, size_t bytes);
void hh_memory_message(hh_state *s, char *into, size_t size);
size_t hh_object_size(void *object);
void hh_measure(hh_state *s, hh_proxy *proxy);
void hh_measure_root(hh_state *s);
void hh_uncharge(hh_state *s, hh_proxy *proxy);

/* The next small allocation, which is made at once, cannot fail; false if there is nothing for it. */
static inline bool hh_arm_spare(hh_state *s) { return s->memory.spends_spare = s->memory.spare; }

static inline hh_task *hh_task_of(lua_State *L) { return *(hh_task **)lua_getextraspace(L); }
static inline hh_state *hh_state_of(lua_State *L) { return hh_task_of(L)->state; }

/* Pushes what the registry has for a key; returns its type. */
static inline int hh_get(lua_State *L, enum hh_key key) {
  return lua_rawgeti(L, LUA_REGISTRYINDEX, hh_state_of(L)->first_key + key);
}

/* Sets it to the value on top, which is popped. Once the world is open it allocates nothing. */
static inline void hh_set(lua_State *L, enum hh_key key) {
  lua_rawseti(L, LUA_REGISTRYINDEX, hh_state_of(L)->first_key + key);
}

/* call.c */
void hh_begin_call(hh_call *call, hh_state *s, lua_State *L, int first);
int hh_finish_call(hh_call *call, int outcome); /* raises or returns the result count */
void hh_reset_values(hh_state *s, int value_base, size_t byte_base);
bool hh_copy_string(hh_state *s, char **into, const char *text, size_t length);

/* proxy.c: all may raise but the first five */
hh_proxy *hh_to_proxy(lua_State *L, int index);
bool hh_to_self(lua_State *L, int index, hh_self *self); /* false for what is no face of ours */
bool hh_push_slot(lua_State *L, hh_state *s, void *object, int slot);
bool hh_find_object(lua_State *L, hh_state *s, void *object);
void hh_wait_ended(hh_state *s, void *object);
void hh_push_object(lua_State *L, hh_state *s, void *object);
void hh_push_given(lua_State *L, hh_state *s, void *object, int references);
void hh_note_held(lua_State *L, hh_proxy *proxy, int index);
void hh_note_given(lua_State *L, hh_proxy *proxy, int index); /* never raises */
int hh_store_slot(lua_State *L, hh_state *s, hh_proxy *owner, int owner_index, int value_index);
void hh_open_proxies(lua_State *L, hh_state *s);
int hh_proxy_gc(lua_State *L);
void hh_end_proxy(lua_State *L, hh_state *s, hh_proxy *proxy, int index);
int hh_raise_destroyed(lua_State *L, hh_state *s, int index);
/* What messages call a destroyed object, kept by its face at an index; NULL for none. Never raises. */
const char *hh_destroyed_name(lua_State *L, int index);
void hh_settle(hh_state *s);
void hh_decide_exactly(lua_State *L, hh_state *s);
void hh_sync_edges(lua_State *L, hh_state *s);
bool hh_push_proxy(lua_State *L, hh_state *s, hh_proxy *proxy);

/* token.c */
hh_token *hh_to_token(lua_State *L, int index); /* never raises */
/* What must be known before the first token: its class, by an object of it. May raise. */
void hh_know_tokens(lua_State *L, hh_state *s, void *object);
/* Pushes a token that is to be given a reference to its registration. Stack: [-0, +1]. May raise. */
hh_token *hh_push_token(lua_State *L, hh_state *s);
/* The finalizer; the token is at 1. */
void hh_token_gc(lua_State *L, hh_token *token);
/* Takes the registration from the token, for messages under a name. */
void hh_end_token(lua_State *L, hh_token *token, const char *name, size_t length);
/* `on` with the name of an event and a function, and `off` with a token. False, and nothing has
 * happened, for what is to be done or refused by a described call. The stack is the method's, and the
 * token is left on it. May raise. */
bool hh_register_plainly(lua_State *L, hh_state *s, hh_proxy *self);
bool hh_unregister_plainly(lua_State *L, hh_state *s, hh_proxy *self);

/* class.c */
void hh_push_class(lua_State *L, hh_state *s, int class_id);
int hh_class_of(hh_state *s, void *object);
/* The number of the key that a value is the name of, or -1. Never raises; needs 2 free slots. */
int hh_key_of(lua_State *L, hh_state *s, int index);
void hh_open_module(lua_State *L, hh_state *s);

/* run.c */
void hh_open_tasks(lua_State *L, hh_state *s);
void hh_free_tasks(hh_state *s);
void hh_forget_last(hh_task *task);
int hh_wait_yield(lua_State *L, hh_task *task, int collects);
void hh_report(hh_state *s, lua_State *from, lua_State *failed, int status);
void hh_keep_stop(hh_state *s);

/* event.c */
void hh_open_events(lua_State *L);
void hh_push_touch(lua_State *L, const hh_event_facts *facts);
/* Pushes the event object of a send, made for its first handler that wants one. The sender is at an
 * index. May raise. */
void hh_push_event(lua_State *L, hh_state *s, hh_event_info *info, int sender, int depth);
/* Likewise on a pooled thread with a proxy, without a pcall around it. Never raises; false if there is no
 * memory for that. */
bool hh_push_event_quickly(hh_state *s, lua_State *co, hh_event_info *info);
void hh_end_event(hh_state *s, hh_event_info *info); /* the handler has returned */
void hh_forget_events(lua_State *L, hh_state *s);

/* guard.c */
void hh_open_guards(lua_State *L, hh_state *s);

/* sandbox.c */
void hh_open_sandbox(lua_State *L, hh_state *s);

/* limits.c */
bool hh_open_limits(hh_state *s);
void hh_close_limits(hh_state *s);
void hh_begin(hh_state *s);
bool hh_may_run(hh_state *s);
int hh_raise_stop(lua_State *L);
void hh_stop_message(hh_state *s, char *into, size_t size);
int hh_reset_thread(hh_state *s, lua_State *co);

/* Every entry that may run Lua code. The count rises before the flags are read, so that the
 * watchdog cannot go to sleep in between. */
static inline void hh_enter(hh_state *s) {
  if (s->active++ > 0) return;
  s->serial++;
  if (s->flags) hh_begin(s);
}

/* The end of the outermost entry is a safe point: no code of the script's is running. */
static inline void hh_leave(hh_state *s) {
  if (s->is_due && s->active == 1) hh_settle(s);
  s->active--;
}

/* Likewise, after code whose failure or wait Swift has not been told of yet: that comes first. */
static inline void hh_leave_with(hh_state *s, int status) {
  if (status == HH_OK) hh_leave(s);
  else s->active--;
}

/* The thread that runs from now on, for the watchdog. Returns what hh_unpublish needs. */
static inline int hh_publish(hh_state *s, lua_State *L) {
  int count = s->chain_count;
  if (count < HH_MAX_CHAIN) {
    s->chain[count] = L;
    s->chain_count = count + 1;
  }
  return count;
}

static inline void hh_unpublish(hh_state *s, int count) { s->chain_count = count; }

#endif
