/* Probabilities of boundaries: what is given and what is answered; the same for every engine.
 *
 * All arrays belong to the caller.  Lengths: n units, n + 1 edges.  Many prices can be asked for
 * one after the other: what does not depend on them is held in between.
 */
#ifndef EMBED_KCPD_POSTERIOR_H
#define EMBED_KCPD_POSTERIOR_H

#include <stdint.h>

#include "search.h"

#define POSTERIOR_BLOCK 64 /* starts, and ends, that are treated together */

/* Sums over all pairs of distinct units of their products, before they are moved. */
typedef struct {
    double *per_unit;  /* n: each unit with all others */
    double *parts;     /* n: room */
    double neighbours; /* each unit with the next */
    double squares;    /* squared, each pair twice */
} OrderSums;

typedef struct {
    const void *rows; /* n x dim, C order */
    int is_double;    /* rows are float64, else float32 */
    int is_rbf;       /* kernel exp(-|x - y|^2 / 2) of moved rows; else their spread */
    int64_t n, dim;

    /* rows are moved: unit i is factor[i] * row - shift[i] * centre */
    const double *factor, *shift; /* n */
    const double *centre;         /* dim */

    /* spread */
    const double *spread, *mass; /* n + 1, running sums of the weighted squares and weights */
    double ridge, slack;

    const int64_t *first, *last;  /* n + 1; admissible starts of a segment that ends there */
    const int64_t *ready;         /* n + 1; the first end that an edge may start a segment for */
    const unsigned char *allowed; /* n + 1; whether a segment may start (or end) there */

    /* kept between calls: blocks of costs, or of weights made of them, in the order in which they
     * came */
    double *kept;
    int64_t room; /* how many blocks */

    double temperature;
    const double *prices; /* n + 1; prices[0] and prices[n] are zero */

    /* marginals are computed if the expected number of boundaries lies between these */
    double fewest, most;

    double log_sum;            /* out: the log of the sum over all segmentations */
    double expected, variance; /* out: of the number of boundaries */
    int has_marginals;         /* out: whether these were computed: */
    double *at;    /* n + 1, out: the probability that a segment ends at each edge */
    int64_t reach; /* how many of the shortest segments are wanted in `links` */
    double *links; /* (n + 1) x reach, out: the probability of [t - 1 - j, t) */
    double none;   /* out: the probability of no boundary */

    OrderSums *order; /* kernel: if not NULL these are wanted, and nothing else */

    int (*interrupted)(void *); /* asked now and then; not zero stops the work */
    void *context;

    void *held; /* between calls; NULL before the first */
} Posterior;

/* Fill what is marked `out`; answers one of the SEARCH_ codes. */
int posterior(Posterior *given, EngineKind engine);

/* Release what is held. */
void close_posterior(Posterior *given);

#endif
