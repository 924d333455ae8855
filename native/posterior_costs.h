/* Segment costs, a block of starts and a block of ends at a time: kept, or computed. */
#ifndef EMBED_KCPD_POSTERIOR_COSTS_H
#define EMBED_KCPD_POSTERIOR_COSTS_H

#include "posterior_kept.h"
#include "posterior_kernel.h"
#include "posterior_kinds.h"
#include "posterior_spread.h"
#include "posterior_weights.h"

/* Open block `block`: its own costs, and how much costs grow in it. */
static void open_block(Walk *walk, int64_t block)
{
    int is_old;
    walk->block = block;
    walk->a = block * BLOCK;
    walk->b = walk->a + BLOCK < walk->n ? walk->a + BLOCK : walk->n;
    is_old = is_known(walk, block) && !walk->given->order;
    walk->flat = walk->flats + block * (BLOCK + 1);
    walk->started = walk->measured = walk->met = 0;
    walk->in_vain = walk->pause = 0;
    walk->own = costs_of(walk, block, walk->own_room);
    if (walk->given->is_rbf)
        open_kernel(walk, is_old);
    else
        open_spread(walk, is_old);
}

/* What is kept of a pair. */
static Crossing kept_crossing(const Walk *walk, const KeptPair *pair)
{
    const double *values = walk->given->kept + pair->slot * BLOCK * BLOCK;
    Crossing crossing = {pair->kind, values, NULL, NULL, NULL};
    if (pair->is_weighed) {
        crossing.costs = NULL;
        crossing.weights = values;
        crossing.starts = walk->weighed_starts + pair->slot * BLOCK;
        crossing.ends = walk->weighed_ends + pair->slot * BLOCK;
    }
    return crossing;
}

/* Keep costs: as weights if possible. */
static Crossing keep_costs(Walk *walk, int64_t older, KeptPair *pair, const double *costs)
{
    double *values = walk->given->kept + pair->slot * BLOCK * BLOCK;
    pair->is_weighed =
        weigh(walk, older * BLOCK, costs, values, walk->weighed_starts + pair->slot * BLOCK,
              walk->weighed_ends + pair->slot * BLOCK);
    if (!pair->is_weighed)
        memcpy(values, costs, (size_t)(walk->b - walk->a) * BLOCK * sizeof(double));
    return kept_crossing(walk, pair);
}

/* Spread costs from an older block to the current one, as coarse as `kind` or finer. */
static Crossing cross_sums(Walk *walk, int64_t older, PairKind kind)
{
    KeptPair *pair = is_known(walk, older) ? walk->kept_pairs + place_of(walk, older) : NULL;
    Crossing crossing = {kind, walk->costs, NULL, NULL, NULL};
    if (pair && pair->kind <= kind)
        return kept_crossing(walk, pair);
    crossing.kind = possible_kind(walk, older, kind);
    if (crossing.kind == PAIR_EXACT)
        cross_spread(walk, older, walk->costs);
    else
        cross_quick(walk, older, crossing.kind, walk->costs);
    if (costs_of(walk, older, walk->costs) == walk->costs)
        return crossing;
    pair = walk->kept_pairs + place_of(walk, older);
    pair->kind = crossing.kind;
    return keep_costs(walk, older, pair, walk->costs);
}

/* The costs of a kernel from an older block to the current one. */
static const double *kernel_costs(Walk *walk, int64_t older)
{
    const int is_old = is_known(walk, older) && !walk->is_fresh;
    double *costs = costs_of(walk, older, walk->costs);
    if (!is_old)
        cross_kernel(walk, older, costs);
    return costs;
}

static Crossing cross_blocks(Walk *walk, int64_t older, PairKind kind)
{
    Crossing crossing = {PAIR_EXACT, NULL, NULL, NULL, NULL};
    if (!walk->given->is_rbf)
        return cross_sums(walk, older, kind);
    crossing.costs = kernel_costs(walk, older);
    return crossing;
}

#endif
