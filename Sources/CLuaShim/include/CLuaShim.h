/* The only door between Swift and Lua.
 *
 * Swift sees lua_State as an incomplete type and no function that raises: a longjmp over a Swift
 * frame is undefined. Functions here either never raise, or do their work inside a protected call
 * and return a status. A call from Lua reaches Swift through hh_callbacks; Swift describes its
 * results or its error in the call, returns, and only then does C push values and raise.
 */
#ifndef CLUASHIM_H
#define CLUASHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hh_state hh_state; /* one Lua world */
typedef struct hh_call hh_call;   /* one call from Lua into Swift, valid until it returns */
typedef struct hh_task hh_task;   /* a coroutine that runs handlers */
typedef struct hh_visitor hh_visitor;

enum hh_type {
  HH_NONE, HH_NIL, HH_BOOLEAN, HH_NUMBER, HH_STRING, HH_TABLE, HH_FUNCTION, HH_OBJECT, HH_OTHER
};

/* The table `debug` of the module, where a class is asked for. */
enum { HH_DEBUG_MODULE = -1 };

/* What a callback returns. */
enum hh_outcome {
  HH_DONE = 0,     /* the described results are returned */
  HH_RAISE = -1,   /* the last described value is the message of an error */
  HH_YIELD = -2    /* the calling handler waits; only after hh_call_task gave its task */
};

/* How running Lua code ended. */
enum hh_status {
  HH_OK = 0,
  HH_WAITING = 1,   /* the handler waits; the task is its own now */
  HH_FAILED = 2,    /* see hh_error_message */
  HH_GONE = 3       /* nothing to run: the state is closing or the value is no longer there */
};

/* A member of a class: the identifier in the low 18 bits, flags above. */
enum hh_member_flags {
  HH_MEMBER_METHOD = 1 << 24,   /* else a property */
  HH_MEMBER_WAITS = 1 << 25,    /* stores the calling coroutine; refused outside handlers */
  HH_MEMBER_STORES_1 = 1 << 26, /* stores argument 1 if it is a function or table */
  HH_MEMBER_STORES_2 = 1 << 27, /* likewise argument 2 */
  HH_MEMBER_DATA = 1 << 28,     /* the script's own table on the object */
  /* Stores the functions `onTap` of argument 1's items as a table with the items' numbers. Argument 1
   * may also be one item, or the function itself: that is number 1. */
  HH_MEMBER_STORES_ACTIONS = 1 << 29,
  HH_MEMBER_ADDS = 1 << 19,     /* a method that registers its argument 2 for the event 1 */
  HH_MEMBER_REMOVES = 1 << 20,  /* a method that ends the registration whose token is argument 1 */
  HH_MEMBER_SENDS = 1 << 21,    /* a method that sends the event that its argument names */
  HH_MEMBER_ALIVE = 1 << 22,    /* a property that is false once the object was destroyed */
  HH_MEMBER_ENDS = 1 << 30,     /* a method that destroys the object; its result is a name */
  HH_MEMBER_DEBUG = 1 << 23     /* a function of the module's table `debug` */
};

/* A handler that a script registers. */
typedef struct hh_registration {
  int key;        /* the event's name */
  int slot;       /* where the function is, on the object */
  int parameters; /* how many it takes, or -1 for any number */
  int line;       /* of the script */
  const char *new_file; /* the script's, or NULL if it is the one of the last registration */
} hh_registration;

/* What Swift provides. `object` is a Swift object, borrowed. None may raise or unwind. */
typedef struct hh_callbacks {
  void *context;
  /* Property read, property write (value is argument 1), method or module function call. */
  int (*get)(void *context, void *object, int member, hh_call *call);
  int (*set)(void *context, void *object, int member, hh_call *call);
  int (*invoke)(void *context, void *object, int member, hh_call *call);
  /* Sends the event whose name is a key. False, and nothing is sent, if the object has none of it. */
  bool (*send)(void *context, void *object, int key);
  /* Registers a handler of the object, and returns the registration, retained; NULL if the object has
   * no such event. */
  void *(*register_handler)(void *context, void *object, const hh_registration *made);
  /* Ends a registration of the object; false if it is one of another. */
  bool (*remove_handler)(void *context, void *object, void *registration);
  /* Whether a registration has not ended. */
  bool (*is_registered)(void *context, void *registration);
  /* Describes a new object of a class as the only result. */
  int (*create)(void *context, int class_id, hh_call *call);
  /* A positional entry of a constructor's table; it is argument 1. */
  int (*add_child)(void *context, void *object, hh_call *call);
  /* Describes the error for a member that the class does not have. Argument 1 is the name. */
  void (*unknown_member)(void *context, int class_id, bool is_write, hh_call *call);
  /* Fills a class in by hh_class_member; called once, before its first use. */
  void (*define_class)(void *context, int class_id, hh_state *state);
  bool (*is_kind)(void *context, int class_id, int of_class_id);
  int (*class_of)(void *context, void *object);
  /* The object's proxy was made (its address), or has let go (0). */
  void (*set_proxy)(void *context, void *object, uintptr_t proxy);
  uintptr_t (*get_proxy)(void *context, void *object);
  /* Whether the owned objects changed since this was asked last. */
  bool (*edges_changed)(void *context, void *object);
  /* Reports each owned object that has a proxy, by hh_visit. */
  void (*visit_owned)(void *context, void *object, hh_visitor *visitor);
  /* Reports, by hh_visit_hidden, each object without a proxy that one of the given objects owns, also
   * through others without, and that owns one with in the same way. Returns how many it looked at. */
  size_t (*find_hidden)(void *context, hh_state *state, void *const *owners, int count);
  /* The object that owns this one in the runtime's own trees, or NULL. */
  void *(*owner_of)(void *context, void *object);
  /* A point of the window, in a view's coordinates (the view may be NULL). False if impossible. */
  bool (*locate)(void *context, void *view, double x, double y, double *out_x, double *out_y);
  /* About how many bytes an object keeps for the script beside itself: texts, handlers. Without an
   * object: timers and waits. */
  size_t (*storage_of)(void *context, void *object);
  /* Nothing can reach the object any more: the handlers that wait for its events are cancelled. */
  void (*cancel_waits)(void *context, void *object);
} hh_callbacks;

/* What happened, as the event object of a handler tells. */
typedef struct hh_event_facts {
  int type; /* the number of its name among the keys */
  int touch_id;
  int tap_count;
  bool has_touch, is_finger;
  double time;
  double x, y;     /* in the window */
  uint64_t serial; /* of the send; the same number gives the same event object */
} hh_event_facts;

/* The same with what happens to it while a handler runs. */
typedef struct hh_event_info {
  hh_event_facts facts;
  bool is_stopped; /* set when the handler called stopImmediate() */
  bool is_over;    /* the send is: it cannot be stopped any more */
  bool is_shared;  /* the send has other handlers, which get the same object */
  int depth;       /* of sends, where it can be stopped; 0 while it cannot. For C alone */
} hh_event_info;

/* Makes allocations fail, for tests: those after the next `after` ones, `count` of them. */
typedef struct hh_faults {
  long after, count;
  long live; /* bytes in use: 0 after closing */
} hh_faults;

/* What a script may use, and do. All zero: everything. */
typedef struct hh_limits {
  double seconds;    /* real time for one handler or chunk; 0: no limit */
  size_t bytes;      /* memory, Lua's and what Swift keeps for the script; 0: no limit */
  bool is_sandboxed; /* without the parts of the libraries that reach out of the script */
  const char *folder; /* where a sandboxed script finds modules; NULL: nowhere. Valid in hh_open. */
} hh_limits;

/* Why running code has to stop. */
enum hh_stop { HH_STOP_NONE, HH_STOP_TIME, HH_STOP_INTERRUPT };

/* --- A world ------------------------------------------------------------------------------- */

/* Opens a world with the standard libraries. `keys` are the names of fields, for hh_push_field, and
 * of events. `limits` may be NULL. `faults` is NULL but in tests. Returns NULL when memory runs out,
 * or the system gives no timer. */
hh_state *hh_open(const hh_callbacks *callbacks, const char *const *keys, int key_count,
                  int class_count, const hh_limits *limits, hh_faults *faults);
/* Stops the code that runs, if any; returns whether there is some. For signal handlers on the
 * state's thread, and callable inside anything. */
bool hh_interrupt(hh_state *state);
/* Gives one of the keys another name. False when memory runs out. Never raises. */
bool hh_name_key(hh_state *state, int key, const char *name);
/* Closes it: proxies let go of their objects after Lua is gone. Never while Lua code runs. */
void hh_close(hh_state *state);
bool hh_is_running(hh_state *state);
const char *hh_lua_version(void);

/* Registers a member of a class, or of the module `ui` (class 0). `class_id` as in define_class. A
 * property of the module is read by `invoke` without an argument, and written with one. */
void hh_class_member(hh_state *state, int class_id, const char *name, int member);
/* Says how a class is called in messages and in the module; `has_constructor` puts it there. */
void hh_class_name(hh_state *state, int class_id, const char *name, bool has_constructor);
/* Makes the module. Returns HH_OK or HH_FAILED. */
int hh_install_module(hh_state *state);

/* Loads a chunk; the next hh_run_chunk runs it instead of loading its own. */
int hh_load_chunk(hh_state *state, const char *source, size_t length, const char *name);
/* Loads and runs a chunk with arguments, on the main thread. A file when `source` is NULL. The list has
 * first what a script finds in `arg` at -1 and below, its own program the first, and then its arguments.
 * Returns HH_OK or HH_FAILED, with hh_error_kind telling how. */
int hh_run_chunk(hh_state *state, const char *source, size_t length, const char *name,
                 const char *const *arguments, int preceding_count, int argument_count);
enum hh_error_kind {
  HH_ERROR_RUNTIME, HH_ERROR_SYNTAX, HH_ERROR_FILE, HH_ERROR_MEMORY, HH_ERROR_TIME,
  HH_ERROR_INTERRUPT
};
int hh_error_kind(hh_state *state);
const char *hh_error_message(hh_state *state);
const char *hh_error_traceback(hh_state *state);

/* Puts functions that stop at the deadline in the place of those that loop in C: of `string`,
 * `table` and `utf8`. Returns HH_OK, or HH_FAILED when memory runs out. Never raises. */
int hh_limit_libraries(hh_state *state);
/* For tests: lets the deadline pass when it is looked at for the n-th time from now. */
void hh_trip_after(hh_state *state, long looks);

void hh_collect(hh_state *state); /* one full collection; never raises */
int hh_proxy_count(hh_state *state);
size_t hh_memory(hh_state *state); /* Lua's, in bytes */
size_t hh_external_memory(hh_state *state); /* about what Swift keeps for the script */
/* Walks the proxies that have their object, the oldest first. Start with NULL; NULL at the end. */
typedef struct hh_proxy hh_proxy;
hh_proxy *hh_next_proxy(hh_state *state, hh_proxy *previous, void **object);
bool hh_proxy_is_made(hh_proxy *proxy); /* by a constructor of the script's */

/* --- Running handlers ---------------------------------------------------------------------- */

/* Runs the function in a slot as a coroutine, with the object as its argument, and with the event
 * if `event` is given. `object` NULL: a root slot, and no argument. On HH_WAITING the task is in
 * *waiting. Never raises. */
int hh_run(hh_state *state, void *object, int slot, hh_event_info *event, hh_task **waiting);
/* The same with an object and without an event, which is what most events come to. */
int hh_run_plainly(hh_state *state, void *object, int slot, hh_task **waiting);
/* Calls the method `name` of the table in a slot: table:name(object, event). A missing method is
 * HH_FAILED with hh_error_kind HH_ERROR_RUNTIME and a message. */
int hh_run_method(hh_state *state, void *object, int slot, const char *name,
                  hh_event_info *event, hh_task **waiting);
/* Runs a function of the table in a slot, as hh_run does; `item` is its number. */
int hh_run_item(hh_state *state, void *object, int slot, int item, hh_event_info *event,
                hh_task **waiting);
/* Runs the function in a slot as hh_run_plainly does, and then those in the slots that `next` gives until that is
 * negative. What does not simply return ends it: that was the one that `next` gave last. */
int hh_run_several(hh_state *state, void *object, int slot, int (*next)(void *context),
                   void *context, hh_task **waiting);
/* Calls the function in a root slot with a text. */
int hh_run_text(hh_state *state, int slot, const char *text, size_t length, hh_task **waiting);
/* Nothing may run any more, though the state is still open. */
void hh_make_inert(hh_state *state);
/* What the user is about to change in a text. */
typedef struct hh_change {
  long long location, length; /* the range, in characters from 0 */
  const char *text;           /* what comes in its place */
  size_t text_length;
} hh_change;
/* What a question is about; at most one of them. */
typedef struct hh_question {
  const hh_change *change;
  const hh_event_facts *touch;
  void *other; /* another object */
} hh_question;
/* Asks the function in a slot of an object a question: fn(object), fn(object, range, text) about a
 * change, fn(object, touch), or fn(object, other). `*answer` becomes 0 or 1; anything but true
 * and false leaves it. It may not wait. Never raises, never HH_WAITING. */
int hh_ask(hh_state *state, void *object, int slot, const hh_question *question, int *answer);
/* Resumes the coroutine in a slot and frees the slot; it gets the event, or nil. With a `number` that
 * comes before the event, or the event becomes that item of the table that the coroutine collects:
 * then it gets the table, and nil before it when there is no event. */
int hh_resume(hh_state *state, void *object, int slot, hh_task *task, int number,
              hh_event_info *event, hh_task **waiting);
/* Puts an event into the table that the coroutine in a slot collects, and frees the slot; another
 * one must keep the coroutine. HH_FAILED when memory runs out. */
int hh_collect_event(hh_state *state, void *object, int slot, hh_task *task, int number,
                     hh_event_info *event);
/* Frees the slot of a coroutine that waits for several objects, and not for this one any more. Never
 * raises. */
void hh_release_wait(hh_state *state, void *object, int slot);
/* Ends a waiting coroutine: its to-be-closed variables are closed. Frees the task and the slot.
 * Returns HH_OK, or HH_FAILED when closing a variable failed. */
int hh_cancel(hh_state *state, void *object, int slot, hh_task *task);
/* Empties a slot of a living object. Never raises. */
void hh_clear_slot(hh_state *state, void *object, int slot);
/* How many parameters the function in argument `index` takes; -1 for any number. */
int hh_arg_parameters(hh_call *call, int index);
/* Where the function in argument `index` was defined. Returns the line, 0 for a C function. */
int hh_arg_function_line(hh_call *call, int index);
/* Where Lua is: the chunk's short name in `file`, and the line, 0 if unknown. */
int hh_call_line(hh_call *call, char *file, size_t size);

/* --- One call from Lua: arguments ------------------------------------------------------------ */
/* Indices count from 1; self is not among the arguments. None of these raises. */

int hh_arg_count(hh_call *call);
int hh_arg_type(hh_call *call, int index);
/* What a person calls the type: a class name for an object. Valid during the call. */
const char *hh_arg_type_name(hh_call *call, int index);
/* What messages call the argument if it is an object that was destroyed; else NULL. */
const char *hh_arg_destroyed(hh_call *call, int index);
bool hh_arg_boolean(hh_call *call, int index);
double hh_arg_number(hh_call *call, int index);
/* False unless the value is an integer, or a float equal to one. */
bool hh_arg_integer(hh_call *call, int index, long long *out);
/* The bytes of a string, or of a number as Lua prints it; else NULL. Valid during the call. */
const char *hh_arg_string(hh_call *call, int index, size_t *length);
/* The number of the key whose name a string is; -1 if it is none. */
int hh_arg_key(hh_call *call, int index);
void *hh_arg_object(hh_call *call, int index);
size_t hh_arg_length(hh_call *call, int index); /* raw length of a table */
/* Push a field or an item of a table as a further argument; returns its index, 0 if out of stack. */
int hh_push_field(hh_call *call, int index, int key);
int hh_push_item(hh_call *call, int index, long long item);
void hh_pop_pushed(hh_call *call, int index); /* drops what was pushed from this index on */
/* Steps through a table. Start with *position 0; false at the end. The key and the value are
 * pushed as two arguments, the key at the returned index. Pop both before the next step. */
bool hh_next(hh_call *call, int index, int *key_index);

int hh_call_slot(hh_call *call);      /* where the stored argument or coroutine is, or -1 */
hh_task *hh_call_task(hh_call *call); /* the task of a waiting call */
/* Stores the calling coroutine of a waiting call on a further object that may wake it. Returns the
 * slot, or -1 when memory runs out. May run finalizers. */
int hh_call_keep_task(hh_call *call, void *object);
/* Makes the table in which a waiting call collects `count` events. False when memory runs out. */
bool hh_call_collect(hh_call *call, int count);
bool hh_call_is_same(hh_call *call, int index, void *object, int slot); /* argument == slot value */

/* --- One call from Lua: results -------------------------------------------------------------- */
/* None raises; they run out of memory by making the call raise "not enough memory". */

void hh_give_nil(hh_call *call);
void hh_give_boolean(hh_call *call, bool value);
void hh_give_integer(hh_call *call, long long value);
void hh_give_number(hh_call *call, double value);
void hh_give_string(hh_call *call, const char *bytes, size_t length);
/* Takes over one strong reference to the object. */
void hh_give_object(hh_call *call, void *object);
void hh_give_token(hh_call *call, void *registration); /* one that was not given before */
void hh_give_slot(hh_call *call, int slot); /* the value in a slot of self */
void hh_begin_table(hh_call *call);
void hh_give_key(hh_call *call, const char *name); /* before a value inside a table; a literal */
void hh_end_table(hh_call *call);                  /* values without a key are items 1, 2, … */

/* --- Ownership ------------------------------------------------------------------------------- */

void hh_visit(hh_visitor *visitor, uintptr_t proxy);
void hh_visit_hidden(hh_state *state, void *object);
bool hh_is_proxy_of(hh_state *state, uintptr_t proxy); /* and not another world's, or none */

/* What keeps an object alive. */
enum hh_holder_kind {
  HH_HELD_BY_SWIFT,  /* `slot` references beside the runtime's */
  HH_HELD_BY_OWNER,  /* `owner` owns it, as a view does its subviews */
  HH_HELD_BY_SLOT,   /* what is in a slot of `owner`, or in a root slot if that is NULL */
  HH_HELD_BY_WAITER, /* likewise: a waiting coroutine */
  HH_HELD_BY_DATA,   /* the script's own table on `owner` */
  HH_HELD_BY_GLOBAL, /* the global or module `name` */
  HH_HELD_BY_CODE    /* code that is running */
};
typedef struct hh_holder {
  void *object, *owner;
  int kind, slot;
  char name[40];
} hh_holder;
/* Finds out who holds the objects that Lua knows. What several things reach by the same table is
 * found once. The list is valid until the next call. Returns how many, or -1 when memory runs out. */
int hh_find_holders(hh_state *state, const hh_holder **list);

#endif
