/* The state of a search with the Gaussian kernel, and the memory behind it.
 *
 * Edges 0..n lie between units; a start s and an end t enclose the units s..t-1.  Everything
 * that is kept for pairs belongs to the open block of at most RBF_BLOCK ends.
 */
#ifndef EMBED_KCPD_RBF_STATE_H
#define EMBED_KCPD_RBF_STATE_H

#include "rbf_kernel.h"
#include "rbf_rows.h"

#define RBF_BLOCK 64 /* most ends that are settled together */

/* The best start of each end so far, for each place in a panel: one vector comparison each. */
typedef struct {
    double *total, *cost, *start; /* RBF_BLOCK x RBF_PANEL */
} Offers;

typedef struct {
    const RbfProblem *problem;
    Panels panels; /* for wide blocks */
    RbfNear near;
    int is_wide;       /* whether the last block was wide */
    int64_t n, oldest; /* starts before the oldest never win again */
    double margin;     /* for rounding */
    double *value;     /* lists x edges: least total up to there, with the price of a boundary */
    double *joint;     /* edges: the sum of the kernel over all pairs of units s .. a - 1 */
    double *judged;    /* edges: the same up to the edge `judge` of the open block */
    int64_t *keep;     /* edges: starts before it are beaten by a boundary at that edge */
    int64_t *ready;    /* edges: the first end that an edge may start a segment for */
    int64_t edges, next; /* room for edges; the first edge that was not ready yet */
    double *met;         /* with `until`, what the problem asks for; NULL for many lists */
    int64_t *until;
    void *notes[2];      /* the room for both where it is not the caller's */

    int64_t a, b, judge; /* the open block: ends a + 1 .. b; its last edge that is allowed */
    double *values;      /* RBF_PANEL x RBF_BLOCK: kernel values of one panel of starts */
    double *behind;      /* RBF_BLOCK: kernel between a unit and those from a start on before it */
    double *turned;      /* RBF_BLOCK x RBF_PANEL: the same, by unit, for each start of a panel */
    double *own;         /* RBF_BLOCK x RBF_BLOCK: the same for the starts of the block itself */
    Offers *offers;      /* lists */
    int64_t effort;      /* products since signals were looked at */
} RbfWalk;

static double *value_of(const RbfWalk *walk, int64_t list)
{
    return walk->value + list * walk->edges;
}

static int has_offers(RbfWalk *walk)
{
    const int64_t lists = walk->problem->lists, size = RBF_BLOCK * RBF_PANEL;
    walk->offers = reserve(lists, sizeof(Offers));
    for (int64_t list = 0; walk->offers && list < lists; list++) {
        Offers *offers = walk->offers + list;
        offers->total = reserve(3 * size, sizeof(double));
        if (!offers->total)
            return 0;
        offers->cost = offers->total + size;
        offers->start = offers->cost + size;
    }
    return walk->offers != NULL;
}

/* What only wide blocks need; 0 without memory. */
static int has_wide(RbfWalk *walk)
{
    if (walk->own)
        return 1;
    walk->values = reserve(RBF_PANEL * RBF_BLOCK, sizeof(double));
    walk->behind = reserve(RBF_BLOCK, sizeof(double));
    walk->turned = reserve(RBF_BLOCK * RBF_PANEL, sizeof(double));
    walk->own = reserve(RBF_BLOCK * RBF_BLOCK, sizeof(double));
    return walk->values && walk->behind && walk->turned && walk->own && has_offers(walk);
}

/* Room for what starts that are given up had in common with others; 0 without memory. */
static int has_notes(RbfWalk *walk)
{
    const RbfProblem *problem = walk->problem;
    walk->met = problem->met;
    walk->until = problem->until;
    if (problem->lists > 1 || problem->met)
        return 1;
    walk->notes[0] = walk->met = reserve(walk->n + 1, sizeof(double));
    walk->notes[1] = walk->until = reserve(walk->n + 1, sizeof(int64_t));
    return walk->met && walk->until;
}

/* Last starts never fall: one sweep finds the first end of each edge. */
static void find_ready(RbfWalk *walk)
{
    int64_t end = 0;
    for (int64_t edge = 0; edge <= walk->n; edge++) {
        while (end <= walk->n && walk->problem->last[end] < edge)
            end++;
        walk->ready[edge] = end;
    }
}

/* Ready for the first block; 0 without memory. */
static int prepare_walk(RbfWalk *walk, const RbfProblem *problem)
{
    const int64_t n = problem->rows.n, edges = n + RBF_BLOCK + 1;
    walk->problem = problem;
    walk->n = n;
    walk->edges = edges;
    walk->next = 1;
    walk->margin = 1e-9 * (n > 1 ? (double)n : 1.0);
    walk->value = reserve(problem->lists * edges, sizeof(double));
    walk->joint = reserve(edges, sizeof(double));
    walk->judged = reserve(edges, sizeof(double));
    walk->keep = reserve(edges, sizeof(int64_t));
    walk->ready = reserve(edges, sizeof(int64_t));
    if (!walk->value || !walk->joint || !walk->judged || !walk->keep || !walk->ready ||
        !has_notes(walk) || !prepare_panels(&walk->panels, &problem->rows) ||
        !prepare_near(&walk->near, &walk->panels))
        return 0;
    find_ready(walk);
    return 1;
}

static void release_walk(RbfWalk *walk)
{
    void *held[] = {walk->value,  walk->joint,  walk->judged, walk->keep,
                    walk->values, walk->behind, walk->turned, walk->own, walk->ready,
                    walk->notes[0], walk->notes[1]};
    for (size_t k = 0; k < sizeof held / sizeof held[0]; k++)
        release(held[k]);
    for (int64_t list = 0; walk->offers && list < walk->problem->lists; list++)
        release(walk->offers[list].total);
    release(walk->offers);
    release_near(&walk->near);
    release_panels(&walk->panels);
}

#endif
