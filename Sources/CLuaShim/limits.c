/* The watchdog: stopping code that runs too long, or that a person interrupts.
 *
 * A standing hook would slow everything down, so there is none. A timer ticks on the host's own
 * thread while code runs, and a tick that finds a deadline passed sets a hook on every thread of the
 * chain. The hook ends its coroutine by a yield, which no pcall catches; where a yield is impossible
 * it raises, and fires again at the next instruction.
 */
#define _GNU_SOURCE /* gettid */
#include <errno.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

/* A tick may still be on its way when its state is freed, so these are used again and never freed. */
struct hh_watch {
  hh_state *volatile state;
  timer_t timer;
  volatile pid_t thread; /* whom the timer signals; 0 without a timer */
  double interval;
  int idle;          /* ticks that found nothing running */
  unsigned seen;     /* the serial of the last tick */
  double started;    /* when that was first seen */
  volatile double grace; /* until when to-be-closed variables of stopped code may run; 0: not begun */
  hh_watch *next;
};

static hh_watch *free_watches;
static volatile sig_atomic_t watch_lock; /* several hosts may open on several threads */

static void lock_watches(void) {
  while (__sync_lock_test_and_set(&watch_lock, 1)) usleep(100);
}

static void unlock_watches(void) { __sync_lock_release(&watch_lock); }

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void set_flag(hh_state *s, int flag) { __atomic_or_fetch(&s->flags, flag, __ATOMIC_SEQ_CST); }

static void clear_flag(hh_state *s, int flag) {
  __atomic_and_fetch(&s->flags, ~flag, __ATOMIC_SEQ_CST);
}

/* --- Stopping ------------------------------------------------------------------------------ */

/* The first place that was stopped is where the time went; what called it is stopped after it. */
static void note_place(hh_state *s, lua_State *L, lua_Debug *ar) {
  if (s->stop_place[0]) return;
  lua_getinfo(L, "Sl", ar);
  if (ar->currentline <= 0) return;
  snprintf(s->stop_place, sizeof s->stop_place, "%s:%d", ar->short_src, ar->currentline);
}

static void stop_hook(lua_State *L, lua_Debug *ar) {
  hh_state *s = hh_state_of(L);
  if (!s->overrun) {
    lua_sethook(L, NULL, 0, 0);
    return;
  }
  note_place(s, L, ar);
  if (lua_isyieldable(L)) {
    s->raised = NULL;
    lua_yield(L, 0);
    return;
  }
  s->raised = L;
  hh_raise_stop(L);
}

/* Runs in signal handlers, too. */
static void stop(hh_state *s, int why) {
  s->overrun = why;
  set_flag(s, HH_FLAG_OVERRUN);
  int count = s->chain_count;
  for (int i = 0; i < count; i++) lua_sethook(s->chain[i], stop_hook, LUA_MASKCOUNT, 1);
}

static void forget_stop(hh_state *s) {
  s->overrun = HH_STOP_NONE;
  clear_flag(s, HH_FLAG_OVERRUN);
}

bool hh_interrupt(hh_state *s) {
  if (s->active == 0) return false;
  stop(s, HH_STOP_INTERRUPT);
  return true;
}

void hh_stop_message(hh_state *s, char *into, size_t size) {
  const char *at = s->stop_place[0] ? ", at " : "";
  if (s->overrun == HH_STOP_INTERRUPT)
    snprintf(into, size, "interrupted%s%s", at, s->stop_place);
  else
    snprintf(into, size, "it ran longer than the time limit of %g s and was stopped%s%s",
             s->limits.seconds, at, s->stop_place);
}

/* Raises the error of code that has to stop. From a C function, where no hook reaches. */
int hh_raise_stop(lua_State *L) {
  char text[240];
  lua_Debug ar;
  if (lua_getstack(L, 1, &ar)) note_place(hh_state_of(L), L, &ar);
  hh_stop_message(hh_state_of(L), text, sizeof text);
  return luaL_error(L, "%s", text);
}

/* Ends a coroutine that failed, was stopped or is cancelled; its to-be-closed variables are closed.
 * Those of stopped code get a time of their own, one for all that is stopped together. */
int hh_reset_thread(hh_state *s, lua_State *co) {
  lua_State *outer = s->current;
  int value_base = s->value_count;
  size_t byte_base = s->byte_count;
  int why = s->overrun;
  bool graced = why && (!s->watch || s->watch->grace == 0 || now() < s->watch->grace);
  if (graced) {
    if (s->watch && s->watch->grace == 0) s->watch->grace = now() + s->limits.seconds;
    forget_stop(s);
  }
  s->current = co;
  int published = hh_publish(s, co);
  int status = lua_resetthread(co);
  hh_unpublish(s, published);
  s->current = outer;
  if (graced) stop(s, why);
  if (s->value_count > value_base) hh_reset_values(s, value_base, byte_base);
  return status;
}

/* --- The tick ------------------------------------------------------------------------------ */

static void set_ticking(hh_watch *watch, bool ticking) {
  struct itimerspec spec = {{0, 0}, {0, 0}};
  if (ticking) {
    time_t seconds = (time_t)watch->interval;
    spec.it_interval.tv_sec = seconds;
    spec.it_interval.tv_nsec = (long)((watch->interval - (double)seconds) * 1e9);
    spec.it_value = spec.it_interval;
  }
  timer_settime(watch->timer, 0, &spec, NULL);
}

enum { IDLE_TICKS = 20 };

static void tick(hh_watch *watch, hh_state *s) {
  if (s->active == 0) {
    /* A program that waits for input should not be woken for nothing. */
    if (++watch->idle < IDLE_TICKS) return;
    set_ticking(watch, false);
    set_flag(s, HH_FLAG_UNARMED);
    return;
  }
  watch->idle = 0;
  double time = now();
  if (watch->seen != s->serial) {
    watch->seen = s->serial;
    watch->started = time;
  }
  double deadline = watch->grace > 0 ? watch->grace : watch->started + s->limits.seconds;
  if (time >= deadline) stop(s, s->overrun ? s->overrun : HH_STOP_TIME);
}

static void on_signal(int number, siginfo_t *info, void *context) {
  (void)number; (void)context;
  int saved = errno;
  hh_watch *watch = info->si_value.sival_ptr;
  /* A late tick may find the watch with another host, on another thread. */
  if (info->si_code == SI_TIMER && watch && watch->thread == gettid() && watch->state)
    tick(watch, watch->state);
  errno = saved;
}

/* A real-time signal: of the others each has a meaning to somebody. */
static int signal_number(void) { return SIGRTMIN + 5; }

/* Signals go to the thread that runs Lua, since a hook must be set while that stands still. */
static bool aim_timer(hh_watch *watch) {
  pid_t thread = gettid();
  if (watch->thread == thread) return true;
  if (watch->thread) timer_delete(watch->timer);
  watch->thread = 0;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  if (sigaction(signal_number(), &action, NULL) != 0) return false;
  sigset_t signals; /* threads of a pool may have them all blocked */
  sigemptyset(&signals);
  sigaddset(&signals, signal_number());
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = signal_number();
  event.sigev_value.sival_ptr = watch;
  event.sigev_notify_thread_id = thread;
  if (timer_create(CLOCK_MONOTONIC, &event, &watch->timer) != 0) return false;
  watch->thread = thread;
  return true;
}

static void arm(hh_state *s) {
  hh_watch *watch = s->watch;
  if (!aim_timer(watch)) return; /* tried again at the next event */
  watch->idle = 0;
  set_ticking(watch, true);
  clear_flag(s, HH_FLAG_UNARMED);
}

/* --- Entries ------------------------------------------------------------------------------- */

/* Before the outermost entry runs: what stopped the last one is over. */
void hh_begin(hh_state *s) {
  if (s->flags & HH_FLAG_OVERRUN) forget_stop(s);
  s->stop_place[0] = 0;
  s->raised = NULL;
  if (s->watch) s->watch->grace = 0;
  if (s->flags & HH_FLAG_UNARMED && s->watch) arm(s);
}

/* Whether a handler may run at all. */
bool hh_may_run(hh_state *s) { return !(s->flags & (HH_FLAG_CLOSING | HH_FLAG_OVERRUN)); }

bool hh_open_limits(hh_state *s) {
  if (s->limits.seconds <= 0) return true;
  lock_watches();
  hh_watch *watch = free_watches;
  if (watch) free_watches = watch->next;
  unlock_watches();
  if (!watch && !(watch = calloc(1, sizeof *watch))) return false;
  double interval = s->limits.seconds / 20;
  watch->interval = interval < 0.001 ? 0.001 : interval > 0.05 ? 0.05 : interval;
  watch->grace = 0;
  watch->seen = s->serial;
  watch->started = now();
  s->watch = watch;
  if (!aim_timer(watch)) {
    hh_close_limits(s);
    return false;
  }
  watch->state = s;
  set_flag(s, HH_FLAG_UNARMED);
  return true;
}

void hh_close_limits(hh_state *s) {
  hh_watch *watch = s->watch;
  if (!watch) return;
  watch->state = NULL;
  if (watch->thread) timer_delete(watch->timer);
  watch->thread = 0;
  s->watch = NULL;
  lock_watches();
  watch->next = free_watches;
  free_watches = watch;
  unlock_watches();
}
