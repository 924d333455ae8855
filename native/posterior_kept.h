/* Blocks of costs that are kept, since no price changes them; or weights made of them.
 *
 * They lie side by side, so that no more memory is touched than they need.  A table that is open to
 * the next place where the first is taken finds them, so that a text of any length can keep the
 * pairs of blocks that it needs, as long as there is room.  An eighth of the table stays free: a
 * place is found after a few.
 */
#ifndef EMBED_KCPD_POSTERIOR_KEPT_H
#define EMBED_KCPD_POSTERIOR_KEPT_H

#include "posterior_state.h"

#define KEPT_TABLE(room) ((room) + ((room) + 6) / 7) /* places for so many blocks of costs */
#define SPREAD_PLACES 0x9E3779B97F4A7C15u /* 2^64 over the golden ratio */

/* The number of the pair of an older block and the current one, from 1 on. */
static int64_t pair_number(const Walk *walk, int64_t older)
{
    return walk->block * (walk->block + 1) / 2 + older + 1;
}

/* The place of a pair, or the free one where it can be put; -1 if nothing is kept. */
static int64_t place_of(const Walk *walk, int64_t older)
{
    const int64_t wanted = pair_number(walk, older), places = KEPT_TABLE(walk->given->room);
    int64_t place;
    if (places == 0)
        return -1;
    place = (int64_t)(((uint64_t)wanted * SPREAD_PLACES >> 32) % (uint64_t)places);
    while (walk->kept_pairs[place].number != wanted && walk->kept_pairs[place].number != 0)
        place = place + 1 < places ? place + 1 : 0;
    return place;
}

/* The table; 0 without memory. */
static int reserve_kept(Walk *walk)
{
    const int64_t room = walk->given->room;
    walk->keeps_all = room >= walk->n_blocks * (walk->n_blocks + 1) / 2;
    walk->kept_pairs = reserve(KEPT_TABLE(room) + 1, sizeof(KeptPair));
    walk->weighed_starts = reserve_unset(walk->given->is_rbf ? 1 : room * BLOCK, sizeof(double));
    walk->weighed_ends = reserve_unset(walk->given->is_rbf ? 1 : room * BLOCK, sizeof(double));
    return walk->kept_pairs && walk->weighed_starts && walk->weighed_ends;
}

/* Nothing is kept any more. */
static void forget_kept(Walk *walk)
{
    memset(walk->kept_pairs, 0, (size_t)KEPT_TABLE(walk->given->room) * sizeof(KeptPair));
    walk->n_kept = 0;
}

/* Whether the costs from an older block to the current one are kept. */
static int is_known(const Walk *walk, int64_t older)
{
    const int64_t place = place_of(walk, older);
    return place >= 0 && walk->kept_pairs[place].number != 0;
}

/* Where the costs of a pair are kept, or will be; `other` if there is no room. */
static double *costs_of(Walk *walk, int64_t older, double *other)
{
    const int64_t place = place_of(walk, older);
    KeptPair *pair;
    if (place < 0)
        return other;
    pair = walk->kept_pairs + place;
    if (pair->number == 0 && walk->n_kept >= walk->may_keep)
        return other;
    if (pair->number == 0) {
        pair->number = pair_number(walk, older);
        pair->slot = walk->n_kept++;
    }
    return walk->given->kept + pair->slot * BLOCK * BLOCK;
}

#endif
