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
#define MIDDLES 4          /* older blocks whose middles are looked at together */
#define LONGEST 1e300      /* half squared lengths below it can be added up */
#define UNREACHED 1e-18    /* probability of an end below which nothing is passed on */
#define PATIENCE 200000000 /* products between two looks for signals */

/* How an older block of starts is taken into the sums of the current block of ends: the finest
 * first. */
typedef enum {
    PAIR_EXACT, /* every pair of a start and an end */
    PAIR_QUICK, /* the same with products in float32 (posterior_quick.h) */
    PAIR_ROUGH, /* the same without these products */
    PAIR_LEFT   /* left out: its share is too small (posterior_left.h) */
} PairKind;

typedef struct {
    int32_t older;
    PairKind kind;
    double share; /* log of the most that the block has of any end's sum */
    double most;  /* the same by the means (posterior_behind.h); infinite if not known */
    double doubt; /* what a probability can change by without products in float32 */
} Pair;

/* A pair of blocks, counted from 1, and where its costs are kept; 0 for none yet. */
typedef struct {
    int64_t number, slot;
    PairKind kind;  /* exact, quick or rough */
    int is_weighed; /* weights are kept, not costs */
} KeptPair;

typedef struct {
    Posterior *given;
    int64_t n, stride, n_blocks;
    double inverse; /* 1 / temperature */
    double *log_sum; /* n + 1 */
    double *base;    /* n + 1: log_sum less the price of a boundary there */
    double *after;   /* n + 1: boundaries expected before an edge, counting the edge itself */
    double *after_squared; /* n + 1: the same of the square of their number */

    /* the current block: edges a .. b */
    int64_t block, a, b;
    double *flats;    /* n_blocks x (BLOCK + 1) */
    double *flat;     /* BLOCK + 1: the least that any older start's cost grows from a to t */
    double *own;      /* BLOCK x BLOCK: costs inside the block; `own_room` unless they are kept */
    double *own_room;
    double *costs;    /* BLOCK x BLOCK: costs from an older block */
    double *terms;    /* BLOCK */
    LogSum *totals;   /* BLOCK + 1 */
    double *rivals;   /* BLOCK + 1: log of a lower bound of each end's sum, and the growth from a
                       * to it; infinite where nothing may end */
    double reached;   /* the least of them */
    double least;     /* log of what an older block must reach at a to matter anywhere in it */
    int64_t leader;   /* the older start with the largest term at a; -1 for none */
    int64_t next_leader; /* the same at b, so far, and its term */
    double lead;

    /* older blocks that may still matter, in order; what is known of each */
    int64_t n_live, *live;
    double chain;             /* sum of flat[b] over finished blocks */
    double *bound, *bound_at; /* log of a block's sum of terms, and the chain where it was so */
    int64_t *exact_for;       /* the current block for which the bound is the sum itself */
    int64_t *dies;            /* the first end for which the block can be forgotten */

    /* which older blocks were taken for which, from the nearest to the oldest */
    int64_t *pairs_from; /* n_blocks + 1 */
    Pair *pairs;
    int64_t n_pairs, pairs_room;

    KeptPair *kept_pairs;     /* a table that finds costs that are kept */
    int64_t n_kept, may_keep; /* blocks of costs that are kept, and how many may be */
    double *weighed_starts, *weighed_ends; /* room x BLOCK: what weights leave out of the costs */
    double weighed_at;        /* one over the temperature of the weights */
    int keeps_all;            /* whether there is room for every pair of blocks */
    int is_fresh;             /* kernel: whether the current block's costs are computed again */

    /* sums of rows; which blocks they are of, counted from 1, 0 for none */
    double *edges;      /* (n_blocks + 1) x stride: from the first unit to each block */
    double *end_sums;   /* (BLOCK + 4) x stride: from a to each edge of the block */
    double *start_sums; /* (BLOCK + 4) x stride: from a to each start of an older block */
    double *end_squares, *start_squares;
    int64_t ended, started;

    /* sums from the middles of older blocks to a (posterior_behind.h) */
    double *middles; /* MIDDLES x stride */
    double *meets;   /* BLOCK x MIDDLES: their products with the sums to each end */
    int64_t met;     /* the first of these blocks, counted from 1 */
    int64_t in_vain, pause; /* looks in a row that found nothing; blocks to pass without one */

    /* running sums beside the straight way (posterior_quick.h) */
    int64_t wide, n_bent; /* numbers in a row, and how many blocks there is room for */
    float *bent;          /* (n_bent + 1) x BLOCK x wide; block k of the newest is in place
                           * k % n_bent, an older one in the last */
    int64_t *bent_block;  /* n_bent + 1: which block is there, counted from 1 */
    unsigned char *has_bend; /* n_blocks: whether the next four are known of a block */
    double *bends;        /* n: the length of each */
    double *bend;         /* n_blocks x 3: the longest of a block, and beside roots of the mass */
    double *part;         /* n: the part of its block's mass that lies before a unit */
    double *inside;       /* n: the square of the sum from its block's start to a unit */
    double *between;      /* 2 x stride: E, and the sum of an older block */
    double *start_along;  /* BLOCK: V . c' */
    int64_t measured;     /* which older block these and start_squares are of, counted from 1 */
    int is_doubtful;      /* whether costs of this walk need a way back to be trusted */

    /* kernel values */
    double *half;    /* n: half the squared length of each moved row, once it was read */
    int is_too_long; /* whether a row was met that is not finite or too long */
    double *inverses; /* n: one over n, n - 1, ..., 1 */
    double *joint;    /* n: the sum of all kernel values between the units s .. a - 1 */
    double **history; /* n_blocks: `joint` from oldest_at on, at each block's start */
    int64_t *oldest_at;
    double *crossing; /* BLOCK + 1: kernel values between the block up to t and what lies between */

    int64_t effort; /* products since signals were looked at */
} Walk;

static int reserve_edges(Walk *walk)
{
    const int64_t n = walk->n + 1 + BLOCK;
    walk->log_sum = reserve(n, sizeof(double));
    walk->base = reserve(n, sizeof(double));
    walk->after = reserve(n, sizeof(double));
    walk->after_squared = reserve(n, sizeof(double));
    walk->joint = reserve(walk->given->is_rbf ? n : 1, sizeof(double));
    walk->half = reserve(walk->given->is_rbf ? n : 1, sizeof(double));
    walk->inverses = reserve(walk->given->is_rbf ? n : 1, sizeof(double));
    if (!walk->log_sum || !walk->base || !walk->after || !walk->after_squared ||
        !walk->joint || !walk->half || !walk->inverses)
        return 0;
    for (int64_t i = 0; walk->given->is_rbf && i < walk->n; i++)
        walk->inverses[i] = 1.0 / (double)(walk->n - i);
    return 1;
}

static int reserve_blocks(Walk *walk)
{
    const int64_t blocks = walk->n_blocks + 1;
    walk->live = reserve(blocks, sizeof(int64_t));
    walk->bound = reserve(blocks, sizeof(double));
    walk->bound_at = reserve(blocks, sizeof(double));
    walk->dies = reserve(blocks, sizeof(int64_t));
    walk->exact_for = reserve(blocks, sizeof(int64_t));
    walk->pairs_from = reserve(blocks + 1, sizeof(int64_t));
    walk->edges = reserve(walk->given->is_rbf ? 1 : blocks * walk->stride, sizeof(double));
    walk->history = reserve(blocks, sizeof(double *));
    walk->oldest_at = reserve(blocks, sizeof(int64_t));
    return walk->live && walk->bound && walk->bound_at && walk->dies && walk->exact_for &&
           walk->pairs_from && walk->edges && walk->history && walk->oldest_at;
}

static int reserve_current(Walk *walk)
{
    const int64_t rows = BLOCK + 4;
    walk->flats = reserve(walk->n_blocks * (BLOCK + 1), sizeof(double));
    walk->own_room = reserve_unset(rows * BLOCK, sizeof(double));
    walk->costs = reserve_unset(rows * BLOCK, sizeof(double));
    walk->terms = reserve(rows, sizeof(double));
    walk->totals = reserve(rows, sizeof(LogSum));
    walk->end_sums = reserve(rows * walk->stride, sizeof(double));
    walk->start_sums = reserve(rows * walk->stride, sizeof(double));
    walk->end_squares = reserve(rows, sizeof(double));
    walk->start_squares = reserve(rows, sizeof(double));
    walk->crossing = reserve(rows, sizeof(double));
    walk->rivals = reserve(rows, sizeof(double));
    walk->middles = reserve(MIDDLES * walk->stride, sizeof(double));
    walk->meets = reserve(rows * MIDDLES, sizeof(double));
    return walk->flats && walk->own_room && walk->costs && walk->terms && walk->totals &&
           walk->end_sums && walk->start_sums && walk->end_squares && walk->start_squares &&
           walk->crossing && walk->rivals && walk->middles && walk->meets;
}

static void release_history(Walk *walk)
{
    for (int64_t k = 0; walk->history && k <= walk->n_blocks; k++) {
        release(walk->history[k]);
        walk->history[k] = NULL;
    }
}

static void release_walk(Walk *walk)
{
    void *held[] = {
        walk->log_sum,        walk->base,           walk->after,          walk->after_squared,
        walk->joint,          walk->half,           walk->inverses,       walk->live,
        walk->bound,          walk->bound_at,       walk->dies,           walk->pairs_from,
        walk->pairs,          walk->kept_pairs,     walk->edges,          walk->flats,
        walk->own_room,       walk->costs,          walk->terms,          walk->totals,
        walk->end_sums,       walk->start_sums,     walk->end_squares,    walk->start_squares,
        walk->crossing,       walk->oldest_at,      walk->bent,           walk->bent_block,
        walk->bend,           walk->part,           walk->inside,         walk->between,
        walk->start_along,    walk->bends,          walk->weighed_starts, walk->weighed_ends,
        walk->has_bend,       walk->exact_for,      walk->rivals,         walk->middles,
        walk->meets,
    };
    for (size_t k = 0; k < sizeof held / sizeof held[0]; k++)
        release(held[k]);
    release_history(walk);
    release(walk->history);
}

/* Whether the work has to stop; signals are looked at now and then. */
static int is_stopped(Walk *walk)
{
    if (walk->effort < PATIENCE)
        return 0;
    walk->effort = 0;
    return walk->given->interrupted && walk->given->interrupted(walk->given->context);
}

/* Note how an older block was taken for the current one; 0 without memory. */
static int note_pair(Walk *walk, int64_t older, PairKind kind, double share, double most)
{
    const Pair pair = {(int32_t)older, kind, share, most, 0.0};
    if (walk->n_pairs == walk->pairs_room) {
        const int64_t room = walk->pairs_room ? 2 * walk->pairs_room : 256;
        Pair *longer = extend(walk->pairs, walk->pairs_room, room, sizeof(Pair));
        if (!longer)
            return 0;
        walk->pairs = longer;
        walk->pairs_room = room;
    }
    walk->pairs[walk->n_pairs++] = pair;
    return 1;
}

#endif
