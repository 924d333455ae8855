/* The way forward: the terms of all starts are added up at each end. */
#ifndef EMBED_KCPD_POSTERIOR_FORWARD_H
#define EMBED_KCPD_POSTERIOR_FORWARD_H

#include "posterior_bounds.h"
#include "posterior_costs.h"

/* Add the terms of starts [low, low + count) to the sum of each end in the current block. */
static void absorb(Walk *walk, int64_t low, int64_t count, const double *costs)
{
    const Posterior *given = walk->given;
    const double *restrict base = walk->base + low;
    double *restrict terms = walk->terms;
    for (int64_t t = 1; t <= walk->b - walk->a; t++) {
        const int64_t end = walk->a + t;
        const int64_t from = given->first[end] > low ? given->first[end] - low : 0;
        const int64_t last = given->last[end] - low + 1, to = last < count ? last : count;
        const double *restrict row = costs + (t - 1) * BLOCK;
        if (!given->allowed[end] || from >= to)
            continue;
#pragma omp simd
        for (int64_t i = from; i < to; i++)
            terms[i] = base[i] - row[i] * walk->inverse;
        add_terms(walk->totals + t, terms, walk->after + low, walk->after_squared + low, from, to);
    }
}

/* The log of the sum of a block's terms at b, whatever may end there; the best may lead.  `row` are
 * the costs there, times `scale` they are in temperatures. */
static double block_total(Walk *walk, int64_t low, int64_t count, const double *restrict row,
                          double scale)
{
    LogSum total = NOTHING;
    for (int64_t i = 0; i < count; i++)
        walk->terms[i] = walk->base[low + i] - row[i] * scale;
    add_terms(&total, walk->terms, walk->terms, walk->terms, 0, count);
    if (total.sum > 0.0 && total.top > walk->lead) {
        walk->lead = total.top;
        for (int64_t i = 0; i < count; i++)
            if (walk->terms[i] == total.top)
                walk->next_leader = low + i;
    }
    return log_of(&total);
}

/* Keep the sums over [s, a) for the way back; 0 without memory. */
static int keep_history(Walk *walk)
{
    const int64_t oldest = walk->n_live ? walk->live[0] * BLOCK : walk->a;
    double *held;
    if (!walk->given->is_rbf || walk->keeps_all)
        return 1;
    held = reserve(walk->a - oldest + 1, sizeof(double));
    if (!held)
        return 0;
    memcpy(held, walk->joint + oldest, (size_t)(walk->a - oldest) * sizeof(double));
    walk->history[walk->block] = held;
    walk->oldest_at[walk->block] = oldest;
    return 1;
}

/* Kernel costs build on those of the blocks between: they are kept for all older blocks or none. */
static void distrust_kept(Walk *walk)
{
    int64_t n_known = 0;
    if (!walk->given->is_rbf)
        return;
    for (int64_t k = 0; k < walk->n_live; k++)
        n_known += is_known(walk, walk->live[k]);
    walk->is_fresh = n_known < walk->n_live;
    walk->may_keep = walk->given->room;
    if (walk->n_kept + walk->n_live - n_known > walk->may_keep)
        walk->may_keep = 0;
}

/* Add the terms of an older block; answers the log of their sum at b. */
static double absorb_crossing(Walk *walk, int64_t block, const Crossing *crossing)
{
    const int64_t low = block * BLOCK, last = (walk->b - walk->a - 1) * BLOCK;
    if (!crossing->costs) {
        absorb_weights(walk, low, crossing);
        return block_total(walk, low, BLOCK, crossing->starts, 1.0);
    }
    absorb(walk, low, BLOCK, crossing->costs);
    return block_total(walk, low, BLOCK, crossing->costs + last, walk->inverse);
}

/* The terms of all older blocks that matter; 0 without memory. */
static int absorb_older(Walk *walk)
{
    for (int64_t k = walk->n_live - 1; k >= 0; k--) {
        const int64_t block = walk->live[k];
        Behind behind = NOT_BEHIND;
        Crossing crossing;
        double bound, total;
        if (block * BLOCK > walk->given->last[walk->b])
            continue;
        if (!matters(walk, block, &behind)) {
            if (!leave_out(walk, block, &behind))
                return 0;
            continue;
        }
        bound = bound_of(walk, block);
        crossing = cross_blocks(walk, block, first_kind(walk, block));
        if (is_doubtful(walk, block, crossing.kind))
            walk->is_doubtful = 1;
        total = absorb_crossing(walk, block, &crossing);
        set_bound(walk, block, total, walk->chain + walk->flat[walk->b - walk->a]);
        walk->exact_for[block] = walk->block + 1;
        if (walk->given->is_rbf)
            carry_joint(walk, block, crossing.costs);
        if (!note_pair(walk, block, crossing.kind, bound, bound + behind.ahead))
            return 0;
    }
    return 1;
}

/* One end after the other: starts inside the block need the ends before them. */
static void settle_ends(Walk *walk)
{
    Posterior *given = walk->given;
    const int64_t a = walk->a;
    for (int64_t end = a + 1; end <= walk->b; end++) {
        const int64_t from = given->first[end] > a ? given->first[end] - a : 0;
        const int64_t to = (given->last[end] < end ? given->last[end] + 1 : end) - a;
        const double *restrict row = walk->own + (end - a - 1) * BLOCK;
        double square;
        LogSum *total = walk->totals + (end - a);
        for (int64_t i = from; i < to; i++)
            walk->terms[i] = walk->base[a + i] - row[i] * walk->inverse;
        if (given->allowed[end] && from < to)
            add_terms(total, walk->terms, walk->after + a, walk->after_squared + a, from, to);
        walk->log_sum[end] = log_of(total);
        given->expected = total->sum > 0.0 ? total->weighted / total->sum : 0.0;
        square = total->sum > 0.0 ? total->squared / total->sum : 0.0;
        given->variance = square - given->expected * given->expected;
        walk->base[end] = walk->log_sum[end] - given->prices[end] * walk->inverse;
        walk->after[end] = given->expected + 1.0;
        walk->after_squared[end] = square + 2.0 * given->expected + 1.0;
    }
}

static int go_forward(Walk *walk)
{
    for (int64_t block = 0; block < walk->n_blocks; block++) {
        open_block(walk, block);
        for (int64_t t = 0; t <= BLOCK; t++)
            walk->totals[t] = NOTHING;
        walk->pairs_from[block] = walk->n_pairs;
        walk->lead = -INFINITY;
        forget_blocks(walk);
        distrust_kept(walk);
        walk->least = least_of_interest(walk);
        if (!keep_history(walk) || !absorb_older(walk))
            return SEARCH_NO_MEMORY;
        settle_ends(walk);
        share_out(walk);
        walk->chain += walk->flat[walk->b - walk->a];
        set_bound(walk, block,
                  block_total(walk, walk->a, walk->b - walk->a,
                              walk->own + (walk->b - walk->a - 1) * BLOCK, walk->inverse),
                  walk->chain);
        walk->exact_for[block] = block + 1;
        walk->leader = walk->next_leader;
        walk->dies[block] = INT64_MAX;
        walk->live[walk->n_live++] = block;
        if (walk->given->is_rbf)
            carry_joint(walk, block, walk->own);
        if (walk->is_too_long)
            return SEARCH_TOO_LONG;
        if (is_stopped(walk))
            return SEARCH_INTERRUPTED;
    }
    walk->pairs_from[walk->n_blocks] = walk->n_pairs;
    return SEARCH_DONE;
}

/* Forward once more, with the pairs of blocks that the first time found to matter. */
static int go_again(Walk *walk)
{
    for (int64_t block = 0; block < walk->n_blocks; block++) {
        open_block(walk, block);
        for (int64_t t = 0; t <= BLOCK; t++)
            walk->totals[t] = NOTHING;
        for (int64_t k = walk->pairs_from[block]; k < walk->pairs_from[block + 1]; k++) {
            const int64_t older = walk->pairs[k].older;
            PairKind *kind = &walk->pairs[k].kind;
            if (*kind <= PAIR_ROUGH) {
                const Crossing crossing = cross_blocks(walk, older, *kind);
                *kind = crossing.kind;
                absorb_crossing(walk, older, &crossing);
            }
        }
        settle_ends(walk);
        if (is_stopped(walk))
            return SEARCH_INTERRUPTED;
    }
    return SEARCH_DONE;
}

#endif
