/* Memory that is checked: every request can fail.  In builds for tests any of them can be made to.
 */
#ifndef EMBED_KCPD_MEMORY_H
#define EMBED_KCPD_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Ask for a place that will be read soon, into the second nearest memory: other work comes before,
 * and the nearest one would not keep it so long.  A function that only asks must be a FETCHING
 * one, for compilers take its call away: it changes nothing. */
#if defined(__GNUC__)
#define FETCH(place) __builtin_prefetch(place, 0, 2)
#define FETCHING static inline __attribute__((always_inline))
#else
#define FETCH(place) ((void)0)
#define FETCHING static
#endif

/* Room for `count` items of `size` bytes, all zero, aligned for vectors; NULL if there is none. */
void *reserve(int64_t count, size_t size);

/* The same, not zero: for what is written before it is read. */
void *reserve_unset(int64_t count, size_t size);

/* A longer array in the place of `old`, whose first `used` items are kept; NULL leaves `old`. */
void *extend(void *old, int64_t used, int64_t count, size_t size);

void release(void *room);

#ifdef EMBED_KCPD_TEST_BUILD
/* Grant this many requests, then refuse; below zero grants all.  Not for several threads. */
void refuse_after(int64_t requests);
#endif

#endif
