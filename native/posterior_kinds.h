/* How coarsely the costs of a pair of blocks may be computed.
 *
 * Without the product c' . v' (posterior_quick.h) the logarithm of a segment's weight is off by
 * 2 |c'| |v'| over its mass and the temperature at most: `rough_error`.  A probability changes by
 * what it has to do with the segments of the pair, to first order at most their probability times
 * that error: the `doubt` of a pair, which the way back tells.  With products in float32 it
 * is QUICK_DIGITS of that.  Rounding the numbers of both vectors adds two times 2^-24 of |c'| |v'|
 * at most.  Adding up is counted with as much again, which is an estimate: sixteen or fewer sums
 * side by side whose roundings are of either sign.  In long topics and noise of 384 numbers the
 * largest error was 0.22 of this, and 0.45 of the bound without products.
 *
 * A pair with a doubt above LEAST_DOUBT is computed again in a finer way, and both ways are gone
 * again.  Where that cannot tell enough, since a weight may be off by too much, costs are fine from
 * the beginning (ROUGH_ERROR, QUICK_ERROR).  Walks of which only the number of boundaries is wanted
 * go back for this alone, if any error is above SMALL_ERROR.
 */
#ifndef EMBED_KCPD_POSTERIOR_KINDS_H
#define EMBED_KCPD_POSTERIOR_KINDS_H

#include "posterior_quick.h"

#define QUICK_DIGITS 2.4e-7 /* error of a product in float32 beside the lengths of the vectors */
#define LEAST_DOUBT 1e-10   /* what a pair of blocks may change a probability by */
#define URGENT 3.0          /* so many times as much makes both ways be gone again */
#define ROUGH_ERROR 5.0     /* errors of logarithms of weights: the most without products, */
#define QUICK_ERROR 1e-4    /* the most with those in float32, */
#define SMALL_ERROR 1e-6    /* and the most that needs no way back */
#define SHORTEST_BEND 1e-12 /* lengths whose squares float32 can add up lie between these */
#define LONGEST_BEND 1e12
#define NEAR_LEADER 3 /* blocks from which on a leader may be inside a long segment */

/* By how much the logarithm of a weight can be off without c' . v'; infinite where that is not
 * known.  Between neighbours the mass x + y of a segment is at least twice the root of x y. */
static double rough_error(const Walk *walk, int64_t older)
{
    const double *mass = walk->given->mass, *there = walk->bend + 3 * older;
    const double *here = walk->bend + 3 * walk->block;
    const double least = mass[walk->a] - mass[(older + 1) * BLOCK];
    double error;
    if (!(there[0] > SHORTEST_BEND && there[0] < LONGEST_BEND) ||
        !(here[0] > SHORTEST_BEND && here[0] < LONGEST_BEND))
        return INFINITY;
    error = older + 1 == walk->block ? there[2] * here[1] : 2.0 * there[0] * here[0] / least;
    return error < LONGEST_BEND ? error * walk->inverse : INFINITY;
}

/* The coarsest way to compute costs from an older block that is no coarser than `kind`. */
static PairKind possible_kind(Walk *walk, int64_t older, PairKind kind)
{
    double error;
    if (kind == PAIR_EXACT || !walk->bent)
        return PAIR_EXACT;
    measure_bends(walk, older);
    error = rough_error(walk, older);
    if (kind == PAIR_ROUGH && error < ROUGH_ERROR)
        return PAIR_ROUGH;
    return error * QUICK_DIGITS < QUICK_ERROR ? PAIR_QUICK : PAIR_EXACT;
}

/* How costs from an older block are computed at first.  The block with the leader matters where
 * segments are short, the last one in short texts. */
static PairKind first_kind(const Walk *walk, int64_t older)
{
    const int64_t distance = walk->block - older;
    if (walk->leader >= 0 && walk->leader / BLOCK == older && distance <= NEAR_LEADER)
        return PAIR_EXACT;
    if (walk->keeps_all)
        return distance == 1 ? PAIR_EXACT : PAIR_QUICK;
    return PAIR_ROUGH;
}

/* The coarsest way to compute a pair with this doubt. */
static PairKind kind_for(double doubt)
{
    if (doubt * QUICK_DIGITS > LEAST_DOUBT)
        return PAIR_EXACT;
    return doubt > LEAST_DOUBT ? PAIR_QUICK : PAIR_ROUGH;
}

/* The same for a pair of an older block and the current one that has at most this probability. */
static PairKind kind_at_most(const Walk *walk, int64_t older, double probability)
{
    if (!walk->bent || !walk->has_bend[older] || !walk->has_bend[walk->block])
        return PAIR_QUICK; /* nothing is known of their sums yet */
    return kind_for(probability * rough_error(walk, older));
}

/* Whether costs of this kind need a way back to be trusted. */
static int is_doubtful(const Walk *walk, int64_t older, PairKind kind)
{
    return kind == PAIR_ROUGH ||
           (kind == PAIR_QUICK && rough_error(walk, older) * QUICK_DIGITS > SMALL_ERROR);
}

/* Have pairs computed again that are too coarse; answers how many are so by more than a little. */
static int64_t refine(Walk *walk)
{
    int64_t urgent = 0;
    for (int64_t k = 0; k < walk->n_pairs; k++) {
        Pair *pair = walk->pairs + k;
        if (pair->kind > PAIR_ROUGH || kind_for(pair->doubt) >= pair->kind)
            continue;
        urgent += kind_for(pair->doubt / URGENT) < pair->kind;
        pair->kind = kind_for(pair->doubt);
    }
    return urgent;
}

#endif
