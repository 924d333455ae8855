/* Segment costs, a block of starts and a block of ends at a time: kept, or computed. */
#ifndef EMBED_KCPD_POSTERIOR_COSTS_H
#define EMBED_KCPD_POSTERIOR_COSTS_H

#include "posterior_kept.h"
#include "posterior_kernel.h"
#include "posterior_spread.h"

/* Open block `block`: its own costs, and how much costs grow in it. */
static void open_block(Walk *walk, int64_t block)
{
    int is_old;
    walk->block = block;
    walk->a = block * BLOCK;
    walk->b = walk->a + BLOCK < walk->n ? walk->a + BLOCK : walk->n;
    is_old = is_known(walk, block) && !walk->given->order;
    walk->flat = walk->flats + block * (BLOCK + 1);
    walk->started = 0;
    walk->own = costs_of(walk, block, walk->own_room);
    if (walk->given->is_rbf)
        open_kernel(walk, is_old);
    else
        open_spread(walk, is_old);
}

/* The costs from an older block to the current one. */
static const double *cross_costs(Walk *walk, int64_t older)
{
    const int is_old = is_known(walk, older) && !walk->is_fresh;
    double *costs = costs_of(walk, older, walk->costs);
    if (is_old)
        return costs;
    if (walk->given->is_rbf)
        cross_kernel(walk, older, costs);
    else
        cross_spread(walk, older, costs);
    return costs;
}

#endif
