/* Blocks of costs that are kept: costs depend neither on prices nor on the temperature.
 *
 * They lie side by side, so that no more memory is touched than they need.  A table that is open to
 * the next place where the first is taken finds them, so that a text of any length can keep the
 * pairs of blocks that it needs, as long as there is room.  An eighth of the table stays free: a
 * place is found after a few.
 */
#ifndef EMBED_KCPD_POSTERIOR_KEPT_H
#define EMBED_KCPD_POSTERIOR_KEPT_H

#include "posterior_state.h"

#define SPREAD_PLACES 0x9E3779B97F4A7C15u /* 2^64 over the golden ratio */

/* The number of the pair of an older block and the current one, from 1 on. */
static int64_t pair_number(const Walk *walk, int64_t older)
{
    return walk->block * (walk->block + 1) / 2 + older + 1;
}

/* The place of a pair, or the free one where it can be put; -1 if nothing is kept. */
static int64_t place_of(const Walk *walk, int64_t older)
{
    const Posterior *given = walk->given;
    const int64_t wanted = pair_number(walk, older), room = given->room;
    int64_t place;
    if (room == 0)
        return -1;
    place = (int64_t)(((uint64_t)wanted * SPREAD_PLACES >> 32) % (uint64_t)room);
    while (given->pairs[place].number != wanted && given->pairs[place].number != 0)
        place = place + 1 < room ? place + 1 : 0;
    return place;
}

/* How many blocks of costs can be kept. */
static int64_t most_kept(const Posterior *given)
{
    return given->room - (given->room + 7) / 8;
}

static void count_kept(Walk *walk)
{
    walk->n_kept = 0;
    for (int64_t place = 0; place < walk->given->room; place++)
        walk->n_kept += walk->given->pairs[place].number != 0;
    walk->may_keep = most_kept(walk->given);
    walk->keeps_all = walk->may_keep >= walk->n_blocks * (walk->n_blocks + 1) / 2;
}

/* Whether the costs from an older block to the current one are kept. */
static int is_known(const Walk *walk, int64_t older)
{
    const int64_t place = place_of(walk, older);
    return place >= 0 && walk->given->pairs[place].number != 0;
}

/* Where the costs of a pair are kept, or will be; `other` if there is no room. */
static double *costs_of(Walk *walk, int64_t older, double *other)
{
    const int64_t place = place_of(walk, older);
    KeptPair *pair;
    if (place < 0)
        return other;
    pair = walk->given->pairs + place;
    if (pair->number == 0 && walk->n_kept >= walk->may_keep)
        return other;
    if (pair->number == 0) {
        pair->number = pair_number(walk, older);
        pair->slot = walk->n_kept++;
    }
    return walk->given->kept + pair->slot * BLOCK * BLOCK;
}

#endif
