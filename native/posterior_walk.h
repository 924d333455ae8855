/* The walk over all segmentations at once.
 *
 * Each admissible segmentation has the weight exp(-(costs + prices) / temperature).  Forward
 * (posterior_forward.h),
 *
 *   log_sum[t] = log of the sum over s of exp(log_sum[s] - (price[s] + C(s, t)) / temperature),
 *
 * and a term's share in it is the probability that the segment ending at t starts at s, given
 * that one ends there.  Backward (posterior_back.h), these shares pass each end's probability on to
 * its starts.  Blocks of starts that cannot matter are not looked at (posterior_bounds.h).
 */
#ifndef EMBED_KCPD_POSTERIOR_WALK_H
#define EMBED_KCPD_POSTERIOR_WALK_H

#include "posterior_back.h"
#include "posterior_engines.h"
#include "posterior_forward.h"

/* Marginals; blocks that were left out and matter are taken in until there are none. */
static int find_marginals(Walk *walk)
{
    int status = go_back(walk);
    while (status == SEARCH_DONE && take_in(walk) + refine(walk) > 0) {
        status = go_again(walk);
        if (status == SEARCH_DONE)
            status = go_back(walk);
    }
    return status;
}

/* Whether so many boundaries are expected as are wanted. */
static int is_wanted(const Posterior *given)
{
    return given->expected >= given->fewest && given->expected <= given->most;
}

/* Marginals if so many boundaries are expected as are wanted; if not, at least their number is
 * made exact. */
static int finish_walk(Walk *walk)
{
    Posterior *given = walk->given;
    int status = SEARCH_DONE;
    if (!(given->log_sum > -INFINITY))
        return SEARCH_DONE;
    if (walk->is_doubtful && !is_wanted(given)) {
        status = go_back(walk);
        if (status == SEARCH_DONE && refine(walk) > 0)
            status = go_again(walk);
    }
    given->has_marginals = 0;
    if (status == SEARCH_DONE && is_wanted(given))
        status = find_marginals(walk);
    if (!is_wanted(given))
        given->has_marginals = 0;
    return status;
}

/* What is held between walks: all memory, sums at the edges of blocks, costs; 0 without memory. */
static int open_walk(Posterior *given)
{
    Walk *walk = given->held = reserve(1, sizeof(Walk));
    if (!walk)
        return 0;
    walk->given = given;
    walk->n = given->n;
    walk->stride = (given->dim + LANES - 1) / LANES * LANES;
    walk->n_blocks = (given->n + BLOCK - 1) / BLOCK;
    return reserve_edges(walk) && reserve_blocks(walk) && reserve_current(walk) &&
           reserve_kept(walk) && reserve_quick(walk);
}

static void close_walk(Posterior *given)
{
    if (given->held)
        release_walk(given->held);
    release(given->held);
    given->held = NULL;
}

/* Nothing is known of these prices. */
static void begin_walk(Walk *walk)
{
    walk->inverse = 1.0 / walk->given->temperature;
    if (!walk->given->is_rbf && walk->inverse != walk->weighed_at)
        forget_kept(walk);
    walk->weighed_at = walk->inverse;
    walk->leader = walk->next_leader = -1;
    walk->n_live = walk->n_pairs = 0;
    memset(walk->exact_for, 0, (size_t)(walk->n_blocks + 1) * sizeof(int64_t));
    walk->chain = 0.0;
    walk->is_doubtful = 0;
    walk->may_keep = walk->given->room;
    release_history(walk);
}

/* Fill in the sums over pairs; the costs that are made of the same products are kept. */
static int measure_order(Walk *walk)
{
    OrderSums *order = walk->given->order;
    memset(order->per_unit, 0, (size_t)walk->n * sizeof(double));
    order->neighbours = order->squares = 0.0;
    walk->is_fresh = 1;
    for (int64_t block = 0; block < walk->n_blocks; block++) {
        open_block(walk, block);
        for (int64_t older = block - 1; older >= 0; older--)
            carry_joint(walk, older, kernel_costs(walk, older));
        carry_joint(walk, block, walk->own);
        if (walk->is_too_long)
            return SEARCH_TOO_LONG;
        if (is_stopped(walk))
            return SEARCH_INTERRUPTED;
    }
    return SEARCH_DONE;
}

static int walk_posterior(Posterior *given)
{
    int status;
    if (!given->held && !open_walk(given)) {
        close_walk(given);
        return SEARCH_NO_MEMORY;
    }
    begin_walk(given->held);
    if (given->order)
        return measure_order(given->held);
    given->has_marginals = 0;
    given->none = 0.0;
    status = go_forward(given->held);
    given->log_sum = ((Walk *)given->held)->log_sum[given->n];
    return status == SEARCH_DONE ? finish_walk(given->held) : status;
}

#endif
