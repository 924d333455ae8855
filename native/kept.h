/* Costs that are all kept, and the recursion over them for many penalties.
 *
 * All arrays belong to the caller.  The cost of [s, t) is costs[t * (t - 1) / 2 + s].
 */
#ifndef EMBED_KCPD_KEPT_H
#define EMBED_KCPD_KEPT_H

#include <stdint.h>

#include "search.h"

typedef struct {
    int64_t n;
    const double *costs;
    double slack;
    const double *prices; /* n + 1; prices[n] is zero */
    int64_t lists;
    const double *penalties;      /* lists; paid for each boundary beside its price */
    const int64_t *first, *last;  /* n + 1; admissible starts of a segment that ends there */
    const int64_t *ready;         /* n + 1; the first end that an edge may start a segment for */
    const unsigned char *allowed; /* n + 1; whether a segment may start (or end) there */
    int32_t *previous;            /* lists x (n + 1), out: best start for each end, -1 for none */
    int (*interrupted)(void *);   /* asked now and then; not zero stops the search */
    void *context;
} Kept;

/* Fill `previous`; answers one of the SEARCH_ codes. */
int search_kept(const Kept *kept, EngineKind engine);

/* Fill `costs` from the n x n products of all weighted rows, `squares` and `mass`, n + 1 running
 * sums of w |x|^2 and of w, and the ridge; answers one of the SEARCH_ codes. */
int fill_kept(int64_t n, const double *products, const double *squares, const double *mass,
              double ridge, double *costs);

int search_kept_plain(const Kept *kept);
int search_kept_avx2(const Kept *kept);
int search_kept_avx512(const Kept *kept);

#endif
