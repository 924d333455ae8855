/* What a search is given and what it answers; the same for every engine.
 *
 * All arrays belong to the caller.  A search keeps no state between calls.
 */
#ifndef EMBED_KCPD_PROBLEM_H
#define EMBED_KCPD_PROBLEM_H

#include <stdint.h>

/* Rows that are scaled and shifted while they are read:
 * row i is scales[i] * values[i] - shifts[i] * centre. */
typedef struct {
    const void *values; /* n x dim, C order */
    int is_double;      /* values are float64, else float32 */
    int64_t n, dim;
    const double *scales; /* n, or NULL: all one */
    const double *shifts; /* n, or NULL: nothing is taken off */
    const double *centre; /* dim; only read where shifts are given */
} Rows;

typedef struct {
    Rows rows;
    const double *weights; /* n */
    double ridge;
    double longest;               /* no row has a larger |row|^2; below zero: measure it */
    int64_t block;                /* starts per block; 0 chooses */
    const double *prices;         /* n; prices[0] is never paid */
    const int64_t *first, *last;  /* n + 1; admissible starts of a segment that ends there */
    const unsigned char *allowed; /* n + 1; whether a segment may start (or end) there */
    int64_t *previous;            /* n + 1, out: best start for each end, -1 for none */
    double *values;               /* n + 1, out: least total up to each end with the price of a
                                   * boundary there, infinite for none; NULL: nobody asks */
    int (*interrupted)(void *);   /* asked now and then; not zero stops the search */
    void *context;
} Problem;

enum {
    SEARCH_DONE = 0,
    SEARCH_NO_MEMORY = 1,
    SEARCH_INTERRUPTED = 2,
    SEARCH_NO_ENGINE = 3,
    SEARCH_TOO_LONG = 4 /* a row has no squared length, or one near the end of float64 */
};

#endif
