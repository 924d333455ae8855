/* The way back: each end's probability is passed on to its starts, by their shares in its sum. */
#ifndef EMBED_KCPD_POSTERIOR_BACK_H
#define EMBED_KCPD_POSTERIOR_BACK_H

#include "posterior_costs.h"
#include "posterior_left.h"

/* Pass the probability of one end on to starts [low + from, low + to); answers how much of it. */
static double pass_on(Walk *walk, int64_t end, int64_t low, int64_t count, const double *row)
{
    Posterior *given = walk->given;
    const int64_t from = given->first[end] > low ? given->first[end] - low : 0;
    const int64_t last = given->last[end] - low + 1, to = last < count ? last : count;
    const double *restrict base = walk->base + low, held = given->at[end];
    const double whole = walk->log_sum[end];
    double *restrict at = given->at + low, passed = 0.0;
    if (held < UNREACHED)
        return 0.0;
#pragma omp simd reduction(+ : passed)
    for (int64_t i = from; i < to; i++) {
        const double flow = held * exponential(base[i] - row[i] * walk->inverse - whole);
        at[i] += flow;
        passed += flow;
    }
    for (int64_t j = 0; j < given->reach; j++) {
        const int64_t i = end - 1 - j - low;
        if (i >= from && i < to)
            given->links[end * given->reach + j] =
                held * exponential(base[i] - row[i] * walk->inverse - whole);
    }
    if (end == walk->n && low == 0 && from == 0 && to > 0)
        given->none = held * exponential(base[0] - row[0] * walk->inverse - whole);
    return passed;
}

/* Pass the probabilities of the current block's ends on to one older block; answers by how much
 * one could change without c' . v', if costs were computed so. */
static double pass_crossing(Walk *walk, int64_t older, const Crossing *crossing)
{
    const int64_t low = older * BLOCK, ends = walk->b - walk->a;
    const double error = crossing->kind == PAIR_EXACT ? 0.0 : rough_error(walk, older);
    const double longest = error > 0.0 ? walk->bend[3 * older] * walk->bend[3 * walk->block] : 0.0;
    double passed = 0.0;
    if (!crossing->costs && error > 0.0 && older + 1 < walk->block)
        return error / longest * pass_weights(walk, low, crossing, walk->bends);
    if (!crossing->costs)
        return error * pass_weights(walk, low, crossing, NULL);
    for (int64_t t = 0; t < ends; t++)
        passed += pass_on(walk, walk->a + 1 + t, low, BLOCK, crossing->costs + t * BLOCK);
    return error * passed;
}

/* Pass the probabilities of the current block's ends on to one older block. */
static void pass_back(Walk *walk, Pair *pair)
{
    Crossing crossing;
    pair->doubt = 0.0;
    if (pair->kind == PAIR_LEFT)
        return;
    crossing = cross_blocks(walk, pair->older, pair->kind);
    pair->kind = crossing.kind;
    pair->doubt = pass_crossing(walk, pair->older, &crossing);
}

/* Whether kernel costs of a block that is opened again have to be computed again. */
static int is_incomplete(const Walk *walk, int64_t from, int64_t to)
{
    for (int64_t k = from; k < to; k++)
        if (!is_known(walk, walk->pairs[k].older))
            return 1;
    return 0;
}

/* Where the pairs of a block end that matter where `mass` segments are expected to end in it;
 * older ones have next to nothing of that. */
static int64_t sharing_pairs(const Walk *walk, int64_t block, double mass)
{
    const double least = least_share(mass);
    int64_t to = walk->pairs_from[block + 1];
    while (to > walk->pairs_from[block] && walk->pairs[to - 1].share < least)
        to--;
    return to;
}

static int go_back(Walk *walk)
{
    Posterior *given = walk->given;
    memset(given->at, 0, (size_t)(walk->n + 1) * sizeof(double));
    given->at[walk->n] = 1.0;
    for (int64_t block = walk->n_blocks - 1; block >= 0; block--) {
        const double mass = block_mass(walk, block);
        const int64_t from = walk->pairs_from[block], to = sharing_pairs(walk, block, mass);
        if (mass < UNREACHED)
            continue;
        open_block(walk, block);
        walk->is_fresh = given->is_rbf && is_incomplete(walk, from, to);
        if (walk->history[block])
            memcpy(walk->joint + walk->oldest_at[block], walk->history[block],
                   (size_t)(walk->a - walk->oldest_at[block]) * sizeof(double));
        for (int64_t end = walk->b; end > walk->a; end--)
            pass_on(walk, end, walk->a, end - walk->a, walk->own + (end - walk->a - 1) * BLOCK);
        for (int64_t k = from; k < to; k++)
            pass_back(walk, walk->pairs + k);
        if (is_stopped(walk))
            return SEARCH_INTERRUPTED;
    }
    given->has_marginals = 1;
    return SEARCH_DONE;
}

#endif
