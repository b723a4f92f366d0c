/* The memory of a world: Lua's, the shim's, and what Swift keeps for the script, in one budget. */
#include <malloc.h>
#include <stdio.h>

#include "internal.h"

enum {
  /* What reports, the end, and the sweep that frees things may use beyond the limit; and a quarter
   * of that, since a sweep's tables grow with what there is. */
  RESERVE = 1 << 20,
  PACE = 64 << 10,    /* bytes kept by Swift that make the collector work once */
  PASSES = 2,         /* until what a dead object held is dead, too */
  FEW_PROXIES = 4096, /* not worth a collection of their own */
};

/* Whether a test makes this allocation fail. */
static bool is_faulty(hh_faults *faults) {
  if (!faults || faults->after < 0) return false;
  if (faults->after > 0) {
    faults->after--;
    return false;
  }
  if (faults->count <= 0) return false;
  faults->count--;
  return true;
}

static bool is_over(const hh_memory_use *use, size_t more) {
  if (!use->limit) return false;
  size_t limit = use->limit;
  if (use->reserve > 0) limit += RESERVE + limit / 4;
  return use->used + use->external + more > limit;
}

/* --- The collector's pace ------------------------------------------------------------------ */

/* Lua collects whenever its heap has doubled. That of most scripts is so small that a few hundred event
 * objects double it, and looking at all that lives takes longer than making them. So it grows by a fixed
 * amount at least. */
enum { LEAST_GROWTH = 192 << 10, USUAL_PAUSE = 200, LONGEST_PAUSE = 600, PAUSE_UNIT = 4 };

void hh_want_pause(hh_state *s) {
  hh_memory_use *use = &s->memory;
  if (!use->pause) return;
  size_t growth = LEAST_GROWTH;
  if (use->limit && use->limit / 8 < growth) growth = use->limit / 8;
  size_t percent = 100 + 100 * growth / (use->used + 1);
  if (percent < USUAL_PAUSE) percent = USUAL_PAUSE;
  if (percent > LONGEST_PAUSE) percent = LONGEST_PAUSE;
  use->wanted_pause = (int)percent / PAUSE_UNIT * PAUSE_UNIT; /* Lua rounds it so */
  if (use->wanted_pause != use->pause) s->is_due = true;
}

void hh_set_pause(hh_state *s) {
  hh_memory_use *use = &s->memory;
  if (!use->pause || use->wanted_pause == use->pause) return;
  int before = lua_gc(s->current, LUA_GCSETPAUSE, use->wanted_pause);
  if (before < 0) {
    s->is_due = true; /* not inside a finalizer */
  } else if (before == use->pause) {
    use->pause = use->wanted_pause;
  } else { /* the script knows better */
    lua_gc(s->current, LUA_GCSETPAUSE, before);
    use->pause = 0;
  }
}

/* --- Small blocks -------------------------------------------------------------------------- */

/* Lua makes and frees small blocks all the time, and says how large each one is: those that were freed
 * wait in lists by size, which costs a tenth of what the C library needs. A sanitizer wants to see
 * every one. */
#if defined(__SANITIZE_ADDRESS__)
#define KEEPS_BLOCKS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KEEPS_BLOCKS 0
#endif
#endif
#ifndef KEEPS_BLOCKS
#define KEEPS_BLOCKS 1
#endif

enum { KEPT_BYTES = 512 << 10 }; /* about what a cycle of the collector frees of a small script */

/* The C library's sizes: 24 bytes, 40, 56 and so on. 0 for what it is left to. */
static size_t class_of(size_t size) {
  if (!KEEPS_BLOCKS || size == 0 || size > HH_SMALL_BYTES) return 0;
  return size <= 24 ? 1 : (size + 7) / 16;
}

static size_t class_size(size_t class) { return 16 * class + 8; }

static void *take_block(hh_memory_use *use, size_t size) {
  size_t class = class_of(size);
  if (!class) return malloc(size);
  hh_kept_block *block = use->kept[class];
  if (!block) return malloc(class_size(class));
  use->kept[class] = block->next;
  use->kept_bytes -= class_size(class);
  return block;
}

static void give_block(hh_memory_use *use, void *block, size_t size) {
  size_t class = class_of(size);
  /* One that was larger once, or made by another allocator, may have another size. */
  if (!class || use->kept_bytes >= KEPT_BYTES ||
      malloc_usable_size(block) < class_size(class)) {
    free(block);
    return;
  }
  hh_kept_block *kept = block;
  kept->next = use->kept[class];
  use->kept[class] = kept;
  use->kept_bytes += class_size(class);
}

static void *move_block(hh_memory_use *use, void *block, size_t old_size, size_t size) {
  size_t class = class_of(size);
  if (class && class == class_of(old_size)) return block;
  if (!class && !class_of(old_size)) return realloc(block, size);
  void *made = take_block(use, size);
  /* Lua relies on shrinking; then the old block will do. */
  if (!made) return size <= old_size ? block : NULL;
  memcpy(made, block, old_size < size ? old_size : size);
  give_block(use, block, old_size);
  return made;
}

static void *make_block(hh_memory_use *use, size_t size) {
  bool spends = use->spends_spare;
  use->spends_spare = false;
  void *made = is_faulty(use->faults) || is_over(use, size) ? NULL : take_block(use, size);
  if (!made && spends && size <= HH_SMALL_BYTES) {
    made = use->spare;
    use->spare = NULL;
  }
  return made;
}

static void *allocate(void *context, void *block, size_t old_size, size_t size) {
  hh_memory_use *use = context;
  void *made = NULL;
  if (!block) {
    old_size = 0; /* it is the type of the object */
    if (size > 0 && !(made = make_block(use, size))) return NULL;
  } else if (size == 0) {
    give_block(use, block, old_size);
  } else {
    if (size > old_size && (is_faulty(use->faults) || is_over(use, size - old_size))) return NULL;
    if (!(made = move_block(use, block, old_size, size))) return NULL;
  }
  use->used += size - old_size;
  if (use->faults) use->faults->live += (long)size - (long)old_size;
  return made;
}

/* Only after an allocation that could fail has not: else the limit would be none. */
void hh_renew_spare(hh_state *s) {
  if (!s->memory.spare) s->memory.spare = malloc(class_size(HH_BLOCK_CLASSES - 1));
}

void hh_open_memory(lua_State *L, hh_state *s, hh_faults *faults) {
  hh_memory_use *use = &s->memory;
  use->faults = faults;
  use->limit = s->limits.bytes;
  use->used = (size_t)lua_gc(L, LUA_GCCOUNT) * 1024 + (size_t)lua_gc(L, LUA_GCCOUNTB);
  use->pause = use->wanted_pause = USUAL_PAUSE;
  if (faults) faults->live = (long)use->used;
  lua_setallocf(L, allocate, use);
}

/* Once Lua is closed. */
void hh_close_memory(hh_state *s) {
  free(s->memory.spare);
  for (int class = 0; class < HH_BLOCK_CLASSES; class++) {
    while (s->memory.kept[class]) {
      hh_kept_block *block = s->memory.kept[class];
      s->memory.kept[class] = block->next;
      free(block);
    }
  }
}

void *hh_reallocate(hh_state *s, void *block, size_t size) {
  return is_faulty(s->memory.faults) ? NULL : realloc(block, size);
}

void hh_memory_message(hh_state *s, char *into, size_t size) {
  if (s->limits.bytes)
    snprintf(into, size, "not enough memory: the limit is %.4g MiB",
             (double)s->limits.bytes / (1 << 20));
  else
    snprintf(into, size, "not enough memory");
}

size_t hh_memory(hh_state *s) {
  return (size_t)lua_gc(s->L, LUA_GCCOUNT) * 1024 + (size_t)lua_gc(s->L, LUA_GCCOUNTB);
}

size_t hh_external_memory(hh_state *s) { return s->memory.external; }

/* Frees what can be freed until `bytes` more fit in; raises if they do not. */
static void make_room(lua_State *L, hh_state *s, size_t bytes) {
  hh_memory_use *use = &s->memory;
  /* The first pass frees what is dead, and a second what only a dead object held. */
  for (int pass = 0; pass < 2 && is_over(use, bytes); pass++) lua_gc(L, LUA_GCCOLLECT);
  /* Going on with next to nothing would mean a collection for every few bytes. */
  bytes += use->limit / 32;
  if (!is_over(use, bytes)) return;
  char text[80];
  hh_memory_message(s, text, sizeof text);
  luaL_error(L, "%s", text);
}

/* A dead object takes two cycles: one unpins it, if Swift has held it, or lets go of it, and one does
 * that for the others, and frees the faces. Lua lets its heap double from cycle to cycle, so garbage that is made as fast as that
 * would never be caught up with. Once as many proxies were made as there were, all are looked at. */
static void collect_in_time(lua_State *L, hh_state *s) {
  if (s->made < FEW_PROXIES || s->made < s->kept || s->sweeping) return;
  s->made = 0;
  if (!lua_gc(L, LUA_GCISRUNNING)) return;
  for (int pass = 0; pass < PASSES; pass++) lua_gc(L, LUA_GCCOLLECT);
  s->made = 0;
  s->kept = s->proxy_count;
}

/* Swift keeps more bytes for an object of the script's, or for its timers and waits (no owner).
 * A sweep measures anew, so this may count too much meanwhile. Raises when the limit is reached. */
void hh_charge_memory(lua_State *L, hh_state *s, hh_proxy *owner, size_t bytes) {
  hh_memory_use *use = &s->memory;
  use->charged += bytes;
  if (use->charged >= PACE) {
    int kilobytes = (int)(use->charged / 1024);
    use->charged = 0;
    if (lua_gc(L, LUA_GCISRUNNING)) lua_gc(L, LUA_GCSTEP, kilobytes);
  }
  if (owner) collect_in_time(L, s);
  if (is_over(use, bytes)) make_room(L, s, bytes);
  if (owner && !owner->object) return; /* a finalizer has destroyed it: nobody would take this back */
  use->external += bytes;
  if (owner) {
    owner->charge += bytes;
    owner->is_measured = 0;
  } else {
    s->root_charge += bytes;
  }
}

/* Swift keeps less: a handler is gone. For the collector's pace it still counts: the token in Lua owns the
 * registration until it is collected. */
void hh_discharge(hh_state *s, hh_proxy *owner, size_t bytes) {
  hh_memory_use *use = &s->memory;
  if (owner->is_measured || owner->charge <= bytes) return;
  owner->charge -= bytes;
  use->external -= bytes;
}

/* What a new object of a class takes by itself. */
size_t hh_object_size(void *object) { return malloc_usable_size(object); }

static void set_charge(hh_state *s, size_t *charge, size_t bytes) {
  s->memory.external -= *charge;
  s->memory.external += bytes;
  *charge = bytes;
}

/* Counts anew what an object keeps, if that can have changed. Never raises. */
void hh_measure(hh_state *s, hh_proxy *proxy) {
  if (proxy->is_measured || proxy->charge == 0) return;
  proxy->is_measured = 1;
  size_t bytes = s->cb.storage_of(s->cb.context, proxy->object);
  set_charge(s, &proxy->charge, hh_object_size(proxy->object) + bytes);
}

void hh_measure_root(hh_state *s) {
  if (s->root_charge) set_charge(s, &s->root_charge, s->cb.storage_of(s->cb.context, NULL));
}

/* The script's proxy lets its object go. */
void hh_uncharge(hh_state *s, hh_proxy *proxy) { set_charge(s, &proxy->charge, 0); }
