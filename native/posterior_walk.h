/* The walk over all segmentations at once.
 *
 * Each admissible segmentation has the weight exp(-(costs + prices) / temperature).  Forward,
 *
 *   log_sum[t] = log of the sum over s of exp(log_sum[s] - (price[s] + C(s, t)) / temperature),
 *
 * and a term's share in it is the probability that the segment ending at t starts at s, given
 * that one ends there.  Backward, these shares pass each end's probability on to its starts.
 *
 * Blocks of starts that cannot matter are not looked at.  With C0 the cost without ridge,
 * C(s, t) >= C(s, a) + C0(a, t) for s < a < t (bounds.h), so the sum of a block's terms at a
 * bounds the same sum at t after C0(a, t) / temperature is taken off.  The block is passed over
 * where that is below NEGLIGIBLE of a lower bound of the whole: the terms of a itself and of the
 * leader, the start with the largest term at a.  It is forgotten for good once it is
 * NEGLIGIBLE beside the term of a, from the first end on that a may serve: C(a, t) is at most
 * C0(a, t) + slack.  Between the two, blocks are left out at first (posterior_left.h), and so
 * are those that a change of the topic sets back (posterior_behind.h).
 */
#ifndef EMBED_KCPD_POSTERIOR_WALK_H
#define EMBED_KCPD_POSTERIOR_WALK_H

#include "posterior_back.h"
#include "posterior_costs.h"
#include "posterior_engines.h"
#include "posterior_left.h"
#include "posterior_behind.h"

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

/* The same at a, from the lengths of the starts' sums alone. */
static double look_at_block(Walk *walk, int64_t block)
{
    const Posterior *given = walk->given;
    const int64_t low = block * BLOCK, a = walk->a;
    LogSum total = NOTHING;
    if (possible_kind(walk, block, first_kind(walk, block)) != PAIR_EXACT)
        measure_starts(walk, block);
    else
        open_starts(walk, block);
    for (int64_t i = 0; i < BLOCK; i++) {
        const int64_t s = low + i;
        const double cost =
            spread_cost(given->spread[a] - given->spread[s], walk->start_squares[i],
                        given->mass[a] - given->mass[s] + given->ridge);
        walk->terms[i] = walk->base[s] - cost * walk->inverse;
    }
    add_terms(&total, walk->terms, walk->terms, walk->terms, 0, BLOCK);
    return log_of(&total);
}

static int may_start(const Posterior *given, int64_t start, int64_t end)
{
    return start >= given->first[end] && start <= given->last[end];
}

/* The terms of the leader at each end, where it may start a segment. */
static void follow_leader(Walk *walk, double *reached)
{
    const Posterior *given = walk->given;
    const int64_t leader = walk->leader, block = leader / BLOCK, stride = walk->stride;
    double *sum = walk->start_sums, square;
    const double *here = walk->edges + walk->block * stride, *there = walk->edges + block * stride;
    walk->started = 0;
    open_ends(walk);
    for (int64_t j = 0; j < stride; j++)
        sum[j] = there[j] - here[j];
    for (int64_t i = block * BLOCK; i < leader; i++)
        add_unit(walk, i, sum, sum);
    square = square_of(sum, stride);
    for (int64_t t = 1; t <= walk->b - walk->a; t++) {
        const int64_t end = walk->a + t;
        const double *restrict other = walk->end_sums + t * stride;
        double both = 0.0, cost;
        if (!may_start(given, leader, end))
            continue;
#pragma omp simd reduction(+ : both)
        for (int64_t j = 0; j < stride; j++)
            both += sum[j] * other[j];
        cost = spread_cost(given->spread[end] - given->spread[leader],
                           square + walk->end_squares[t] - 2.0 * both,
                           given->mass[end] - given->mass[leader] + given->ridge);
        reached[t] = fmax(reached[t], walk->base[leader] - cost * walk->inverse);
    }
    walk->effort += 2 * BLOCK * stride;
}

/* What the sum of a block's terms must reach at a, so that it matters in the current block. */
static double least_of_interest(Walk *walk)
{
    const Posterior *given = walk->given;
    const int64_t ends = walk->b - walk->a;
    double *reached = walk->rivals;
    walk->reached = -INFINITY;
    if (given->is_rbf)
        return -INFINITY; /* its kernel values are needed in any case */
    for (int64_t t = 1; t <= ends; t++) {
        reached[t] = -INFINITY;
        if (may_start(given, walk->a, walk->a + t))
            reached[t] = walk->base[walk->a] - walk->own[(t - 1) * BLOCK] * walk->inverse;
    }
    if (walk->leader >= 0 && walk->leader < walk->a)
        follow_leader(walk, reached);
    walk->reached = INFINITY;
    for (int64_t t = 1; t <= ends; t++) {
        const int is_end = given->allowed[walk->a + t];
        reached[t] = is_end ? reached[t] + walk->flat[t] * walk->inverse : INFINITY;
        walk->reached = fmin(walk->reached, reached[t]);
    }
    return walk->reached + (walk->keeps_all ? LEFT_IF_KEPT : LEFT_AT_FIRST);
}

/* An upper bound for the log of the sum of a block's terms at a. */
static double bound_of(const Walk *walk, int64_t block)
{
    return walk->bound[block] - (walk->chain - walk->bound_at[block]) * walk->inverse;
}

static void set_bound(Walk *walk, int64_t block, double bound, double chain)
{
    walk->bound[block] = bound;
    walk->bound_at[block] = chain;
}

/* Forget a block from the first end on for which a is as good a start as any of it. */
static void let_die(Walk *walk, int64_t block)
{
    const Posterior *given = walk->given;
    const double rival = walk->base[walk->a] + NEGLIGIBLE - given->slack * walk->inverse;
    const int64_t ready = given->ready[walk->a];
    if (given->allowed[walk->a] && bound_of(walk, block) < rival && ready < walk->dies[block])
        walk->dies[block] = ready;
}

static int is_over(const Walk *walk, int64_t block)
{
    return walk->dies[block] <= walk->a + 1 ||
           (block + 1) * BLOCK <= walk->given->first[walk->a + 1];
}

/* The log of a block's share of any end's sum is at most this. */
static double most_of(const Walk *walk, int64_t block, const Behind *behind)
{
    return bound_of(walk, block) + behind->ahead;
}

/* How a block falls behind.  Inside a topic none does: the more looks in a row find nothing, the
 * more blocks are passed without one. */
static Behind look_now(Walk *walk, int64_t block)
{
    Behind behind = NOT_BEHIND;
    if (walk->pause > 0) {
        walk->pause--;
        return behind;
    }
    behind = look_behind(walk, block);
    walk->in_vain = behind.ahead + walk->reached < -WORTH_A_LOOK ? 0 : walk->in_vain + 1;
    walk->pause = walk->in_vain;
    return behind;
}

/* Whether a block has to be evaluated for the current one, and how it falls behind, if that was
 * looked at. */
static int matters(Walk *walk, int64_t block, Behind *behind)
{
    if (walk->given->is_rbf)
        return 1;
    if (bound_of(walk, block) < walk->least)
        return 0;
    if (is_known(walk, block))
        return 1;
    *behind = look_now(walk, block);
    if (most_of(walk, block, behind) < LEFT_BEHIND)
        return 0;
    if (walk->exact_for[block] == walk->block)
        return 1;
    set_bound(walk, block, look_at_block(walk, block), walk->chain);
    let_die(walk, block);
    return bound_of(walk, block) >= walk->least && most_of(walk, block, behind) >= LEFT_BEHIND;
}

/* Note a block that is left out, unless that changes nothing whatever may end in the current
 * one; 0 without memory. */
static int leave_out(Walk *walk, int64_t block, const Behind *behind)
{
    const double bound = bound_of(walk, block), most = most_of(walk, block, behind);
    walk->bound[block] -= behind->growth * walk->inverse;
    return fmin(bound - walk->reached, most) < NEGLIGIBLE ||
           note_pair(walk, block, PAIR_LEFT, bound, most);
}

/* What each pair of the current block has of its ends' sums at most, from its bound at a. */
static void share_out(Walk *walk)
{
    double least = INFINITY;
    for (int64_t end = walk->a + 1; end <= walk->b; end++)
        if (walk->log_sum[end] > -INFINITY)
            least = fmin(least, walk->log_sum[end] + walk->flat[end - walk->a] * walk->inverse);
    for (int64_t k = walk->pairs_from[walk->block]; k < walk->n_pairs; k++)
        walk->pairs[k].share = fmin(walk->pairs[k].share - least, walk->pairs[k].most);
}

/* Forget what is over.  Kernel values are needed without a gap, so there only the oldest go. */
static void forget_blocks(Walk *walk)
{
    int64_t kept = 0;
    for (int64_t k = 0; k < walk->n_live; k++) {
        const int64_t block = walk->live[k];
        let_die(walk, block);
        if (!is_over(walk, block) || (walk->given->is_rbf && kept > 0))
            walk->live[kept++] = block;
    }
    walk->n_live = kept;
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
