/* Tokens: Lua's faces of registrations, which `on` returns; and `on` and `off` as scripts mostly call
 * them, without describing a call.
 *
 * Nearly every script drops its tokens at once, so they are made cheaply. A token owns a reference to
 * its registration, but takes no part in the exact collection of cycles: none goes through it, since a
 * registration refers to nothing of the script's. Its function lies with the object that sends.
 *
 * As long as the handler is registered, a token that Lua finds dead is taken back by its finalizer: it
 * may have died together with an object whose own finalizer uses it, as in
 * `__gc = function(t) t.token:remove() end`.
 */
#include "internal.h"

static const char token_magic;

hh_token *hh_to_token(lua_State *L, int index) {
  hh_token *token = lua_touserdata(L, index);
  if (!token || lua_rawlen(L, index) != sizeof *token) return NULL; /* a light one has no length */
  return token->magic == &token_magic ? token : NULL;
}

void hh_know_tokens(lua_State *L, hh_state *s, void *object) {
  if (s->token_class) return;
  luaL_checkstack(L, 2, NULL);
  int class_id = hh_class_of(s, object);
  hh_push_class(L, s, class_id); /* defines it */
  lua_pop(L, 1);
  s->token_class = class_id;
}

hh_token *hh_push_token(lua_State *L, hh_state *s) {
  hh_token *token = lua_newuserdatauv(L, sizeof *token, 0);
  *token = (hh_token){.magic = &token_magic, .state = s, .class_id = s->token_class};
  hh_push_class(L, s, s->token_class);
  lua_setmetatable(L, -2);
  return token;
}

/* Its deinit may run any Swift code, which then uses the thread that runs. */
static void let_go(lua_State *L, hh_token *token) {
  hh_state *s = token->state;
  void *object = token->object;
  lua_State *outer = s->current;
  token->object = NULL;
  s->current = L;
  swift_release(object);
  s->current = outer;
}

void hh_token_gc(lua_State *L, hh_token *token) {
  hh_state *s = token->state;
  if (token->object) {
    if (!s->closing && s->cb.is_registered(s->cb.context, token->object)) {
      hh_push_class(L, s, token->class_id); /* it was defined before */
      lua_setmetatable(L, 1); /* arms the finalizer again */
      return;
    }
    let_go(L, token);
  }
  free(token->name);
  token->name = NULL;
}

void hh_end_token(lua_State *L, hh_token *token, const char *name, size_t length) {
  hh_copy_string(token->state, &token->name, name, length); /* without memory it has none */
  let_go(L, token);
}

/* --- Registering --------------------------------------------------------------------------- */

bool hh_register_plainly(lua_State *L, hh_state *s, hh_proxy *self) {
  if (lua_gettop(L) != 3 || lua_type(L, 3) != LUA_TFUNCTION) return false;
  int key = hh_key_of(L, s, 2);
  if (key < 0 || !s->token_class) return false;
  hh_registration made = {.key = key};
  lua_Debug ar;
  if (!lua_getstack(L, 1, &ar) || !lua_getinfo(L, "Sl", &ar) || ar.currentline <= 0) return false;
  made.line = ar.currentline;
  bool is_known = strcmp(ar.short_src, s->last_file) == 0;
  if (!is_known) made.new_file = ar.short_src;
  lua_pushvalue(L, 3);
  lua_Debug function;
  lua_getinfo(L, ">u", &function);
  made.parameters = function.isvararg ? -1 : function.nparams;
  /* What may raise comes first. */
  hh_token *token = hh_push_token(L, s);
  hh_charge_memory(L, s, self, HH_HANDLER_BYTES);
  made.slot = hh_store_slot(L, s, self, 1, 3);
  if (!self->object) hh_raise_destroyed(L, s, 1); /* by a finalizer that has just run */
  lua_State *outer = s->current;
  s->current = L;
  self->calls++;
  token->object = s->cb.register_handler(s->cb.context, self->object, &made);
  self->calls--;
  s->current = outer;
  if (token->object) {
    if (!is_known) strcpy(s->last_file, ar.short_src);
    return true;
  }
  hh_clear_slot(s, self->object, made.slot);
  lua_settop(L, 3);
  return false;
}

bool hh_unregister_plainly(lua_State *L, hh_state *s, hh_proxy *self) {
  hh_token *token = lua_gettop(L) == 2 ? hh_to_token(L, 2) : NULL;
  if (!token || !token->object || token->state != s) return false;
  lua_State *outer = s->current;
  void *object = token->object;
  s->current = L;
  self->calls++;
  swift_retain(object); /* what ends with it may destroy the token */
  bool is_done = s->cb.remove_handler(s->cb.context, self->object, object);
  swift_release(object);
  self->calls--;
  s->current = outer;
  return is_done;
}
