#include <time.h>

#include "CLuaBench.h"

/* Empty, and never inlined: callgrind knows them by their names. */
__attribute__((noinline, used)) void hh_bench_count_begin(void) { __asm__ volatile(""); }
__attribute__((noinline, used)) void hh_bench_count_end(void) { __asm__ volatile(""); }

/* Lua seeds the hashes of its strings by the time of day. In place of the C library's: a time that
 * stands still lets the counts of instructions repeat. */
time_t time(time_t *result) {
  const time_t fixed = 1000000000;
  if (result) *result = fixed;
  return fixed;
}
