/* Which older blocks of starts have to be looked at for the current block of ends.
 *
 * With C0 the cost without ridge, C(s, t) >= C(s, a) + C0(a, t) for s < a < t
 * (engine/bounds.c.inc), so the sum of a block's terms at a bounds the same sum at t after
 * C0(a, t) / temperature is taken off.  The block is passed over where that is below NEGLIGIBLE of
 * a lower bound of the whole: the terms of a itself and of the leader, the start with the largest
 * term at a.  It is forgotten for good once it is NEGLIGIBLE beside the term of a, from the first
 * end on that a may serve: C(a, t) is at most C0(a, t) + slack.  Between the two, blocks are left
 * out at first (posterior_left.h), and so are those that a change of the topic sets back
 * (posterior_behind.h).
 */
#ifndef EMBED_KCPD_POSTERIOR_BOUNDS_H
#define EMBED_KCPD_POSTERIOR_BOUNDS_H

#include "posterior_behind.h"
#include "posterior_left.h"

/* The log of the sum of a block's terms at a, from the lengths of the starts' sums alone. */
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

#endif
