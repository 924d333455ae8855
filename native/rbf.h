/* Segment costs of the Gaussian kernel exp(-gamma |x - y|^2): what is given and what is answered.
 *
 * C(s, t) = (t - s) - (sum of the kernel over all pairs of units s .. t - 1) / (t - s).
 * All arrays belong to the caller.
 */
#ifndef EMBED_KCPD_RBF_H
#define EMBED_KCPD_RBF_H

#include <stdint.h>

#include "search.h"

typedef struct {
    const void *values; /* n x dim, C order */
    int is_double;      /* values are float64, else float32 */
    int64_t n, dim;
    double gamma;
} RbfRows;

typedef struct {
    RbfRows rows;
    int64_t block; /* ends that are settled together, a multiple of RBF_PANEL; 0 chooses */
    int64_t lists; /* price lists: the kernel is computed once for all */
    const double *prices;         /* lists x n; the first of each list is never paid */
    const int64_t *first, *last;  /* n + 1; admissible starts of a segment that ends there */
    const unsigned char *allowed; /* n + 1; whether a segment may start (or end) there */
    int64_t *previous;            /* lists x (n + 1), out: best start for each end, -1 for none */
    double *costs;                /* lists x (n + 1), out: the cost from that start to the end */
    double *merged;               /* lists x (n + 1), out: the same from the start of the segment
                                   * before it, where that is known; not a number elsewhere */
    double *met;    /* n + 1, out, for one list: the kernel between the best segment that ends at
                     * an edge and the units from there to `until`; NULL: not wanted */
    int64_t *until; /* n + 1, zeros that are changed where such a sum is known */
    int (*interrupted)(void *);   /* asked now and then; not zero stops the work */
    void *context;
} RbfProblem;

typedef struct {
    RbfRows rows;
    int64_t count;        /* segments */
    const int64_t *edges; /* count + 1, rising */
    double *inside;       /* count, out: kernel values inside a segment; NULL: not wanted */
    double *across;       /* count - 1: the same between a segment and the next, computed where
                           * there is no number yet */
    const int64_t *until; /* n + 1: of the next, units before that of its first are passed over if
                           * it has more; NULL: none are */
    int (*interrupted)(void *);
    void *context;
} RbfAlong;

typedef struct {
    RbfRows rows;     /* scaled by sqrt(2 gamma); no number may be far above one then */
    float *distances; /* n (n - 1) / 2, out: of row 0 to those after it, of row 1, and so on */
    double *halves;   /* n, out: half the squared distance of each row to the centre of a few */
    int (*interrupted)(void *);
    void *context;
} RbfDistances;

/* What two neighbours cost together, from their lengths and costs and the kernel between them. */
static inline double together(int64_t left, double left_cost, int64_t right, double right_cost,
                              double across)
{
    const double a = (double)left, b = (double)right;
    const double inside = a * (a - left_cost) + b * (b - right_cost);
    return a + b - (inside + 2.0 * across) / (a + b);
}

/* The first unit from `middle` on whose kernel with the segment before is not known. */
static inline int64_t unmet(const int64_t *until, int64_t middle, int64_t end)
{
    return until && until[middle] > middle && until[middle] <= end ? until[middle] : middle;
}

/* Each answers one of the SEARCH_ codes. */
int rbf_search(const RbfProblem *problem, EngineKind engine);
int rbf_along(const RbfAlong *wanted, EngineKind engine);
int rbf_distances(const RbfDistances *wanted, EngineKind engine);

/* What is wrong with the numbers of a problem, for people; NULL if nothing is. */
const char *rbf_fault(const RbfProblem *problem);

#endif
