/* Weights of segments that are kept in the place of their costs: later walks need no exponentials.
 *
 * Let cost(s, t) / temperature = start(s) + end(t) + rest(s, t), where start(s) is all of it at the
 * block's last end, and rest is zero for its last start.  Then exp(-rest) depends on no price, and
 * what a walk adds up over a pair of blocks are products of a matrix with vectors.  The rest is
 * mostly small.  Where it is not (WIDEST), or where limits forbid some of the segments, costs are
 * kept as they are.
 *
 * All weights are zero where no segment may end.
 */
#ifndef EMBED_KCPD_POSTERIOR_WEIGHTS_H
#define EMBED_KCPD_POSTERIOR_WEIGHTS_H

#include "posterior_state.h"

#define WIDEST 150.0 /* a term that vanishes (SMALLEST) is below exp(-400) of the largest one */

/* The costs from an older block to the current one, or their weights. */
typedef struct {
    PairKind kind;
    const double *costs; /* NULL where weights are given: */
    const double *weights, *starts, *ends;
} Crossing;

/* Whether every segment from the starts after `low` to the current block's ends may be, unless
 * nothing may end there: a start that may not be can be heavier than all others, and beside it
 * nothing would be left of them. */
static int is_free(const Walk *walk, int64_t low)
{
    const Posterior *given = walk->given;
    for (int64_t end = walk->a + 1; end <= walk->b; end++)
        if (given->allowed[end] && (given->first[end] > low || given->last[end] < low + BLOCK - 1))
            return 0;
    return 1;
}

/* Turn costs into weights; 0 if that cannot be. */
static int weigh(const Walk *walk, int64_t low, const double *costs, double *restrict weights,
                 double *restrict starts, double *restrict ends)
{
    const int64_t count = walk->b - walk->a;
    const double *last = costs + (count - 1) * BLOCK, inverse = walk->inverse;
    double widest = 0.0;
    if (!is_free(walk, low))
        return 0;
    for (int64_t i = 0; i < BLOCK; i++)
        starts[i] = last[i] * inverse;
    for (int64_t t = 0; t < count; t++) {
        const double *restrict row = costs + t * BLOCK;
        const double end = (row[BLOCK - 1] - last[BLOCK - 1]) * inverse;
        double *restrict out = weights + t * BLOCK;
        ends[t] = end;
#pragma omp simd reduction(max : widest)
        for (int64_t i = 0; i < BLOCK; i++) {
            const double rest = row[i] * inverse - starts[i] - end;
            const double wide = rest < 0.0 ? -rest : rest;
            widest = wide > widest ? wide : widest;
            out[i] = exponential(wide < WIDEST ? -rest : 0.0);
        }
    }
    for (int64_t t = 0; t < (count + 3) / 4 * 4; t++) /* products take four ends at a time */
        if (t >= count || !walk->given->allowed[walk->a + 1 + t])
            memset(weights + t * BLOCK, 0, BLOCK * sizeof(double));
    return widest < WIDEST;
}

/* exp(base - start) of the starts from `low` on, as shares of the largest, whose log it answers. */
static double weigh_bases(const Walk *walk, int64_t low, const double *restrict starts,
                          double *restrict shares)
{
    const double *restrict base = walk->base + low;
    double most = -INFINITY;
#pragma omp simd reduction(max : most)
    for (int64_t i = 0; i < BLOCK; i++) {
        shares[i] = base[i] - starts[i];
        most = shares[i] > most ? shares[i] : most;
    }
    if (most > -INFINITY) {
#pragma omp simd
        for (int64_t i = 0; i < BLOCK; i++)
            shares[i] = exponential(shares[i] - most);
    }
    return most;
}

/* Add exp(top) times these sums. */
static void add_sums(LogSum *total, double top, const double *sums)
{
    const double change = total->top - top, shrink = exponential(change < 0.0 ? change : -change);
    const double before = change < 0.0 ? shrink : 1.0, now = change < 0.0 ? 1.0 : shrink;
    if (!(total->sum > 0.0)) {
        const LogSum first = {top, sums[0], sums[1], sums[2]};
        *total = first;
        return;
    }
    total->sum = before * total->sum + now * sums[0];
    total->weighted = before * total->weighted + now * sums[1];
    total->squared = before * total->squared + now * sums[2];
    total->top = change < 0.0 ? top : total->top;
}

/* Bring the sum near one: what is added later is compared with `top`. */
static void level_sum(LogSum *total)
{
    if (total->sum > 1e-3 && total->sum < 1e3)
        return;
    total->top += log(total->sum);
    total->weighted /= total->sum;
    total->squared /= total->sum;
    total->sum = 1.0;
}

/* Add the terms of the starts from `low` on to the sum of each end in the current block. */
static void absorb_weights(Walk *walk, int64_t low, const Crossing *crossing)
{
    const double *restrict after = walk->after + low, *restrict squared = walk->after_squared + low;
    const int64_t ends = walk->b - walk->a;
    double vectors[4 * BLOCK], sums[4 * BLOCK];
    const double most = weigh_bases(walk, low, crossing->starts, vectors);
    if (most == -INFINITY)
        return;
#pragma omp simd
    for (int64_t i = 0; i < BLOCK; i++) {
        vectors[BLOCK + i] = vectors[i] * after[i];
        vectors[2 * BLOCK + i] = vectors[i] * squared[i];
        vectors[3 * BLOCK + i] = 0.0;
    }
    products(crossing->weights, ends, vectors, 4, BLOCK, 4, sums);
    for (int64_t t = 0; t < ends; t++)
        if (sums[4 * t] > 0.0) {
            add_sums(walk->totals + t + 1, most - crossing->ends[t], sums + 4 * t);
            level_sum(walk->totals + t + 1);
        }
}

/* Pass the probabilities of the current block's ends on to the starts from `low` on; answers how
 * much of them, each times `bends` of the start and of the end if they are given. */
static double pass_weights(Walk *walk, int64_t low, const Crossing *crossing, const double *bends)
{
    Posterior *given = walk->given;
    const int64_t ends = walk->b - walk->a;
    double shares[BLOCK], flows[BLOCK] = {0.0}, bent[BLOCK] = {0.0}, held[BLOCK];
    double passed = 0.0, *restrict at;
    const double most = weigh_bases(walk, low, crossing->starts, shares);
    if (most == -INFINITY)
        return 0.0;
    at = given->at + low;
    for (int64_t t = 0; t < ends; t++) {
        const double *restrict row = crossing->weights + t * BLOCK;
        const double whole = walk->log_sum[walk->a + 1 + t], mass = given->at[walk->a + 1 + t];
        held[t] = mass < UNREACHED ? 0.0 : mass * exponential(most - crossing->ends[t] - whole);
        if (held[t] == 0.0)
            continue;
#pragma omp simd
        for (int64_t i = 0; i < BLOCK; i++)
            flows[i] += row[i] * held[t];
        if (bends && t + 1 < ends) {
            const double bend = held[t] * bends[walk->a + 1 + t];
#pragma omp simd
            for (int64_t i = 0; i < BLOCK; i++)
                bent[i] += row[i] * bend;
        }
    }
    for (int64_t i = 0; i < BLOCK; i++) {
        at[i] += shares[i] * flows[i];
        passed += shares[i] * (bends ? bent[i] * bends[low + i] : flows[i]);
    }
    for (int64_t j = 0; j < given->reach; j++)
        for (int64_t t = 0; t < ends && walk->a + t - j - low < BLOCK; t++) {
            const int64_t i = walk->a + t - j - low;
            given->links[(walk->a + 1 + t) * given->reach + j] =
                shares[i] * crossing->weights[t * BLOCK + i] * held[t];
        }
    if (walk->b == walk->n && low == 0)
        given->none = shares[0] * crossing->weights[(ends - 1) * BLOCK] * held[ends - 1];
    return passed;
}

#endif
