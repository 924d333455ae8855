/* The state of the lazy search, and the memory behind it.
 *
 * Positions 0..n lie between units; a start s and an end t enclose the units s..t-1.
 * Starts are kept in blocks of `size`, blocks in groups of GROUP.  Vectors are `stride`
 * numbers long, `dim` rounded up, the rest zero.
 */
#ifndef EMBED_KCPD_STATE_H
#define EMBED_KCPD_STATE_H

#include <math.h>
#include <stdint.h>

#include "memory.h"
#include "problem.h"

#define GROUP 16
#define LANES 8

/* A start whose V is known exactly at every end of the current block. */
typedef struct {
    int64_t start;
    double *totals; /* size + 1 */
} Exact;

/* An older block that may hold the best start of some end in the current block. */
typedef struct {
    int64_t block;
    double least, steepest; /* least of low, largest of slope */
    double *low, *slope;    /* size: V(s, t) >= low + cost[t] - slope * moved[t] */
    double *cost, *moved;   /* size + 1: C0(e, t), |q(e, t) - q(e, a)| */
} Active;

typedef struct {
    const Problem *problem;
    int64_t n, dim, stride, size, n_blocks;
    double slack;   /* the most that ridge can save by not splitting */
    double stale;   /* looseness of bounds from which a new anchor pays */
    double rate;    /* mean squared distance of a row to the centre */
    double lead;    /* V of the leader at a, plus rate */
    double reach;   /* largest norm of a centred row so far */
    double *centre; /* stride */

    /* per unit or position */
    double *scale, *spread, *mass, *value, *own, *apart;

    /* per block: prefix sums at its start from block `oldest` on, and what bounds its starts */
    double *sums;
    int64_t oldest, sums_room;
    double *bound, *wander;
    int64_t *anchor, *retired, *renewed;

    /* per group; `live` lists those with starts that may still win, in order */
    int64_t n_live, *live;
    double *group_bound, *group_low, *group_span;
    int64_t *group_anchor;

    /* the current block: ends a + 1 .. b */
    int64_t block, a, b;
    double chain, margin;     /* sum of C0 over finished blocks; rounding slack */
    double *within, *squares; /* prefix sums from a: (size + 1) x stride, and their |.|^2 */
    double *before;           /* those of the block before */
    double *flat;             /* C0(a, t) */
    double *latest;           /* last known V of starts inside the block */
    double *need, *inverse;   /* what V(s, a) must reach to be ignored; 1 / mass(a, t) */
    double most_needed;

    /* the leader: the best start at a, whose mean every other start is compared with */
    int has_leader;
    int64_t leader;
    double *leader_sum, *leader_mean, *leader_gap, *leader_dots;

    Exact *exact;
    int64_t n_exact, exact_room;
    Active *active;
    int64_t n_active, active_room;

    double *first_scratch, *second_scratch, *third_scratch;
    int64_t next_free; /* first end for which the start a is admissible */
    int64_t effort;    /* coordinates worked on since signals were looked at */
} Search;

static double *sums_at(const Search *search, int64_t block)
{
    return search->sums + (block - search->oldest) * search->stride;
}

/* C0 or C from its parts: weighted squares, |sum|^2 and mass (ridge included). */
static double cost_of(double spread, double square, double mass)
{
    return spread - (mass > 0.0 ? square / mass : 0.0);
}

static int reserve_units(Search *search)
{
    const int64_t n = search->n + 1, padded = search->n_blocks * search->size + 1;
    search->scale = reserve(n, sizeof(double));
    search->spread = reserve(n, sizeof(double));
    search->mass = reserve(n, sizeof(double));
    search->value = reserve(n, sizeof(double));
    search->own = reserve(padded, sizeof(double));
    search->apart = reserve(padded, sizeof(double));
    return search->scale && search->spread && search->mass && search->value && search->own &&
           search->apart;
}

static int reserve_blocks(Search *search)
{
    const int64_t blocks = search->n_blocks + 1, groups = blocks / GROUP + 1;
    search->sums_room = 64;
    search->sums = reserve(search->sums_room * search->stride, sizeof(double));
    search->bound = reserve(blocks, sizeof(double));
    search->wander = reserve(blocks, sizeof(double));
    search->anchor = reserve(blocks, sizeof(int64_t));
    search->retired = reserve(blocks, sizeof(int64_t));
    search->renewed = reserve(blocks, sizeof(int64_t));
    search->live = reserve(groups, sizeof(int64_t));
    search->group_bound = reserve(groups, sizeof(double));
    search->group_low = reserve(groups, sizeof(double));
    search->group_span = reserve(groups, sizeof(double));
    search->group_anchor = reserve(groups, sizeof(int64_t));
    return search->sums && search->bound && search->wander && search->anchor &&
           search->retired && search->renewed && search->live && search->group_bound &&
           search->group_low && search->group_span && search->group_anchor;
}

static int reserve_current(Search *search)
{
    const int64_t ends = search->size + 1, stride = search->stride;
    search->within = reserve(ends * stride, sizeof(double));
    search->before = reserve(ends * stride, sizeof(double));
    search->squares = reserve(ends, sizeof(double));
    search->flat = reserve(ends, sizeof(double));
    search->latest = reserve(ends, sizeof(double));
    search->need = reserve(ends, sizeof(double));
    search->inverse = reserve(ends, sizeof(double));
    search->leader_gap = reserve(ends, sizeof(double));
    search->leader_dots = reserve(ends, sizeof(double));
    search->leader_sum = reserve(stride, sizeof(double));
    search->leader_mean = reserve(stride, sizeof(double));
    search->second_scratch = reserve(stride, sizeof(double));
    search->third_scratch = reserve(stride, sizeof(double));
    return search->within && search->before && search->squares && search->flat && search->latest &&
           search->need && search->inverse && search->leader_gap && search->leader_dots &&
           search->leader_sum && search->leader_mean && search->second_scratch &&
           search->third_scratch;
}

/* One more exact start; its array is kept for the next blocks. */
static Exact *add_exact(Search *search)
{
    Exact *added;
    if (search->n_exact == search->exact_room) {
        const int64_t room = search->exact_room ? 2 * search->exact_room : 16;
        Exact *longer = extend(search->exact, search->exact_room, room, sizeof(Exact));
        if (!longer)
            return NULL;
        search->exact = longer;
        search->exact_room = room;
    }
    added = search->exact + search->n_exact;
    if (!added->totals)
        added->totals = reserve(search->size + 1, sizeof(double));
    if (!added->totals)
        return NULL;
    search->n_exact++;
    return added;
}

/* Room for one more active block; it counts only once n_active is raised. */
static Active *offer_active(Search *search)
{
    const int64_t size = search->size;
    Active *offered;
    if (search->n_active == search->active_room) {
        const int64_t room = search->active_room ? 2 * search->active_room : 16;
        Active *longer = extend(search->active, search->active_room, room, sizeof(Active));
        if (!longer)
            return NULL;
        search->active = longer;
        search->active_room = room;
    }
    offered = search->active + search->n_active;
    if (!offered->low) {
        double *room = reserve(4 * size + 2, sizeof(double));
        if (!room)
            return NULL;
        offered->low = room;
        offered->slope = room + size;
        offered->cost = room + 2 * size;
        offered->moved = room + 3 * size + 1;
    }
    return offered;
}

static void release_all(Search *search)
{
    void *rooms[] = {
        search->scale, search->spread, search->mass, search->value, search->own, search->apart,
        search->sums, search->bound, search->wander, search->anchor, search->retired,
        search->renewed, search->live, search->group_bound, search->group_low,
        search->group_span, search->group_anchor, search->within, search->squares,
        search->flat, search->before, search->latest, search->need, search->inverse,
        search->leader_gap, search->leader_dots, search->centre, search->leader_sum,
        search->leader_mean, search->first_scratch, search->second_scratch,
        search->third_scratch,
    };
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++)
        release(rooms[i]);
    for (int64_t i = 0; i < search->exact_room; i++)
        release(search->exact[i].totals);
    for (int64_t i = 0; i < search->active_room; i++)
        release(search->active[i].low);
    release(search->exact);
    release(search->active);
}

#endif
