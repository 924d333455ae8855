/* Blocks that are left out at first.
 *
 * Inside a long topic nearly every older block of starts has a share of its own that is small but
 * not nothing.  It only counts where a boundary is: a pair of blocks matters as much as the
 * probability that a segment ends in the current block times the older one's share there.  So
 * blocks with a small share are left out on the way forward; once the way back has shown where
 * boundaries are, those that matter after all are taken in, and both ways are gone again with the
 * costs that are kept.  What is left out for good is the probability that a segmentation has
 * one of these segments: NEGLIGIBLE for each pair of blocks, to first order, since that probability
 * is taken from the sums without them.
 */
#ifndef EMBED_KCPD_POSTERIOR_LEFT_H
#define EMBED_KCPD_POSTERIOR_LEFT_H

#include "posterior_kinds.h"

#define NEGLIGIBLE (-32.0)    /* log of the share of a whole block: 1e-14 */
#define LEFT_AT_FIRST (-6.0) /* log of the share below which a block is left out at first */
#define LEFT_BEHIND (-24.0)   /* the same of blocks that a change of the topic sets back */
#define LEFT_IF_KEPT (-12.0) /* the same where all costs are kept: to go again costs more */

/* How many segments are expected to end in a block. */
static double block_mass(const Walk *walk, int64_t block)
{
    const int64_t a = block * BLOCK, b = a + BLOCK < walk->n ? a + BLOCK : walk->n;
    double mass = 0.0;
    for (int64_t end = a + 1; end <= b; end++)
        mass += walk->given->at[end];
    return mass;
}

/* The log of the share from which on a block of starts matters where `mass` segments end. */
static double least_share(double mass)
{
    return NEGLIGIBLE - log(fmax(mass, UNREACHED));
}

/* Take in what was left out and matters, as coarsely as its probability allows; answers how many
 * blocks of starts that are. */
static int64_t take_in(Walk *walk)
{
    int64_t taken = 0;
    for (int64_t block = 0; block < walk->n_blocks; block++) {
        const double mass = block_mass(walk, block), least = least_share(mass);
        walk->block = block;
        walk->a = block * BLOCK;
        for (int64_t k = walk->pairs_from[block]; k < walk->pairs_from[block + 1]; k++) {
            Pair *pair = walk->pairs + k;
            if (pair->kind != PAIR_LEFT || !(pair->share > least))
                continue;
            pair->kind =
                kind_at_most(walk, pair->older, mass * exponential(fmin(pair->share, 0.0)));
            taken++;
        }
    }
    return taken;
}

#endif
