/* A matcher for Lua's patterns that charges the budget.
 *
 * It keeps its choices on a stack of its own and does not recur: going back means taking the top
 * one. What is on the stack is bounded, which is what "pattern too complex" tells.
 */
#include "pattern.h"

#include <ctype.h>

/* The choices that may be open. Lua allows 200 calls of its matcher inside each other, and the
 * first of them has made no choice yet. */
enum { MOST_CHOICES = 199 };

/* Something to undo, or to try another way, when the rest of the pattern does not match. */
typedef struct {
  enum {
    SKIP,  /* try without the optional item */
    FEWER, /* give one repetition back, while there are more than the least */
    MORE,  /* take one more repetition */
    OPEN,  /* undo that a capture began */
    CLOSE  /* undo that a capture ended */
  } kind;
  int capture;
  const char *at;    /* where the rest of the pattern was last tried */
  const char *other; /* FEWER: the least `at`; MORE: the item */
  const char *suffix;
} choice;

typedef struct {
  const char *at;   /* in the subject */
  const char *next; /* in the pattern */
  int depth;
  choice choices[MOST_CHOICES];
} progress;

static choice *push(hh_matcher *m, progress *run, int kind) {
  if (run->depth == MOST_CHOICES) luaL_error(m->L, "pattern too complex");
  choice *made = &run->choices[run->depth++];
  made->kind = kind;
  made->at = run->at;
  return made;
}

/* --- Single characters ----------------------------------------------------------------------- */

static bool in_class(int c, int letter) {
  bool is_in;
  switch (letter | 0x20) { /* the class, if it is a letter at all */
    case 'a': is_in = isalpha(c); break;
    case 'c': is_in = iscntrl(c); break;
    case 'd': is_in = isdigit(c); break;
    case 'g': is_in = isgraph(c); break;
    case 'l': is_in = islower(c); break;
    case 'p': is_in = ispunct(c); break;
    case 's': is_in = isspace(c); break;
    case 'u': is_in = isupper(c); break;
    case 'w': is_in = isalnum(c); break;
    case 'x': is_in = isxdigit(c); break;
    case 'z': is_in = c == 0; break; /* from when patterns could not contain a zero */
    default: return letter == c;
  }
  return letter & 0x20 ? is_in : !is_in;
}

/* The end of the item at `item`: a character, an escaped one, or a set. */
static const char *item_end(hh_matcher *m, const char *item) {
  const char *p = item + 1;
  if (*item == HH_ESCAPE) {
    if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
    return p + 1;
  }
  if (*item != '[') return p;
  if (*p == '^') p++;
  do { /* the first one is a member even if it is a bracket */
    if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
    bool is_escape = *p++ == HH_ESCAPE;
    if (is_escape && p < m->pattern_end) p++;
  } while (*p != ']');
  return p + 1;
}

/* Whether a set has a character. `last` is its closing bracket. */
static bool in_set(int c, const char *set, const char *last) {
  const char *p = set + 1;
  bool is_complement = *p == '^';
  if (is_complement) p++;
  while (p < last) {
    const unsigned char *u = (const unsigned char *)p;
    if (*u == HH_ESCAPE) {
      if (in_class(c, u[1])) return !is_complement;
      p += 2;
    } else if (u[1] == '-' && p + 2 < last) {
      if (u[0] <= c && c <= u[2]) return !is_complement;
      p += 3;
    } else {
      if (*u == c) return !is_complement;
      p++;
    }
  }
  return is_complement;
}

static inline bool matches_one(const hh_matcher *m, const char *at, const char *item,
                               const char *end) {
  if (at >= m->subject_end) return false;
  int c = (unsigned char)*at;
  switch (*item) {
    case '.': return true;
    case HH_ESCAPE: return in_class(c, (unsigned char)item[1]);
    case '[': return in_set(c, item, end - 1);
    default: return (unsigned char)*item == c;
  }
}

/* What testing a character against an item costs. */
static inline size_t item_cost(const char *item, const char *end) {
  return 1 + (size_t)(end - item) / 8;
}

/* How far an item repeats. */
static const char *repetitions_end(hh_matcher *m, const char *at, const char *item,
                                   const char *end) {
  enum { AT_ONCE = 256 };
  if (*item == '.') return m->subject_end;
  size_t cost = item_cost(item, end);
  for (;;) {
    size_t count = 0, most = AT_ONCE / cost + 1;
    while (count < most && matches_one(m, at + count, item, end)) count++;
    hh_spend(m->L, m->state, count * cost + 1);
    at += count;
    if (count < most) return at;
  }
}

/* --- One item of the pattern: each returns whether it matched, and moves on then ------------- */

static bool open_capture(hh_matcher *m, progress *run) {
  bool is_position = run->next[1] == ')';
  if (m->count >= HH_MOST_CAPTURES) luaL_error(m->L, "too many captures");
  m->captures[m->count].start = run->at;
  m->captures[m->count].length = is_position ? HH_CAPTURE_POSITION : HH_CAPTURE_OPEN;
  m->count++;
  push(m, run, OPEN);
  run->next += is_position ? 2 : 1;
  return true;
}

static bool close_capture(hh_matcher *m, progress *run) {
  int i = m->count - 1;
  while (i >= 0 && m->captures[i].length != HH_CAPTURE_OPEN) i--;
  if (i < 0) luaL_error(m->L, "invalid pattern capture");
  m->captures[i].length = run->at - m->captures[i].start;
  push(m, run, CLOSE)->capture = i;
  run->next++;
  return true;
}

static bool match_balanced(hh_matcher *m, progress *run) {
  const char *pair = run->next + 2;
  if (m->pattern_end - pair < 2) {
    luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
  }
  const char *at = run->at;
  if (at >= m->subject_end || *at != pair[0]) return false;
  size_t open = 1;
  while (++at < m->subject_end) {
    hh_spend(m->L, m->state, 1);
    if (*at == pair[1]) { /* first, since both may be the same */
      if (--open > 0) continue;
      run->at = at + 1;
      run->next = pair + 2;
      return true;
    }
    if (*at == pair[0]) open++;
  }
  return false;
}

static bool match_frontier(hh_matcher *m, progress *run) {
  const char *set = run->next + 2;
  if (*set != '[') luaL_error(m->L, "missing '[' after '%%f' in pattern");
  const char *end = item_end(m, set);
  hh_spend(m->L, m->state, item_cost(set, end));
  /* Both ends of the subject count as a zero; behind the last character there is one. */
  int before = run->at == m->subject ? 0 : (unsigned char)run->at[-1];
  if (in_set(before, set, end - 1) || !in_set((unsigned char)*run->at, set, end - 1)) return false;
  run->next = end;
  return true;
}

static bool match_again(hh_matcher *m, progress *run) {
  int i = run->next[1] - '1';
  if (i < 0 || i >= m->count || m->captures[i].length == HH_CAPTURE_OPEN) {
    luaL_error(m->L, "invalid capture index %%%d", i + 1);
  }
  ptrdiff_t length = m->captures[i].length;
  if (length == HH_CAPTURE_POSITION || m->subject_end - run->at < length) return false;
  hh_spend(m->L, m->state, 1 + (size_t)length / HH_BYTES_PER_STEP);
  if (memcmp(m->captures[i].start, run->at, (size_t)length) != 0) return false;
  run->at += length;
  run->next += 2;
  return true;
}

static void repeat_greedily(hh_matcher *m, progress *run, const char *end) {
  choice *made = push(m, run, FEWER);
  made->other = run->at + (*end == '+');
  made->suffix = end;
  run->at = made->at = repetitions_end(m, made->other, run->next, end);
}

/* A character, a class or a set, with what stands behind it. */
static inline bool match_item(hh_matcher *m, progress *run) {
  const char *item = run->next;
  const char *end = item_end(m, item);
  hh_spend(m->L, m->state, item_cost(item, end));
  bool matched = matches_one(m, run->at, item, end);
  switch (*end) {
    case '?':
      if (matched) {
        push(m, run, SKIP)->suffix = end;
        run->at++;
      }
      break;
    case '*':
    case '+':
      if (!matched) {
        if (*end == '+') return false;
        break;
      }
      repeat_greedily(m, run, end);
      break;
    case '-':
      if (matched) {
        choice *made = push(m, run, MORE);
        made->other = item;
        made->suffix = end;
      }
      break;
    default:
      if (!matched) return false;
      run->at++;
      run->next = end;
      return true;
  }
  run->next = end + 1;
  return true;
}

static inline bool match_next(hh_matcher *m, progress *run) {
  const char *next = run->next;
  switch (*next) {
    case '(': return open_capture(m, run);
    case ')': return close_capture(m, run);
    case '$':
      if (next + 1 != m->pattern_end) break;
      run->next++;
      return run->at == m->subject_end;
    case HH_ESCAPE:
      switch (next[1]) {
        case 'b': return match_balanced(m, run);
        case 'f': return match_frontier(m, run);
        case '0': case '1': case '2': case '3': case '4':
        case '5': case '6': case '7': case '8': case '9': return match_again(m, run);
        default: break;
      }
      break;
    default: break;
  }
  return match_item(m, run);
}

/* --- The whole pattern ------------------------------------------------------------------------ */

/* Goes back to the last choice that leaves something to try. */
static bool go_back(hh_matcher *m, progress *run) {
  while (run->depth > 0) {
    choice *last = &run->choices[run->depth - 1];
    hh_spend(m->L, m->state, 1);
    bool again = false;
    switch (last->kind) {
      case SKIP:
        run->depth--;
        again = true;
        break;
      case FEWER:
        again = last->at > last->other;
        if (again) last->at--;
        break;
      case MORE:
        hh_spend(m->L, m->state, item_cost(last->other, last->suffix));
        again = matches_one(m, last->at, last->other, last->suffix);
        if (again) last->at++;
        break;
      case OPEN: m->count--; break;
      case CLOSE: m->captures[last->capture].length = HH_CAPTURE_OPEN; break;
    }
    if (again) {
      run->at = last->at;
      run->next = last->suffix + 1;
      return true;
    }
    run->depth--;
  }
  return false;
}

const char *hh_match(hh_matcher *m, const char *at) {
  progress run;
  run.at = at;
  run.next = m->pattern;
  run.depth = 0;
  m->count = 0;
  for (;;) {
    if (run.next == m->pattern_end) return run.at;
    if (!match_next(m, &run) && !go_back(m, &run)) return NULL;
  }
}

const char *hh_match_from(hh_matcher *m, const char **at, const char *taken) {
  for (; *at <= m->subject_end; ++*at) {
    hh_spend(m->L, m->state, 1);
    const char *end = hh_match(m, *at);
    if (end && end != taken) return end;
  }
  return NULL;
}

void hh_begin_match(hh_matcher *m, lua_State *L, const char *subject, size_t subject_length,
                    const char *pattern, size_t pattern_length) {
  m->L = L;
  m->state = hh_state_of(L);
  m->subject = subject;
  m->subject_end = subject + subject_length;
  m->pattern = pattern;
  m->pattern_end = pattern + pattern_length;
  m->count = 0;
}

/* --- Plain text ------------------------------------------------------------------------------ */

const char *hh_find_bytes(lua_State *L, const char *text, size_t length, const char *what,
                          size_t what_length) {
  if (what_length == 0) return text;
  if (what_length > length) return NULL;
  hh_state *s = hh_state_of(L);
  const char *stop = text + (length - what_length) + 1; /* no match begins here or behind */
  while (text < stop) {
    size_t span = (size_t)(stop - text);
    if (span > HH_BULK_BYTES) span = HH_BULK_BYTES;
    const char *first = memchr(text, *what, span);
    hh_spend(L, s, 1 + (first ? (size_t)(first - text) : span) / HH_BYTES_PER_STEP);
    if (!first) {
      text += span;
      continue;
    }
    hh_spend(L, s, what_length / HH_BYTES_PER_STEP);
    if (memcmp(first + 1, what + 1, what_length - 1) == 0) return first;
    text = first + 1;
  }
  return NULL;
}

bool hh_is_plain(const char *pattern, size_t length) {
  const char *end = pattern + length;
  for (;;) {
    pattern += strcspn(pattern, "^$*+?.([%-"); /* stops at zeros, too */
    if (*pattern) return false;
    if (pattern >= end) return true;
    pattern++;
  }
}
