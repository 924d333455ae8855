/* The state of one walk, and the memory behind it.
 *
 * Edges 0..n lie between units; a start s and an end t enclose the units s..t-1.  Block k
 * holds the starts from k * BLOCK on, and the ends from k * BLOCK + 1 on.  A block of costs is
 * cost[(t - 1 - a) * BLOCK + (s - low)] for the ends after a and the starts from low on.
 */
#ifndef EMBED_KCPD_POSTERIOR_STATE_H
#define EMBED_KCPD_POSTERIOR_STATE_H

#include "memory.h"
#include "posterior.h"
#include "posterior_math.h"

#define BLOCK POSTERIOR_BLOCK
#define LANES 8
#define MOST_HELD 2048 /* blocks of costs that are held for the way back, 64 MB */

typedef struct {
    Posterior *given;
    int64_t n, stride, n_blocks;
    double inverse; /* 1 / temperature */
    double *base;   /* n + 1: log_sum less the price of a boundary there */
    double *after;  /* n + 1: boundaries expected before an edge, counting the edge itself */

    /* the current block: edges a .. b */
    int64_t block, a, b;
    double *flat;     /* BLOCK + 1: the least that any older start's cost grows from a to t */
    double *own;      /* BLOCK x BLOCK: costs inside the block */
    double *costs;    /* BLOCK x BLOCK: costs from an older block */
    double *terms;    /* BLOCK */
    LogSum *totals;   /* BLOCK + 1 */
    double reached;   /* log of a lower bound of the whole sum, less the growth from a to t */
    double least;     /* log of what an older block must reach at a to matter anywhere in it */
    int64_t leader;   /* the older start with the largest term at a; -1 for none */
    int64_t next_leader; /* the same at b, so far, and its term */
    double lead;

    /* older blocks that may still matter, in order; what is known of each */
    int64_t n_live, *live;
    double chain;             /* sum of flat[b] over finished blocks */
    double *bound, *bound_at; /* log of a block's sum of terms, and the chain where it was so */
    int64_t *dies;            /* the first end for which the block can be forgotten */

    /* which blocks were used for which */
    int64_t *used_from; /* n_blocks + 1 */
    int32_t *used;
    int64_t n_used, used_room;

    /* costs that the way forward leaves to the way back; NULL where they are computed again */
    double **held;     /* used_room: of the blocks used */
    double **held_own; /* n_blocks: inside each block */
    int64_t n_held;

    /* sums of rows */
    double *edges;      /* (n_blocks + 1) x stride: from the first unit to each block */
    double *end_sums;   /* (BLOCK + 4) x stride: from a to each edge of the block */
    double *start_sums; /* (BLOCK + 4) x stride: from a to each start of an older block */
    double *end_squares, *start_squares;
    double *far_mean, *far_ends; /* stride, 4 x stride: for blocks that are seen as one */
    int64_t *seen_far;           /* n_blocks: the block from which on to try so again */
    double *variance;            /* n_blocks x 4: measured at a few ends */

    /* kernel values */
    double *joint;    /* n: the sum of all kernel values between the units s .. a - 1 */
    double **history; /* n_blocks: `joint` from oldest_at on, at each block's start */
    int64_t *oldest_at;
    double *crossing; /* BLOCK + 1: kernel values between the block up to t and what lies between */

    int64_t effort; /* products since signals were looked at */
} Walk;

static int reserve_edges(Walk *walk)
{
    const int64_t n = walk->n + 1 + BLOCK;
    walk->base = reserve(n, sizeof(double));
    walk->after = reserve(n, sizeof(double));
    walk->joint = reserve(walk->given->is_rbf ? n : 1, sizeof(double));
    return walk->base && walk->after && walk->joint;
}

static int reserve_blocks(Walk *walk)
{
    const int64_t blocks = walk->n_blocks + 1;
    walk->live = reserve(blocks, sizeof(int64_t));
    walk->bound = reserve(blocks, sizeof(double));
    walk->bound_at = reserve(blocks, sizeof(double));
    walk->dies = reserve(blocks, sizeof(int64_t));
    walk->used_from = reserve(blocks + 1, sizeof(int64_t));
    walk->edges = reserve(walk->given->is_rbf ? 1 : blocks * walk->stride, sizeof(double));
    walk->history = reserve(blocks, sizeof(double *));
    walk->held_own = reserve(blocks, sizeof(double *));
    walk->oldest_at = reserve(blocks, sizeof(int64_t));
    walk->seen_far = reserve(blocks, sizeof(int64_t));
    walk->variance = reserve(4 * blocks, sizeof(double));
    return walk->live && walk->bound && walk->bound_at && walk->dies && walk->used_from &&
           walk->edges && walk->history && walk->held_own && walk->oldest_at && walk->seen_far &&
           walk->variance;
}

static int reserve_current(Walk *walk)
{
    const int64_t rows = BLOCK + 4;
    walk->flat = reserve(rows, sizeof(double));
    walk->own = reserve(rows * BLOCK, sizeof(double));
    walk->costs = reserve(rows * BLOCK, sizeof(double));
    walk->terms = reserve(rows, sizeof(double));
    walk->totals = reserve(rows, sizeof(LogSum));
    walk->end_sums = reserve(rows * walk->stride, sizeof(double));
    walk->start_sums = reserve(rows * walk->stride, sizeof(double));
    walk->end_squares = reserve(rows, sizeof(double));
    walk->start_squares = reserve(rows, sizeof(double));
    walk->crossing = reserve(rows, sizeof(double));
    walk->far_mean = reserve(walk->stride, sizeof(double));
    walk->far_ends = reserve(4 * walk->stride, sizeof(double));
    return walk->flat && walk->own && walk->costs && walk->terms && walk->totals &&
           walk->end_sums && walk->start_sums && walk->end_squares && walk->start_squares &&
           walk->crossing && walk->far_mean && walk->far_ends;
}

static void release_walk(Walk *walk)
{
    void *held[] = {walk->base,     walk->after,      walk->joint,       walk->live,
                    walk->bound,    walk->bound_at,   walk->dies,        walk->used_from,
                    walk->used,     walk->edges,      walk->flat,        walk->own,
                    walk->costs,    walk->terms,      walk->totals,      walk->end_sums,
                    walk->start_sums, walk->end_squares, walk->start_squares, walk->oldest_at,
                    walk->crossing, walk->far_mean, walk->far_ends, walk->seen_far,
                    walk->variance};
    for (size_t k = 0; k < sizeof held / sizeof held[0]; k++)
        release(held[k]);
    for (int64_t k = 0; walk->history && k <= walk->n_blocks; k++)
        release(walk->history[k]);
    for (int64_t k = 0; walk->held_own && k <= walk->n_blocks; k++)
        release(walk->held_own[k]);
    for (int64_t k = 0; k < walk->n_used; k++)
        release(walk->held[k]);
    release(walk->history);
    release(walk->held_own);
    release(walk->held);
}

/* Note that an older block was used for the current one; 0 without memory. */
static int note_used(Walk *walk, int64_t block)
{
    if (walk->n_used == walk->used_room) {
        const int64_t room = walk->used_room ? 2 * walk->used_room : 256;
        int32_t *longer = extend(walk->used, walk->used_room, room, sizeof(int32_t));
        double **held;
        if (!longer)
            return 0;
        walk->used = longer;
        held = extend(walk->held, walk->used_room, room, sizeof(double *));
        if (!held)
            return 0;
        walk->held = held;
        walk->used_room = room;
    }
    walk->held[walk->n_used] = NULL;
    walk->used[walk->n_used++] = (int32_t)block;
    return 1;
}

/* Hold a block of costs for the way back, while there is room; 0 without memory. */
static int hold(Walk *walk, const double *costs, double **into)
{
    if (walk->given->kept || walk->given->is_rbf || walk->n_held == MOST_HELD)
        return 1;
    *into = reserve(BLOCK * BLOCK, sizeof(double));
    if (!*into)
        return 0;
    memcpy(*into, costs, BLOCK * BLOCK * sizeof(double));
    walk->n_held++;
    return 1;
}

/* Where the costs from an older block to the current one are kept, or -1. */
static int64_t slot_of(const Walk *walk, int64_t block)
{
    return walk->given->kept ? walk->block * (walk->block + 1) / 2 + block : -1;
}

#endif
