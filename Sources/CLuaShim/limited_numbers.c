/* Arguments whose conversion to a number takes long.
 *
 * A numeral may have a hundred million leading zeros. Converting it is one pass, but a function
 * that takes many arguments may be given the same one each time.
 */
#include "budget.h"

/* Strings up to this long are left to the function itself. */
enum { SHORT_NUMERAL = 256 };

/* Replaces a long numeral by its number, and another long string by a short one that is no number
 * either, so that the function complains about it. Stack: [-0, +0]. May raise. */
void hh_shrink_number(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TSTRING || lua_rawlen(L, index) <= SHORT_NUMERAL) return;
  size_t length;
  const char *text = lua_tolstring(L, index, &length);
  luaL_checkstack(L, 1, NULL);
  hh_charge(L, length);
  size_t size = lua_stringtonumber(L, text); /* up to the first zero, which is not in a numeral */
  if (size != length + 1) {
    if (size > 0) lua_pop(L, 1);
    lua_pushliteral(L, "no number");
  }
  lua_replace(L, index);
}

/* Upvalue: a function that takes any count of numbers. */
int hh_with_small_numbers(lua_State *L) {
  int count = lua_gettop(L);
  hh_charge(L, (size_t)count);
  for (int i = 1; i <= count; i++) {
    if (lua_type(L, i) == LUA_TSTRING) hh_shrink_number(L, i);
  }
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}
