/* One call from Lua into Swift: reading arguments, and describing results that C pushes later. */
#include <stdio.h>

#include "internal.h"

void hh_begin_call(hh_call *call, hh_state *s, lua_State *L, int first) {
  call->state = s;
  call->L = L;
  call->first = first;
  call->count = lua_gettop(L) - first + 1;
  call->value_base = s->value_count;
  call->byte_base = s->byte_count;
  call->slot = -1;
  call->task = NULL;
  call->collects = 0;
}

/* --- Arguments ----------------------------------------------------------------------------- */

static int stack_index(hh_call *call, int index) { return call->first + index - 1; }

static bool is_given(hh_call *call, int index) {
  return index >= 1 && stack_index(call, index) <= lua_gettop(call->L);
}

int hh_arg_count(hh_call *call) { return call->count; }

int hh_arg_type(hh_call *call, int index) {
  if (!is_given(call, index)) return HH_NONE;
  int at = stack_index(call, index);
  switch (lua_type(call->L, at)) {
    case LUA_TNIL: return HH_NIL;
    case LUA_TBOOLEAN: return HH_BOOLEAN;
    case LUA_TNUMBER: return HH_NUMBER;
    case LUA_TSTRING: return HH_STRING;
    case LUA_TTABLE: return HH_TABLE;
    case LUA_TFUNCTION: return HH_FUNCTION;
    case LUA_TUSERDATA: {
      hh_self self;
      return hh_to_self(call->L, at, &self) ? HH_OBJECT : HH_OTHER;
    }
    default: return HH_OTHER;
  }
}

static bool is_destroyed(lua_State *L, int at) {
  hh_self self;
  return hh_to_self(L, at, &self) && !self.object;
}

const char *hh_arg_destroyed(hh_call *call, int index) {
  lua_State *L = call->L;
  if (!is_given(call, index)) return NULL;
  int at = stack_index(call, index);
  if (!is_destroyed(L, at)) return NULL;
  const char *name = hh_destroyed_name(L, at);
  return name ? name : "the object";
}

const char *hh_arg_type_name(hh_call *call, int index) {
  if (!is_given(call, index)) return "no value";
  lua_State *L = call->L;
  int at = stack_index(call, index);
  const char *name = lua_typename(L, lua_type(L, at));
  if (is_destroyed(L, at)) return "destroyed object";
  /* The class name is anchored in the metatable, so it outlives the pop. */
  hh_self self;
  if (hh_to_self(L, at, &self) && lua_checkstack(L, 3) && lua_getmetatable(L, at)) {
    lua_rawgeti(L, -1, 1); /* stack: metatable name */
    if (lua_type(L, -1) == LUA_TSTRING) name = lua_tostring(L, -1);
    lua_pop(L, 2);
  }
  return name;
}

bool hh_arg_boolean(hh_call *call, int index) {
  return is_given(call, index) && lua_toboolean(call->L, stack_index(call, index));
}

double hh_arg_number(hh_call *call, int index) {
  int at = stack_index(call, index);
  return lua_type(call->L, at) == LUA_TNUMBER ? lua_tonumber(call->L, at) : 0;
}

bool hh_arg_integer(hh_call *call, int index, long long *out) {
  int ok = 0;
  int at = stack_index(call, index);
  if (!is_given(call, index) || lua_type(call->L, at) != LUA_TNUMBER) return false;
  *out = lua_tointegerx(call->L, at, &ok);
  return ok;
}

const char *hh_arg_string(hh_call *call, int index, size_t *length) {
  if (!is_given(call, index)) return NULL;
  lua_State *L = call->L;
  int at = stack_index(call, index);
  switch (lua_type(L, at)) {
    case LUA_TSTRING: return lua_tolstring(L, at, length);
    case LUA_TNUMBER: {
      /* lua_tolstring would convert in place, which allocates and changes the argument. */
      int n;
      if (lua_isinteger(L, at)) {
        n = snprintf(call->number, sizeof call->number, LUA_INTEGER_FMT, lua_tointeger(L, at));
      } else {
        n = snprintf(call->number, sizeof call->number, LUA_NUMBER_FMT, lua_tonumber(L, at));
        if (n > 0 && strspn(call->number, "-0123456789") == (size_t)n) {
          strcpy(call->number + n, ".0"); /* looks like an integer: Lua marks it as a float */
          n += 2;
        }
      }
      *length = (size_t)n;
      return call->number;
    }
    default: return NULL;
  }
}

int hh_key_of(lua_State *L, hh_state *s, int index) {
  enum { INTERNED = 40 }; /* Lua has a string of up to so many bytes once */
  if (lua_type(L, index) != LUA_TSTRING) return -1;
  const char *name = lua_tostring(L, index);
  hh_known_name *known = &s->names[(uintptr_t)name / 16 % HH_NAME_CACHE];
  if (known->name == name) return known->key;
  hh_get(L, HH_KEY_NAMES);
  lua_pushvalue(L, index);
  int key = lua_rawget(L, -2) == LUA_TNUMBER ? (int)lua_tointeger(L, -1) : -1;
  lua_pop(L, 2);
  if (key >= 0 && lua_rawlen(L, index) <= INTERNED) *known = (hh_known_name){name, key};
  return key;
}

int hh_arg_key(hh_call *call, int index) {
  if (!is_given(call, index) || !lua_checkstack(call->L, 2)) return -1;
  return hh_key_of(call->L, call->state, stack_index(call, index));
}

void *hh_arg_object(hh_call *call, int index) {
  if (!is_given(call, index)) return NULL;
  hh_self self;
  int at = stack_index(call, index);
  if (!hh_to_self(call->L, at, &self)) return NULL;
  if (self.proxy && !self.proxy->is_pinned) hh_note_given(call->L, self.proxy, at);
  return self.object;
}

size_t hh_arg_length(hh_call *call, int index) {
  return is_given(call, index) ? (size_t)lua_rawlen(call->L, stack_index(call, index)) : 0;
}

static int pushed(hh_call *call) { return lua_gettop(call->L) - call->first + 1; }

int hh_push_field(hh_call *call, int index, int key) {
  lua_State *L = call->L;
  if (!lua_checkstack(L, 4)) return 0;
  int at = stack_index(call, index);
  hh_get(L, HH_KEY_NAMES);
  lua_rawgeti(L, -1, key + 1); /* stack: names key */
  lua_rawget(L, at);           /* stack: names value */
  lua_remove(L, -2);
  return pushed(call);
}

int hh_push_item(hh_call *call, int index, long long item) {
  if (!lua_checkstack(call->L, 2)) return 0;
  lua_rawgeti(call->L, stack_index(call, index), item);
  return pushed(call);
}

void hh_pop_pushed(hh_call *call, int index) { lua_settop(call->L, stack_index(call, index) - 1); }

/* Raw iteration by lua_next raises only for a key that is not in the table; the key on the stack
 * comes from the table itself, and Swift does not change the table in between. */
bool hh_next(hh_call *call, int index, int *key_index) {
  lua_State *L = call->L;
  if (!lua_checkstack(L, 4)) return false;
  if (*key_index == 0) lua_pushnil(L);
  else lua_settop(L, stack_index(call, *key_index));
  if (!lua_next(L, stack_index(call, index))) return false;
  *key_index = pushed(call) - 1;
  return true;
}

int hh_call_slot(hh_call *call) { return call->slot; }
hh_task *hh_call_task(hh_call *call) { return call->task; }

/* Stack: object, slot out. The calling handler's coroutine is this thread. */
static int keep_task(lua_State *L) {
  hh_state *s = hh_state_of(L);
  int *slot = lua_touserdata(L, 2);
  hh_push_object(L, s, lua_touserdata(L, 1));
  hh_proxy *proxy = lua_touserdata(L, 3);
  hh_charge_memory(L, s, proxy, HH_HANDLER_BYTES);
  lua_pushthread(L);
  *slot = hh_store_slot(L, s, proxy, 3, 4);
  proxy->waits++;
  return 0;
}

int hh_call_keep_task(hh_call *call, void *object) {
  lua_State *L = call->L;
  int slot = -1;
  if (!call->task || !lua_checkstack(L, 4)) return -1;
  lua_pushcfunction(L, keep_task);
  lua_pushlightuserdata(L, object);
  lua_pushlightuserdata(L, &slot);
  if (lua_pcall(L, 2, 0, 0) != LUA_OK) lua_pop(L, 1);
  return slot;
}

/* Stack: count. */
static int make_collection(lua_State *L) {
  lua_createtable(L, (int)lua_tointeger(L, 1), 0);
  return 1;
}

bool hh_call_collect(hh_call *call, int count) {
  lua_State *L = call->L;
  if (!lua_checkstack(L, 4)) return false;
  lua_pushcfunction(L, make_collection);
  lua_pushinteger(L, count);
  if (lua_pcall(L, 1, 1, 0) == LUA_OK) {
    call->collects = lua_gettop(L);
    return true;
  }
  lua_pop(L, 1);
  return false;
}

bool hh_call_is_same(hh_call *call, int index, void *object, int slot) {
  if (!is_given(call, index) || !lua_checkstack(call->L, 6)) return false;
  int top = lua_gettop(call->L);
  bool same = hh_push_slot(call->L, call->state, object, slot) &&
              lua_rawequal(call->L, -1, stack_index(call, index));
  lua_settop(call->L, top);
  return same;
}

/* lua_getinfo with these options allocates nothing, hence raises nothing. */
int hh_arg_parameters(hh_call *call, int index) {
  lua_State *L = call->L;
  if (hh_arg_type(call, index) != HH_FUNCTION || !lua_checkstack(L, 1)) return 0;
  lua_Debug ar;
  lua_pushvalue(L, stack_index(call, index));
  if (!lua_getinfo(L, ">u", &ar)) return 0;
  return ar.isvararg ? -1 : ar.nparams;
}

int hh_arg_function_line(hh_call *call, int index) {
  lua_State *L = call->L;
  if (hh_arg_type(call, index) != HH_FUNCTION || !lua_checkstack(L, 1)) return 0;
  lua_Debug ar;
  lua_pushvalue(L, stack_index(call, index));
  if (!lua_getinfo(L, ">S", &ar)) return 0;
  return ar.linedefined > 0 ? ar.linedefined : 0;
}

int hh_call_line(hh_call *call, char *file, size_t size) {
  lua_Debug ar;
  /* Level 0 is the C function itself; metamethods and constructors have Lua at level 1, too. */
  for (int level = 1; lua_getstack(call->L, level, &ar); level++) {
    if (!lua_getinfo(call->L, "Sl", &ar)) return 0;
    if (ar.currentline > 0) {
      size_t length = strnlen(ar.short_src, size - 1);
      memcpy(file, ar.short_src, length);
      file[length] = 0;
      return ar.currentline;
    }
  }
  return 0;
}

/* --- Results ------------------------------------------------------------------------------- */

static hh_value *give(hh_call *call) {
  hh_state *s = call->state;
  if (s->value_count == s->value_capacity) {
    int capacity = s->value_capacity ? 2 * s->value_capacity : 64;
    hh_value *grown = hh_reallocate(s, s->values, (size_t)capacity * sizeof *grown);
    if (!grown) {
      s->values_failed = true;
      return NULL;
    }
    s->values = grown;
    s->value_capacity = capacity;
  }
  hh_value *value = &s->values[s->value_count++];
  value->kind = HH_V_NIL;
  return value;
}

void hh_give_nil(hh_call *call) { give(call); }

void hh_give_boolean(hh_call *call, bool boolean) {
  hh_value *value = give(call);
  if (!value) return;
  value->kind = HH_V_BOOLEAN;
  value->as.boolean = boolean;
}

void hh_give_integer(hh_call *call, long long integer) {
  hh_value *value = give(call);
  if (!value) return;
  value->kind = HH_V_INTEGER;
  value->as.integer = integer;
}

void hh_give_number(hh_call *call, double number) {
  hh_value *value = give(call);
  if (!value) return;
  value->kind = HH_V_NUMBER;
  value->as.number = number;
}

void hh_give_string(hh_call *call, const char *bytes, size_t length) {
  hh_state *s = call->state;
  if (s->byte_capacity - s->byte_count < length) {
    size_t capacity = s->byte_capacity ? s->byte_capacity : 1024;
    while (capacity - s->byte_count < length) capacity *= 2;
    char *grown = hh_reallocate(s, s->bytes, capacity);
    if (!grown) {
      s->values_failed = true;
      return;
    }
    s->bytes = grown;
    s->byte_capacity = capacity;
  }
  hh_value *value = give(call);
  if (!value) return;
  value->kind = HH_V_STRING;
  value->as.string.offset = s->byte_count;
  value->as.string.length = length;
  if (length) memcpy(s->bytes + s->byte_count, bytes, length);
  s->byte_count += length;
}

static void give_retained(hh_call *call, void *object, int kind) {
  hh_value *value = give(call);
  if (!value) {
    swift_release(object);
    return;
  }
  value->kind = kind;
  value->as.object = object;
}

void hh_give_object(hh_call *call, void *object) { give_retained(call, object, HH_V_OBJECT); }
void hh_give_token(hh_call *call, void *object) { give_retained(call, object, HH_V_TOKEN); }

void hh_give_slot(hh_call *call, int slot) {
  hh_value *value = give(call);
  if (!value) return;
  value->kind = HH_V_SLOT;
  value->as.integer = slot;
}

void hh_begin_table(hh_call *call) {
  hh_value *value = give(call);
  if (value) value->kind = HH_V_TABLE;
}

void hh_give_key(hh_call *call, const char *name) {
  hh_value *value = give(call);
  if (!value) return;
  value->kind = HH_V_KEY;
  value->as.key = name;
}

void hh_end_table(hh_call *call) {
  hh_value *value = give(call);
  if (value) value->kind = HH_V_END;
}

void hh_reset_values(hh_state *s, int value_base, size_t byte_base) {
  while (s->value_count > value_base) {
    hh_value *value = &s->values[--s->value_count];
    if (value->kind == HH_V_OBJECT || value->kind == HH_V_TOKEN) {
      /* The release may run a deinit that calls back in, so the entry must be gone before. */
      void *object = value->as.object;
      value->kind = HH_V_NIL;
      swift_release(object);
    }
  }
  s->byte_count = byte_base;
}

/* Pushes value i. Stack: [-0, +1]. May raise. */
static void push_value(hh_call *call, int i) {
  lua_State *L = call->L;
  hh_state *s = call->state;
  hh_value *value = &s->values[i];
  switch (value->kind) {
    case HH_V_BOOLEAN: lua_pushboolean(L, value->as.boolean); break;
    case HH_V_INTEGER: lua_pushinteger(L, value->as.integer); break;
    case HH_V_NUMBER: lua_pushnumber(L, value->as.number); break;
    case HH_V_STRING:
      lua_pushlstring(L, s->bytes + value->as.string.offset, value->as.string.length);
      break;
    case HH_V_OBJECT:
      /* The list keeps its reference, also when this raises; hh_reset_values releases it. */
      hh_push_given(L, s, value->as.object, 1);
      break;
    case HH_V_TOKEN: {
      hh_know_tokens(L, s, value->as.object);
      hh_token *token = hh_push_token(L, s);
      value = &s->values[i]; /* a finalizer may have moved them */
      token->object = value->as.object;
      value->kind = HH_V_NIL;
      break;
    }
    case HH_V_SLOT: {
      hh_proxy *self = call->first > 1 ? hh_to_proxy(L, 1) : NULL;
      if (!self || !self->object || !hh_push_slot(L, s, self->object, (int)value->as.integer)) lua_pushnil(L);
      break;
    }
    default: lua_pushnil(L);
  }
}

/* Pushes everything that was described. Stack: [-0, +n]. May raise. */
static int push_values(hh_call *call) {
  enum { DEEPEST = 16 };
  lua_State *L = call->L;
  hh_state *s = call->state;
  const char *keys[DEEPEST] = {NULL};
  lua_Integer items[DEEPEST] = {0};
  int depth = 0, results = 0;
  luaL_checkstack(L, s->value_count - call->value_base + 12, "too many results");
  for (int i = call->value_base; i < s->value_count; i++) {
    hh_value *value = &s->values[i];
    if (value->kind == HH_V_KEY) {
      keys[depth] = value->as.key;
      continue;
    }
    if (value->kind == HH_V_TABLE) {
      if (depth == DEEPEST - 1) luaL_error(L, "a result is nested too deeply");
      lua_newtable(L);
      depth++;
      keys[depth] = NULL;
      items[depth] = 0;
      continue;
    }
    if (value->kind == HH_V_END) depth--;
    else push_value(call, i);
    /* stack: ... [table] value */
    if (depth == 0) {
      results++;
    } else if (keys[depth]) {
      lua_pushstring(L, keys[depth]);
      lua_insert(L, -2);
      lua_rawset(L, -3);
      keys[depth] = NULL;
    } else {
      lua_rawseti(L, -2, ++items[depth]);
    }
  }
  return results;
}

int hh_finish_call(hh_call *call, int outcome) {
  lua_State *L = call->L;
  hh_state *s = call->state;
  if (s->values_failed) {
    s->values_failed = false;
    hh_reset_values(s, call->value_base, call->byte_base);
    return luaL_error(L, "not enough memory");
  }
  if (outcome == HH_RAISE) {
    luaL_checkstack(L, 8, NULL);
    int last = s->value_count - 1;
    luaL_where(L, 1);
    if (last >= call->value_base) push_value(call, last);
    else lua_pushliteral(L, "failed");
    hh_reset_values(s, call->value_base, call->byte_base);
    lua_concat(L, 2);
    return lua_error(L);
  }
  int results = push_values(call);
  hh_reset_values(s, call->value_base, call->byte_base);
  return results;
}

bool hh_copy_string(hh_state *s, char **into, const char *text, size_t length) {
  char *copy = hh_reallocate(s, NULL, length + 1);
  if (!copy) return false;
  memcpy(copy, text, length);
  copy[length] = 0;
  free(*into);
  *into = copy;
  return true;
}
