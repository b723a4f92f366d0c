/* Classes as metatables, the module `ui`, and the trampolines from Lua into Swift.
 *
 * A metatable's array part holds the class name at 1, the table of members at 2, and property names by
 * member at 3. The registry has it once it is complete. Members map a name to a function (a method) or an
 * integer (a property). They are filled in when a class is
 * first used, so that a script pays for what it uses.
 */
#include "internal.h"

/* --- Trampolines --------------------------------------------------------------------------- */

static void check_class(lua_State *L, hh_state *s, const hh_self *self, int class_id,
                        const char *member) {
  /* The debug library can give an object another class's metatable; Swift must not be misled. */
  if (self->class_id == class_id || s->cb.is_kind(s->cb.context, self->class_id, class_id)) return;
  hh_push_class(L, s, class_id);
  hh_push_class(L, s, self->class_id);
  lua_rawgeti(L, -2, 1);
  lua_rawgeti(L, -2, 1);
  luaL_error(L, "'%s' belongs to %s, but was used on a %s", member, lua_tostring(L, -2),
             lua_tostring(L, -1));
}

static inline hh_self check_self(lua_State *L, hh_state *s, const char *member) {
  hh_self self;
  hh_proxy *proxy = hh_to_proxy(L, 1);
  if (proxy && proxy->object && proxy->state == s)
    return (hh_self){.proxy = proxy, .object = proxy->object, .class_id = proxy->class_id};
  bool is_face = hh_to_self(L, 1, &self);
  if (is_face && self.token && self.object && self.token->state == s) return self;
  if (is_face) hh_raise_destroyed(L, s, 1);
  luaL_error(L, "'%s' must be called on an object, as in object:%s(...); got %s", member, member,
             luaL_typename(L, 1));
  return self;
}

/* Runs a Swift callback with the calling thread known. */
typedef int (*object_callback)(void *context, void *object, int member, hh_call *call);

static int call_swift(hh_call *call, object_callback callback, const hh_self *self, int member) {
  hh_state *s = call->state;
  lua_State *outer = s->current;
  s->current = call->L;
  void *object = self ? self->object : NULL;
  hh_proxy *proxy = self ? self->proxy : NULL;
  if (proxy) proxy->calls++;
  else if (object) swift_retain(object); /* a token lets go of it at once when it is destroyed */
  int outcome = callback(s->cb.context, object, member & HH_MEMBER_ID, call);
  if (proxy) proxy->calls--;
  else if (object) swift_release(object);
  s->current = outer;
  return outcome;
}

/* Pushes the function `onTap` of the table at an index, if it has one. */
static bool push_action(lua_State *L, int index) {
  index = lua_absindex(L, index);
  lua_pushliteral(L, "onTap");
  if (lua_rawget(L, index) == LUA_TFUNCTION) return true;
  lua_pop(L, 1);
  return false;
}

/* Stores the functions alone: what the script does to its tables later changes nothing. */
static void store_actions(hh_call *call, hh_proxy *owner) {
  lua_State *L = call->L;
  int type = hh_arg_type(call, 1);
  if (type != HH_FUNCTION && type != HH_TABLE) return;
  int index = call->first;
  luaL_checkstack(L, 6, NULL);
  lua_newtable(L);
  int actions = lua_gettop(L);
  bool has_any = false;
  if (type == HH_FUNCTION || push_action(L, index)) {
    if (type == HH_FUNCTION) lua_pushvalue(L, index);
    lua_rawseti(L, actions, 1);
    has_any = true;
  } else {
    lua_Integer length = (lua_Integer)lua_rawlen(L, index);
    for (lua_Integer i = 1; i <= length; i++) {
      if (lua_rawgeti(L, index, i) == LUA_TTABLE && push_action(L, -1)) {
        lua_rawseti(L, actions, i);
        has_any = true;
      }
      lua_settop(L, actions);
    }
  }
  if (has_any) call->slot = hh_store_slot(L, call->state, owner, 1, actions);
  lua_settop(L, actions - 1);
}

/* Stores what Swift will refer to by a slot, before Swift runs: storing may raise. */
static void store_argument(hh_call *call, hh_proxy *owner, int member) {
  if (member & HH_MEMBER_STORES_ACTIONS) {
    store_actions(call, owner);
    return;
  }
  int index = member & HH_MEMBER_STORES_1 ? 1 : member & HH_MEMBER_STORES_2 ? 2 : 0;
  if (!index) return;
  int type = hh_arg_type(call, index);
  if (type != HH_FUNCTION && type != HH_TABLE) return;
  hh_charge_memory(call->L, call->state, owner, HH_HANDLER_BYTES);
  call->slot = hh_store_slot(call->L, call->state, owner, 1, call->first + index - 1);
}

/* Texts given to Swift stay there. */
static void charge_texts(hh_call *call, hh_proxy *owner) {
  size_t bytes = 0;
  for (int i = 1; i <= call->count; i++)
    if (lua_type(call->L, call->first + i - 1) == LUA_TSTRING)
      bytes += lua_rawlen(call->L, call->first + i - 1);
  if (bytes > 0) hh_charge_memory(call->L, call->state, owner, bytes);
}

/* Stores the calling coroutine, which must be one that runs a handler. */
static void store_thread(hh_call *call, hh_proxy *owner, const char *name) {
  lua_State *L = call->L;
  hh_task *task = hh_task_of(L);
  if (task->ends && task->L == L)
    luaL_error(L, "'%s' cannot wait here: the handler has ended, and closes its variables", name);
  if (task->L != L)
    luaL_error(L, "'%s' cannot wait inside a coroutine of the script's own: call it directly in a "
                  "handler or timer", name);
  if (task == &call->state->main_task)
    luaL_error(L, "'%s' can wait only inside a handler or timer, not while the script loads: put "
                  "it into ui.after(0, function() ... end)", name);
  if (!lua_isyieldable(L))
    luaL_error(L, "'%s' cannot wait here, inside a metamethod, an iterator or another C call",
               name);
  hh_charge_memory(L, call->state, owner, HH_HANDLER_BYTES);
  lua_pushthread(L);
  call->slot = hh_store_slot(L, call->state, owner, 1, -1);
  lua_pop(L, 1);
  call->task = task;
}

/* Storing and counting may have run finalizers, and one may have destroyed the object of a proxy at 1. */
static void check_alive(lua_State *L, hh_state *s, const hh_proxy *proxy) {
  if (proxy && !proxy->object) hh_raise_destroyed(L, s, 1);
}

/* `first` is where the arguments begin; `name` is needed for members that wait. */
static int invoke(lua_State *L, hh_state *s, const hh_self *self, int member, int first,
                  const char *name) {
  hh_call call;
  hh_begin_call(&call, s, L, first);
  hh_proxy *owner = self ? self->proxy : NULL;
  if (member & HH_MEMBER_WAITS) store_thread(&call, owner, name);
  else store_argument(&call, owner, member);
  if (owner) charge_texts(&call, owner);
  check_alive(L, s, owner);
  int outcome = call_swift(&call, s->cb.invoke, self, member);
  if (outcome == HH_YIELD) {
    if (owner) owner->waits++;
    return hh_wait_yield(L, call.task, call.collects);
  }
  if ((member & HH_MEMBER_WAITS || outcome == HH_RAISE) && call.slot >= 0)
    hh_clear_slot(s, owner ? self->object : NULL, call.slot);
  if (owner && !owner->is_pinned) hh_note_held(L, owner, 1);
  return hh_finish_call(&call, outcome);
}

/* Whether argument 1 is an object of this world that has been destroyed. */
static bool is_destroyed(lua_State *L, hh_state *s) {
  hh_self self;
  return hh_to_self(L, 1, &self) && !self.object &&
         (self.proxy ? self.proxy->state : self.token->state) == s;
}

/* What a function of a class or module knows of itself: its first upvalue. Its name is the second, where
 * it lives. */
typedef struct {
  const void *magic; /* &hh_method_magic: the debug library can change an upvalue */
  int member, class_id;
  const char *name;
} hh_method;

static const char hh_method_magic;

static const hh_method *method_of(lua_State *L) {
  const hh_method *method = lua_touserdata(L, lua_upvalueindex(1));
  if (!method || lua_rawlen(L, lua_upvalueindex(1)) != sizeof *method ||
      method->magic != &hh_method_magic)
    luaL_error(L, "this function has lost what it is: an upvalue of it was changed");
  return method;
}

/* Sends one event named by a string, as nearly every send of a script's does: without describing a
 * call. False if that is not what is asked for. */
static bool send_plainly(lua_State *L, hh_state *s, hh_proxy *self) {
  if (lua_gettop(L) != 2) return false;
  int key = hh_key_of(L, s, 2);
  if (key < 0) return false;
  lua_State *outer = s->current;
  s->current = L;
  self->calls++;
  bool is_sent = s->cb.send(s->cb.context, self->object, key);
  self->calls--;
  s->current = outer;
  return is_sent;
}

static int method_trampoline(lua_State *L) {
  hh_state *s = hh_state_of(L);
  const hh_method *method = method_of(L);
  int member = method->member;
  const char *name = method->name;
  if (member & HH_MEMBER_ENDS && is_destroyed(L, s)) return 0; /* twice is harmless */
  hh_self self = check_self(L, s, name);
  check_class(L, s, &self, method->class_id, name);
  if (self.proxy) {
    if (member & HH_MEMBER_SENDS && send_plainly(L, s, self.proxy)) return 0;
    if (member & HH_MEMBER_ADDS && hh_register_plainly(L, s, self.proxy)) return 1;
    if (member & HH_MEMBER_REMOVES && hh_unregister_plainly(L, s, self.proxy)) return 0;
  }
  if (!(member & HH_MEMBER_ENDS)) return invoke(L, s, &self, member, 2, name);
  lua_settop(L, 1);
  invoke(L, s, &self, member, 2, name); /* stack: self name */
  if (is_destroyed(L, s)) return 0;
  if (self.proxy) {
    hh_end_proxy(L, s, self.proxy, 1);
  } else {
    size_t length = 0;
    const char *text = lua_tolstring(L, 2, &length);
    hh_end_token(L, self.token, text ? text : "", length);
  }
  return 0;
}

/* A finalizer that runs while the world closes must not make anything new. */
static void check_open(lua_State *L) {
  if (hh_state_of(L)->closing) luaL_error(L, "the script host is closed");
}

static int function_trampoline(lua_State *L) {
  check_open(L);
  const hh_method *method = method_of(L);
  return invoke(L, hh_state_of(L), NULL, method->member, 1, method->name);
}

static int raise_unknown(lua_State *L, hh_state *s, int class_id, int name_index, bool is_write) {
  hh_call call;
  hh_begin_call(&call, s, L, name_index);
  lua_State *outer = s->current;
  s->current = L;
  s->cb.unknown_member(s->cb.context, class_id, is_write, &call);
  s->current = outer;
  return hh_finish_call(&call, HH_RAISE);
}

static int push_data(lua_State *L, int index) {
  if (lua_getiuservalue(L, index, HH_UV_DATA) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, index, HH_UV_DATA);
  }
  return 1;
}

/* Upvalues: members, class. */
static int index_trampoline(lua_State *L) {
  hh_state *s = hh_state_of(L);
  if (lua_gettop(L) != 2) lua_settop(L, 2);
  lua_pushvalue(L, 2);
  int type = lua_rawget(L, lua_upvalueindex(1)); /* stack: self name member */
  if (type == LUA_TFUNCTION) return 1;
  if (type != LUA_TNUMBER) {
    lua_pop(L, 1);
    return raise_unknown(L, s, (int)lua_tointeger(L, lua_upvalueindex(2)), 2, false);
  }
  int member = (int)lua_tointeger(L, 3);
  if (member & HH_MEMBER_ALIVE && is_destroyed(L, s)) {
    lua_pushboolean(L, 0);
    return 1;
  }
  hh_self self = check_self(L, s, lua_tostring(L, 2));
  check_class(L, s, &self, (int)lua_tointeger(L, lua_upvalueindex(2)), lua_tostring(L, 2));
  if (member & HH_MEMBER_DATA) return push_data(L, 1);
  hh_call call;
  hh_begin_call(&call, s, L, 4);
  return hh_finish_call(&call, call_swift(&call, s->cb.get, &self, member));
}

/* Writes the value on top of the stack, which is at `value`, to a property of the proxy at 1. */
static void write_property(lua_State *L, hh_state *s, const hh_self *self, int member, int value) {
  hh_call call;
  hh_begin_call(&call, s, L, value);
  hh_proxy *owner = self->proxy;
  store_argument(&call, owner, member);
  if (owner) charge_texts(&call, owner);
  check_alive(L, s, owner);
  int outcome = call_swift(&call, s->cb.set, self, member);
  if (outcome == HH_RAISE && call.slot >= 0 && owner && owner->object)
    hh_clear_slot(s, owner->object, call.slot);
  lua_pop(L, hh_finish_call(&call, outcome));
}

/* Upvalues: members, class. */
static int newindex_trampoline(lua_State *L) {
  hh_state *s = hh_state_of(L);
  lua_settop(L, 3);
  lua_pushvalue(L, 2);
  int type = lua_rawget(L, lua_upvalueindex(1)); /* stack: self name value member */
  int member = (int)lua_tointeger(L, 4);
  lua_pop(L, 1);
  if (type != LUA_TNUMBER)
    return raise_unknown(L, s, (int)lua_tointeger(L, lua_upvalueindex(2)), 2, true);
  hh_self self = check_self(L, s, lua_tostring(L, 2));
  check_class(L, s, &self, (int)lua_tointeger(L, lua_upvalueindex(2)), lua_tostring(L, 2));
  if (member & HH_MEMBER_DATA)
    return luaL_error(L, "'data' is the object's own table: set its fields, as in object.data.x");
  write_property(L, s, &self, member, 3);
  return 0;
}

static int name_trampoline(lua_State *L) {
  hh_state *s = hh_state_of(L);
  hh_self self;
  if (!hh_to_self(L, 1, &self)) return luaL_error(L, "not an object");
  hh_push_class(L, s, self.class_id);
  lua_rawgeti(L, -1, 1);
  const char *name = self.object ? NULL : hh_destroyed_name(L, 1);
  if (!name) name = lua_tostring(L, -1);
  if (!self.object) lua_pushfstring(L, "%s (destroyed)", name);
  else lua_pushfstring(L, "%s: %p", name, self.object);
  return 1;
}

/* --- Constructors -------------------------------------------------------------------------- */

enum { HH_MAX_GIVEN = 128 };

/* Collects the properties given in the table at 1, in the order of their declaration: a slider's
 * range must be set before its value, whatever order lua_next goes in. */
static int collect_given(lua_State *L, hh_state *s, int class_id, int members, int *given) {
  int count = 0;
  lua_Integer length = (lua_Integer)lua_rawlen(L, 1);
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) == LUA_TNUMBER) {
      /* A hole, as after a nil, must not make later entries disappear. */
      if (!lua_isinteger(L, -1) || lua_tointeger(L, -1) < 1 || lua_tointeger(L, -1) > length)
        luaL_error(L, "the entries of a constructor's table must follow each other without a gap: "
                      "is one of them nil?");
      continue;
    }
    lua_pushvalue(L, -1);
    int type = lua_rawget(L, members); /* stack: ... key member */
    int member = (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
    if (type != LUA_TNUMBER || member & HH_MEMBER_DATA || lua_type(L, -1) != LUA_TSTRING)
      raise_unknown(L, s, class_id, lua_gettop(L), true);
    if (count == HH_MAX_GIVEN) luaL_error(L, "too many properties");
    int at = count++;
    while (at > 0 && (given[at - 1] & HH_MEMBER_ID) > (member & HH_MEMBER_ID)) {
      given[at] = given[at - 1];
      at--;
    }
    given[at] = member;
  }
  return count;
}

/* Upvalues: class. */
static int constructor(lua_State *L) {
  hh_state *s = hh_state_of(L);
  int class_id = (int)lua_tointeger(L, lua_upvalueindex(1));
  check_open(L);
  /* A chunk that runs on and on has no other safe point. */
  if (s->wants_exact) hh_decide_exactly(L, s);
  /* Stack: 1 table, 2 metatable, 3 members, 4 names by member, 5 proxy; then scratch. */
  lua_settop(L, 1);
  hh_push_class(L, s, class_id);
  lua_rawgeti(L, 2, 2);
  lua_rawgeti(L, 2, 3);
  if (!lua_isnoneornil(L, 1) && lua_type(L, 1) != LUA_TTABLE) {
    lua_rawgeti(L, 2, 1);
    return luaL_error(L, "%s takes one table, as in ui.%s { ... }; got %s", lua_tostring(L, -1),
                      lua_tostring(L, -1), luaL_typename(L, 1));
  }
  hh_call call;
  hh_begin_call(&call, s, L, 5);
  lua_State *outer = s->current;
  s->current = L;
  int outcome = s->cb.create(s->cb.context, class_id, &call);
  s->current = outer;
  hh_finish_call(&call, outcome);
  hh_proxy *self = lua_touserdata(L, 5);
  self->is_made = 1;
  hh_charge_memory(L, s, self, hh_object_size(self->object));
  if (lua_type(L, 1) != LUA_TTABLE) return 1;
  int given[HH_MAX_GIVEN];
  int count = collect_given(L, s, class_id, 3, given);
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, 4, given[i] & HH_MEMBER_ID); /* stack: ... name */
    lua_rawget(L, 1);                           /* stack: ... value */
    /* Slots are stored on the proxy at 1, so it changes places with the table. */
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 5);
    lua_replace(L, 1); /* stack: proxy ... value table */
    lua_insert(L, 6);  /* stack: proxy . . . proxy table value */
    if (!self->object) hh_raise_destroyed(L, s, 1);
    const hh_self face = {.proxy = self, .object = self->object, .class_id = class_id};
    write_property(L, s, &face, given[i], 7);
    lua_pushvalue(L, 6);
    lua_replace(L, 1);
    lua_settop(L, 5);
  }
  lua_Integer length = (lua_Integer)lua_rawlen(L, 1);
  for (lua_Integer i = 1; i <= length; i++) {
    lua_rawgeti(L, 1, i);
    if (!self->object) hh_raise_destroyed(L, s, 5);
    hh_begin_call(&call, s, L, 6);
    outer = s->current;
    s->current = L;
    self->calls++;
    outcome = s->cb.add_child(s->cb.context, self->object, &call);
    self->calls--;
    s->current = outer;
    hh_finish_call(&call, outcome);
    lua_settop(L, 5);
  }
  return 1;
}

/* --- Metatables ---------------------------------------------------------------------------- */

/* Pushes the table of a class: its metatable, perhaps not filled in. */
static void push_class_table(lua_State *L, int class_id) {
  hh_get(L, HH_KEY_CLASSES);
  if (lua_rawgeti(L, -1, class_id) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_createtable(L, 3, 6);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, class_id);
  }
  lua_remove(L, -2);
}

static void set_function(lua_State *L, const char *name, lua_CFunction function, int class_id) {
  lua_rawgeti(L, -1, 2);
  lua_pushinteger(L, class_id);
  lua_pushcclosure(L, function, 2);
  lua_setfield(L, -2, name);
}

/* Pushes the metatable of a class that is not complete; one that memory ran out for is defined again. */
static void define_class(lua_State *L, hh_state *s, int class_id) {
  luaL_checkstack(L, 8, NULL);
  push_class_table(L, class_id); /* stack: metatable */
  lua_newtable(L);
  lua_rawseti(L, -2, 2);
  lua_newtable(L);
  lua_rawseti(L, -2, 3);
  lua_State *outer = s->current;
  s->current = L;
  s->define_failed = false;
  s->cb.define_class(s->cb.context, class_id, s);
  s->current = outer;
  if (s->define_failed) luaL_error(L, "not enough memory");
  set_function(L, "__index", index_trampoline, class_id);
  set_function(L, "__newindex", newindex_trampoline, class_id);
  lua_pushcfunction(L, name_trampoline);
  lua_setfield(L, -2, "__tostring");
  lua_pushcfunction(L, hh_proxy_gc);
  lua_setfield(L, -2, "__gc");
  lua_rawgeti(L, -1, 1);
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, -1);
  lua_rawseti(L, LUA_REGISTRYINDEX, s->first_class + class_id);
}

void hh_push_class(lua_State *L, hh_state *s, int class_id) {
  if (lua_rawgeti(L, LUA_REGISTRYINDEX, s->first_class + class_id) == LUA_TTABLE) return;
  lua_pop(L, 1);
  define_class(L, s, class_id);
}

int hh_class_of(hh_state *s, void *object) {
  const void *type = *(const void **)object; /* every Swift object begins with it */
  hh_known_type *known = &s->types[(uintptr_t)type / 16 % HH_TYPE_CACHE];
  if (known->type != type)
    *known = (hh_known_type){type, s->cb.class_of(s->cb.context, object)};
  return known->class_id;
}

static const char module_key, module_properties_key, debug_key;

typedef struct {
  int class_id, member;
  const char *name;
  bool has_constructor;
} hh_definition;

/* Sets a field of the table below the value on top, past the module's __newindex. */
static void set_raw(lua_State *L, const char *name) {
  lua_pushstring(L, name);
  lua_insert(L, -2);
  lua_rawset(L, -3);
}

static int define_member(lua_State *L) {
  hh_definition *d = lua_touserdata(L, 1);
  lua_settop(L, 0);
  bool is_module = d->class_id == 0;
  const char *module = d->member & HH_MEMBER_DEBUG      ? &debug_key
                       : d->member & HH_MEMBER_METHOD ? &module_key
                                                      : &module_properties_key;
  if (is_module) lua_rawgetp(L, LUA_REGISTRYINDEX, module);
  else push_class_table(L, d->class_id);
  if (!is_module) lua_rawgeti(L, 1, 2); /* stack: metatable members */
  if (d->member & HH_MEMBER_METHOD) {
    hh_method *method = lua_newuserdatauv(L, sizeof *method, 0);
    *method = (hh_method){&hh_method_magic, d->member, d->class_id, lua_pushstring(L, d->name)};
    lua_pushcclosure(L, is_module ? function_trampoline : method_trampoline, 2);
  } else {
    lua_pushinteger(L, d->member);
  }
  if (!is_module && !(d->member & HH_MEMBER_METHOD)) {
    lua_rawgeti(L, 1, 3);
    lua_pushstring(L, d->name);
    lua_rawseti(L, -2, d->member & HH_MEMBER_ID);
    lua_pop(L, 1);
  }
  set_raw(L, d->name);
  return 0;
}

static int define_name(lua_State *L) {
  hh_definition *d = lua_touserdata(L, 1);
  lua_settop(L, 0);
  push_class_table(L, d->class_id);
  lua_pushstring(L, d->name);
  lua_rawseti(L, 1, 1);
  if (d->has_constructor) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &module_key);
    lua_pushinteger(L, d->class_id);
    lua_pushcclosure(L, constructor, 1);
    set_raw(L, d->name);
  }
  return 0;
}

/* Swift calls these from define_class, with Swift frames on the stack: so they are protected, and
 * whoever called it raises afterwards. */
static void define(hh_state *s, lua_CFunction function, hh_definition *definition) {
  lua_State *L = s->current;
  if (s->define_failed) return;
  s->define_failed = true;
  if (!lua_checkstack(L, 2)) return;
  lua_pushcfunction(L, function);
  lua_pushlightuserdata(L, definition);
  if (lua_pcall(L, 1, 0, 0) == LUA_OK) s->define_failed = false;
  else lua_pop(L, 1);
}

void hh_class_member(hh_state *s, int class_id, const char *name, int member) {
  hh_definition definition = {class_id, member, name, false};
  define(s, define_member, &definition);
}

void hh_class_name(hh_state *s, int class_id, const char *name, bool has_constructor) {
  hh_definition definition = {class_id, 0, name, has_constructor};
  define(s, define_name, &definition);
}

/* Reads or writes a property of a module; a misspelt name is an error. Stack: module name value?
 * Upvalue: the module's number; only `ui` itself has properties. */
static int access_module(lua_State *L, bool is_write) {
  hh_state *s = hh_state_of(L);
  int number = (int)lua_tointeger(L, lua_upvalueindex(1));
  check_open(L);
  lua_settop(L, is_write ? 3 : 2);
  if (number != 0) return raise_unknown(L, s, number, 2, is_write);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &module_properties_key);
  lua_pushvalue(L, 2);
  bool is_known = lua_rawget(L, -2) == LUA_TNUMBER;
  int member = (int)lua_tointeger(L, -1);
  lua_pop(L, 2);
  if (!is_known) return raise_unknown(L, s, 0, 2, is_write);
  return invoke(L, s, NULL, member, 3, NULL);
}

static int module_index(lua_State *L) { return access_module(L, false); }

static int module_newindex(lua_State *L) { return access_module(L, true); }

/* Pushes a module: an empty table in front of the one with its members, so that a script can neither
 * replace nor remove them. Stack: [-0, +1]. May raise. */
static void push_module(lua_State *L, int number, const char *name, const char *key) {
  lua_createtable(L, 0, 32);
  lua_createtable(L, 0, 1);
  lua_pushinteger(L, number);
  lua_pushcclosure(L, module_index, 1);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, key);
  lua_newtable(L);
  lua_createtable(L, 0, 3); /* stack: members module metatable */
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushinteger(L, number);
  lua_pushcclosure(L, module_newindex, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushstring(L, name);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_remove(L, -2);
}

/* Leaves nothing on the stack. May raise. */
void hh_open_module(lua_State *L, hh_state *s) {
  (void)s;
  lua_newtable(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &module_properties_key);
  push_module(L, 0, "ui", &module_key);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &module_key);
  push_module(L, HH_DEBUG_MODULE, "ui.debug", &debug_key);
  set_raw(L, "debug"); /* stack: ui members */
  lua_pop(L, 1);
  lua_pushvalue(L, -1);
  lua_setglobal(L, "ui");
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_insert(L, -2);
  lua_setfield(L, -2, "ui");
  lua_pop(L, 1);
}
