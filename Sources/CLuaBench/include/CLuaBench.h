/* What the plain C API of Lua costs: the limit that the benchmarks compare with. */
#ifndef CLUABENCH_H
#define CLUABENCH_H

/* Seconds for `count` calls of a counting Lua closure through lua_rawgeti (handler and sender),
 * an integer event and lua_pcall. Negative when Lua failed. */
double hh_bench_limit(long count);
/* Seconds for `count` times making a closure, referencing it in the registry and dropping it. */
double hh_bench_register(long count);
/* Seconds for `count` reads or writes from Lua of a number of a userdata whose metatable has a
 * hand-written __index and __newindex. */
double hh_bench_property(long count, int is_write);
/* Seconds for running a program to its end, with a text on its standard input and its output thrown
 * away. Negative when it could not be started or failed. */
double hh_bench_process(const char *const *arguments, const char *input);
/* Seconds on the monotonic clock. */
double hh_bench_now(void);
/* Seconds for the function `work(count)` of a script that makes controls by Control() and uses their
 * methods on, off and send: the least that a host in C could be. */
double hh_bench_host(const char *script, long count);
/* The bytes that the C library has given to this process. */
long hh_bench_heap(void);
/* Around the work whose instructions are counted. They do nothing: callgrind is told to begin anew
 * at the one, and to write what it counted at the other. */
void hh_bench_count_begin(void);
void hh_bench_count_end(void);

#endif
