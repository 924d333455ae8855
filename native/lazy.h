/* Block-lazy exact search: most starts are never evaluated.  See bounds.h for the reasons.
 *
 * For each block of ends: read its rows, take the best start so far as leader, find by
 * bounds which older blocks could hold a better one, and run the recursion over the leader,
 * those blocks and the starts inside the block.  Any block size gives the same optimum.
 */
#ifndef EMBED_KCPD_LAZY_H
#define EMBED_KCPD_LAZY_H

#include "steps.h"

#define PATIENCE ((int64_t)1 << 30) /* coordinates between two looks at signals, about 0.2 s */
#define MARGIN 1e-9                 /* relative to the values compared */

/* Starts per block: many where boundaries are dear, for then little is ever near. */
static int64_t block_size(const Problem *problem, double rate)
{
    double price = 0.0, size;
    for (int64_t t = 1; t < problem->n; t++)
        price += problem->prices[t];
    price = problem->n > 1 ? price / (double)(problem->n - 1) : 0.0;
    size = rate > 0.0 ? price / (3.0 * rate) : 64.0;
    return size < 16.0 ? 16 : size > 64.0 ? 64 : (int64_t)size;
}

static int prepare(Search *search, const Problem *problem)
{
    search->problem = problem;
    search->n = problem->n;
    search->dim = problem->dim;
    search->stride = (problem->dim + LANES - 1) / LANES * LANES;
    search->leader = -1;
    search->size = 1; /* to reserve the vectors that choosing the size needs */
    search->centre = reserve(search->stride, sizeof(double));
    search->first_scratch = reserve(search->stride, sizeof(double));
    if (!search->centre || !search->first_scratch)
        return 0;
    search->rate = take_centre(search);
    search->stale = STALE * search->rate;
    search->slack = problem->ridge > 0.0 ? problem->ridge * largest_square(search) : 0.0;
    search->size = problem->block ? problem->block : block_size(problem, search->rate);
    search->n_blocks = (search->n + search->size - 1) / search->size;
    return reserve_units(search) && reserve_blocks(search) && reserve_current(search);
}

/* One block of ends; answers 0 without memory. */
static int advance(Search *search, int64_t block)
{
    const Problem *problem = search->problem;
    double *before = search->before;
    search->before = search->within;
    search->within = before;
    search->block = block;
    search->a = block * search->size;
    search->b = search->a + search->size < search->n ? search->a + search->size : search->n;
    search->n_exact = search->n_active = 0;
    read_block(search);
    search->margin = MARGIN * (search->spread[search->b] + fabs(search->chain));
    if (search->value[search->a] < INFINITY)
        search->margin += MARGIN * fabs(search->value[search->a]);
    while (search->next_free <= search->n && problem->last[search->next_free] < search->a)
        search->next_free++;
    return set_needs(search) && sweep(search) && walk(search) && finish_block(search);
}

static int search_lazily(const Problem *problem)
{
    Search search = {0};
    int status = SEARCH_DONE;
    problem->previous[0] = 0;
    if (!prepare(&search, problem))
        status = SEARCH_NO_MEMORY;
    for (int64_t block = 0; block < search.n_blocks && status == SEARCH_DONE; block++) {
        if (!advance(&search, block))
            status = SEARCH_NO_MEMORY;
        if (search.effort > PATIENCE && status == SEARCH_DONE) {
            search.effort = 0;
            if (problem->interrupted(problem->context))
                status = SEARCH_INTERRUPTED;
        }
    }
    release_all(&search);
    return status;
}

#endif
