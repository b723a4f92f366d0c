/* Lua's patterns. */
#ifndef HH_PATTERN_H
#define HH_PATTERN_H

#include "budget.h"

/* The length of a capture that is not closed yet, and of one that is a position. */
enum { HH_CAPTURE_OPEN = -1, HH_CAPTURE_POSITION = -2 };

enum { HH_ESCAPE = '%', HH_MOST_CAPTURES = 32 };

typedef struct hh_matcher {
  lua_State *L;
  hh_state *state;
  const char *subject, *subject_end;
  const char *pattern, *pattern_end;
  int count; /* of captures */
  struct { const char *start; ptrdiff_t length; } captures[HH_MOST_CAPTURES];
} hh_matcher;

void hh_begin_match(hh_matcher *m, lua_State *L, const char *subject, size_t subject_length,
                    const char *pattern, size_t pattern_length);
/* Matches the whole pattern at one place. Returns the end of the match, or NULL.
 * Raises on a malformed pattern. Stack: [-0, +0]. */
const char *hh_match(hh_matcher *m, const char *at);
/* Matches at the first place from `*at` on, moved there, whose match does not end at `taken`. */
const char *hh_match_from(hh_matcher *m, const char **at, const char *taken);
/* Searches for bytes. Raises on overrun. */
const char *hh_find_bytes(lua_State *L, const char *text, size_t length, const char *what,
                          size_t what_length);
/* Whether a pattern stands for itself alone. */
bool hh_is_plain(const char *pattern, size_t length);

#endif
