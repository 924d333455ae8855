/* Exact search with the Gaussian kernel.
 *
 * The sum of the kernel over all pairs of [s, a) is kept for every start s that may still win.
 * A unit u >= a adds 1 + 2 * (kernel between u and the units s .. u - 1), and that is a sum
 * from u back to s: panels of starts are taken from the newest to the oldest, and one number for
 * each unit of the block is carried along.  So each kernel value is computed once, used at
 * once, and never stored.
 *
 * So it is in wide blocks, for many starts; rbf_near.h does the same for few.
 */
#ifndef EMBED_KCPD_RBF_SEARCH_H
#define EMBED_KCPD_RBF_SEARCH_H

#include "rbf_near.h"

#define PATIENCE 2000000000 /* products between two looks at signals, about 0.2 s */

/* Add up from the newest start of a panel to its oldest, for `width` units of the block. */
static void add_behind(RbfWalk *walk, int64_t width, double *restrict behind)
{
    for (int64_t i = RBF_PANEL - 1; i >= 0; i--) {
        double *restrict row = walk->values + i * width;
#pragma omp simd
        for (int64_t t = 0; t < width; t++)
            row[t] = behind[t] += row[t];
    }
}

/* out[t * stride + i] = rows[i * width + t]: what belongs to one unit lies side by side. */
static void turn(const double *restrict rows, int64_t width, double *restrict out, int64_t stride)
{
    for (int64_t t = 0; t < width; t++)
        for (int64_t i = 0; i < RBF_PANEL; i++)
            out[t * stride + i] = rows[i * width + t];
}

/* Offer the starts from `low` on, a vector of them, to one end of the block for one price list. */
static inline void offer(const RbfWalk *walk, int64_t list, int64_t low, int64_t end, Vector costs)
{
    const RbfProblem *problem = walk->problem;
    const int64_t at = (end - walk->a - 1) * RBF_PANEL + low % RBF_PANEL;
    const Vector nothing = {0.0}, none = nothing + INFINITY, places = load(PLACES);
    const Offers *offers = walk->offers + list;
    const Vector total = load(offers->total + at);
    Vector offered = load(value_of(walk, list) + low) + costs;
    if (problem->first[end] > low)
        offered = pick(places, nothing + (double)(problem->first[end] - low), none, offered);
    if (problem->last[end] < low + RBF_LANES - 1)
        offered = pick(nothing + (double)(problem->last[end] - low), places, none, offered);
    store(offers->cost + at, pick(offered, total, costs, load(offers->cost + at)));
    store(offers->start + at,
          pick(offered, total, places + (double)low, load(offers->start + at)));
    store(offers->total + at, pick(offered, total, offered, total));
}

/* Carry the sums of older starts over the block, and offer them to each end. */
static void absorb_starts(RbfWalk *walk, int64_t low)
{
    const double *behind = walk->turned + low % RBF_PANEL;
    Vector joint = load(walk->joint + low);
    for (int64_t end = walk->a + 1; end <= walk->b; end++, behind += RBF_PANEL) {
        const Vector sizes = (double)(end - low) - load(PLACES);
        joint += 1.0 + 2.0 * load(behind);
        for (int64_t list = 0; list < walk->problem->lists; list++)
            offer(walk, list, low, end, sizes - joint / sizes);
        if (end == walk->judge)
            store(walk->judged + low, joint);
    }
    store(walk->joint + low, joint);
}

/* Kernel sums among the units of the block; `behind` is then what each has to those from a on. */
static void open_block(RbfWalk *walk)
{
    const int64_t panels = (walk->b - walk->a + RBF_PANEL - 1) / RBF_PANEL;
    memset(walk->behind, 0, RBF_BLOCK * sizeof(double));
    for (int64_t p = panels - 1; p >= 0; p--) {
        const int64_t width = (panels - p) * RBF_PANEL, panel = walk->a / RBF_PANEL + p;
        kernel_values(&walk->panels, panel, &walk->panels, panel, panels - p, walk->values);
        for (int64_t i = 0; i < RBF_PANEL; i++)
            for (int64_t t = 0; t <= i; t++)
                walk->values[i * width + t] = 0.0;
        add_behind(walk, width, walk->behind + p * RBF_PANEL);
        turn(walk->values, width, walk->own + p * RBF_PANEL * (RBF_BLOCK + 1), RBF_BLOCK);
    }
    for (int64_t t = walk->a; t < walk->a + RBF_BLOCK; t++)
        walk->joint[t] = 0.0;
    for (int64_t list = 0; list < walk->problem->lists; list++)
        for (int64_t t = 0; t < (walk->b - walk->a) * RBF_PANEL; t++)
            walk->offers[list].total[t] = INFINITY;
    walk->effort += panels * panels * walk->panels.size * RBF_PANEL / 2;
}

/* All starts before the block, from the newest to the oldest. */
static void absorb_older(RbfWalk *walk)
{
    const int64_t panels = (walk->b - walk->a + RBF_PANEL - 1) / RBF_PANEL;
    const int64_t here = walk->a / RBF_PANEL;
    for (int64_t panel = here - 1; panel >= walk->oldest / RBF_PANEL; panel--) {
        kernel_values(&walk->panels, panel, &walk->panels, here, panels, walk->values);
        add_behind(walk, panels * RBF_PANEL, walk->behind);
        turn(walk->values, panels * RBF_PANEL, walk->turned, RBF_PANEL);
        for (int64_t low = panel * RBF_PANEL; low < (panel + 1) * RBF_PANEL; low += RBF_LANES)
            absorb_starts(walk, low);
        walk->effort += panels * walk->panels.size * RBF_PANEL;
    }
}

/* One end after the other: starts inside the block need the ends before them. */
static void settle_ends(RbfWalk *walk)
{
    double costs[RBF_BLOCK], *restrict joint = walk->joint + walk->a;
    for (int64_t end = walk->a + 1; end <= walk->b; end++) {
        const int64_t count = end - walk->a;
        const double *restrict behind = walk->own + (count - 1) * RBF_BLOCK;
#pragma omp simd
        for (int64_t i = 0; i < count; i++) {
            const double size = (double)(count - i);
            joint[i] += 1.0 + 2.0 * behind[i];
            costs[i] = size - joint[i] / size;
        }
        for (int64_t list = 0; list < walk->problem->lists; list++)
            settle_end(walk, list, end, walk->a, costs, best_offer(walk, list, end));
        if (end == walk->judge)
            memcpy(walk->judged + walk->a, joint, (size_t)count * sizeof(double));
    }
}

/* Ends that are settled together: an eighth of the starts that are offered to them. */
static int64_t block_size(const RbfWalk *walk)
{
    const int64_t wanted =
        walk->problem->block ? walk->problem->block : (walk->a - walk->oldest) / 8;
    const int64_t size = wanted / RBF_PANEL * RBF_PANEL;
    return size < RBF_PANEL ? RBF_PANEL : size > RBF_BLOCK ? RBF_BLOCK : size;
}

/* Begin with wide blocks: panels from the oldest start on.  Starts before it were not followed. */
static int enter_wide(RbfWalk *walk)
{
    Panels *panels = &walk->panels;
    walk->is_wide = 1;
    panels->oldest = panels->end = walk->oldest / RBF_PANEL;
    for (int64_t list = 0; list < walk->problem->lists; list++)
        for (int64_t s = panels->oldest * RBF_PANEL; s < walk->oldest; s++)
            value_of(walk, list)[s] = INFINITY;
    return has_wide(walk);
}

/* Settle a wide block of ends; 0 without memory. */
static int settle_wide(RbfWalk *walk)
{
    if (!walk->is_wide && !enter_wide(walk))
        return 0;
    if (!read_panels(&walk->panels, walk->oldest / RBF_PANEL,
                     (walk->b + RBF_PANEL - 1) / RBF_PANEL))
        return 0;
    open_block(walk);
    absorb_older(walk);
    settle_ends(walk);
    return 1;
}

/* One block of ends; 0 without memory. */
static int settle_block(RbfWalk *walk)
{
    const int is_few = is_near(walk);
    const int64_t b = walk->a + (is_few ? NEAR_ENDS : block_size(walk));
    walk->b = b < walk->n ? b : walk->n;
    walk->judge = walk->b;
    while (walk->judge > walk->a && !walk->problem->allowed[walk->judge])
        walk->judge--;
    if (!(is_few ? settle_near(walk) : settle_wide(walk)))
        return 0;
    forget_starts(walk);
    return 1;
}

static int search_rbf(const RbfProblem *problem)
{
    const int64_t numbers = problem->lists * (problem->rows.n + 1);
    RbfWalk walk;
    int status = SEARCH_DONE;
    memset(&walk, 0, sizeof walk);
    for (int64_t list = 0; list < problem->lists; list++)
        problem->previous[list * (problem->rows.n + 1)] = 0;
    for (int64_t i = 0; i < numbers; i++)
        problem->merged[i] = NAN;
    if (!prepare_walk(&walk, problem))
        status = SEARCH_NO_MEMORY;
    for (; walk.a < walk.n && status == SEARCH_DONE; walk.a = walk.b) {
        if (!settle_block(&walk))
            status = SEARCH_NO_MEMORY;
        else if (walk.panels.is_too_long)
            status = SEARCH_TOO_LONG;
        if (walk.effort > PATIENCE && status == SEARCH_DONE) {
            walk.effort = 0;
            if (problem->interrupted(problem->context))
                status = SEARCH_INTERRUPTED;
        }
    }
    release_walk(&walk);
    return status;
}

#endif
