/* A step budget for loops in C, which no hook can interrupt. */
#ifndef HH_BUDGET_H
#define HH_BUDGET_H

#include "internal.h"

/* How many steps may pass between two looks at the deadline. A step is about as long as the test of
 * one character, so this is some ten microseconds. */
enum { HH_CHECK_STEPS = 4096 };

/* How many bytes the functions of <string.h> get through in a step, and how many one call of them
 * may be given, so that there is a look in between. */
enum { HH_BYTES_PER_STEP = 16, HH_BULK_BYTES = HH_CHECK_STEPS * HH_BYTES_PER_STEP };

/* Raises if the deadline has passed, else allows the next HH_CHECK_STEPS steps.
 * Stack: [-0, +0]. Needs no slot while the deadline has not passed. */
void hh_check_deadline(lua_State *L);

/* Counts steps, given the state. Stack: [-0, +0]. Raises when the deadline has passed. */
static inline void hh_spend(lua_State *L, hh_state *s, size_t steps) {
  if (s->steps_left > steps) s->steps_left -= steps;
  else hh_check_deadline(L);
}

static inline void hh_charge(lua_State *L, size_t steps) { hh_spend(L, hh_state_of(L), steps); }

/* Counts the steps for handling so many bytes at once. */
static inline void hh_charge_bytes(lua_State *L, size_t count) {
  hh_charge(L, 1 + count / HH_BYTES_PER_STEP);
}

/* limited.c: puts the functions that charge in the place of those of `string`, `table` and `utf8`.
 * The libraries must be open. Stack: [-0, +0]. May raise. */
void hh_open_limited(lua_State *L, hh_state *s);

/* The functions of each file, for hh_open_limited. A wrapper gets the original as its upvalue. */
extern const luaL_Reg hh_limited_patterns[], hh_limited_strings[], hh_limited_tables[],
    hh_limited_utf8[], hh_string_wrappers[], hh_utf8_wrappers[];

/* limited_numbers.c: arguments whose conversion alone would take long. */
void hh_shrink_number(lua_State *L, int index);
int hh_with_small_numbers(lua_State *L);

#endif
