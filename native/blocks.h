/* Older blocks and groups against the current block: ignored, renewed, active or retired. */
#ifndef EMBED_KCPD_BLOCKS_H
#define EMBED_KCPD_BLOCKS_H

#include "bounds.h"

/* Leave out starts that are already known exactly; answers the least bound of the others. */
static double leave_out_exact(const Search *search, Active *bounds, double least)
{
    const int64_t from = bounds->block * search->size;
    int is_changed = 0;
    for (int64_t k = 0; k < search->n_exact; k++) {
        const int64_t i = search->exact[k].start - from;
        if (i >= 0 && i < search->size) {
            bounds->low[i] = INFINITY;
            is_changed = 1;
        }
    }
    if (!is_changed)
        return least;
    least = INFINITY;
    for (int64_t i = 0; i < search->size; i++)
        least = bounds->low[i] < least ? bounds->low[i] : least;
    return least;
}

/* Cost and movement of (e, t] for every end t of the current block: the block is active. */
static void follow(Search *search, Active *active, const View *view)
{
    const int64_t e = (active->block + 1) * search->size, ends = search->b - search->a;
    const double inverse = 1.0 / view->mass, mean = view->square * inverse * inverse;
    double *dots = active->cost;
    if (!(view->mass > 0.0)) {
        memcpy(active->cost, search->flat, (size_t)(ends + 1) * sizeof(double));
        memset(active->moved, 0, (size_t)(ends + 1) * sizeof(double));
        return;
    }
    subtract(sums_at(search, search->block), sums_at(search, active->block + 1), search->stride,
             search->third_scratch);
    dot_rows(search->third_scratch, search->within, 1, ends + 1, search->stride, dots);
    for (int64_t t = 1; t <= ends; t++) {
        const int64_t end = search->a + t;
        const double mass = search->mass[end] - search->mass[search->a];
        const double square = view->square + 2.0 * dots[t] + search->squares[t];
        const double late = mass > 0.0 ? search->squares[t] / (mass * mass) : 0.0;
        const double cross = mass > 0.0 ? dots[t] * inverse / mass : 0.0;
        const double gap = fmax(0.0, mean - 2.0 * cross + late) + 1e-14 * (mean + late);
        active->moved[t] = mass / (view->mass + mass) * sqrt(gap);
        active->cost[t] = cost_of(search->spread[end] - search->spread[e], square,
                                  search->mass[end] - search->mass[e]);
    }
    search->effort += ends * search->stride;
}

/* Whether exact distances would let the block be ignored, or spare evaluations in it. */
static int is_worth_anchoring(const Search *search, const View *view, double least, double loose,
                              double aside)
{
    const double total = least + view->cost;
    if (loose == INFINITY)
        return 1;
    if (!(loose > search->stale))
        return 0;
    return total < search->lead || is_ignorable(search, total + loose, view->mass, aside);
}

/* Renew the bound of a block at a, anchoring it again where that may help.
 * Answers 1 if it can be ignored, 0 if it has become active, -1 without memory. */
static int renew_block(Search *search, int64_t block)
{
    double *mean = search->first_scratch, aside, loose, least = INFINITY;
    Active *bounds = offer_active(search);
    View view;
    if (!bounds)
        return -1;
    bounds->block = block;
    view = look(search, block + 1, search->anchor[block], mean);
    for (int anchored = 0;; anchored = 1) {
        least = bound_starts(search, block, &view, bounds, &aside, &loose);
        least = leave_out_exact(search, bounds, least);
        search->bound[block] = fmax(search->bound[block], least + view.cost - search->chain);
        search->renewed[block] = search->block;
        if (is_ignorable(search, search->bound[block] + search->chain, view.mass, aside))
            return 1;
        if (anchored || !(view.mass > 0.0) ||
            !is_worth_anchoring(search, &view, least, loose, aside))
            break;
        anchor_block(search, block, mean);
        view.moved = 0.0;
    }
    bounds->least = least;
    bounds->steepest = 0.0;
    for (int64_t i = 0; i < search->size; i++)
        bounds->steepest = fmax(bounds->steepest, bounds->slope[i]);
    follow(search, bounds, &view);
    search->n_active++;
    return 0;
}

/* Retire a block for good once no end can prefer one of its starts; answers whether it is. */
static int retire_block(Search *search, int64_t block, double cut)
{
    if (search->bound[block] == INFINITY)
        return 1;
    if (!search->retired[block] && search->bound[block] + search->chain >= cut)
        search->retired[block] = search->next_free;
    if ((block + 1) * search->size <= search->problem->first[search->a + 1] ||
        (search->retired[block] && search->retired[block] <= search->a + 1))
        search->bound[block] = INFINITY;
    return search->bound[block] == INFINITY;
}

/* Anchor a whole group at a, so that one look will do for all its starts next time. */
static void anchor_group(Search *search, int64_t group, double least, int64_t from)
{
    const int64_t end = (group + 1) * GROUP, stride = search->stride;
    const double *restrict last = sums_at(search, end);
    double *restrict mean = search->first_scratch;
    const View view = look(search, end, 0, mean);
    double span = 0.0, wander = 0.0;
    search->group_anchor[group] = 0;
    if (!(view.mass > 0.0))
        return;
    for (int64_t block = from; block <= end; block++) {
        const double *restrict sums = sums_at(search, block);
        const double held = search->mass[end * search->size] -
                            search->mass[block * search->size] + search->problem->ridge;
        double square = 0.0;
#pragma omp simd reduction(+ : square)
        for (int64_t j = 0; j < stride; j++) {
            const double part = last[j] - sums[j] - held * mean[j];
            square += part * part;
        }
        span = fmax(span, square);
        if (block < end)
            wander = fmax(wander, search->wander[block]);
    }
    search->group_anchor[group] = search->block;
    search->group_low[group] = least - view.cost;
    search->group_span[group] = (sqrt(span) + wander) * (1.0 + ROUNDING);
    search->effort += (end - from) * stride;
}

/* One look for a whole group; answers whether all its starts can be ignored. */
static int look_at_group(Search *search, int64_t group)
{
    const int64_t end = (group + 1) * GROUP, begin = group * GROUP * search->size;
    double held, total, aside;
    View view;
    if (!search->group_anchor[group])
        return 0;
    view = look(search, end, search->group_anchor[group], search->first_scratch);
    held = search->mass[end * search->size] - search->mass[begin] + search->problem->ridge;
    total = search->group_low[group] + view.cost - 2.0 * search->group_span[group] * view.moved;
    total = fmax(total, search->group_bound[group] + search->chain);
    aside = view.aside + (search->group_span[group] + held * view.moved) / view.mass;
    search->group_bound[group] = total - search->chain;
    return is_ignorable(search, total, view.mass, aside);
}

static int holds_exact(const Search *search, int64_t group)
{
    for (int64_t k = 0; k < search->n_exact; k++)
        if (search->exact[k].start / search->size / GROUP == group)
            return 1;
    return 0;
}

/* Renew the block of least bound until it is fresh, then anchor the group there. */
static int settle_group(Search *search, int64_t group, int64_t from, int64_t to)
{
    for (;;) {
        int64_t least = from;
        for (int64_t block = from; block < to; block++)
            if (search->bound[block] < search->bound[least])
                least = block;
        search->group_bound[group] = search->bound[least];
        if (search->bound[least] == INFINITY)
            return 1;
        if (search->renewed[least] == search->block) {
            anchor_group(search, group, search->bound[least] + search->chain, from);
            return 1;
        }
        if (renew_block(search, least) < 0)
            return 0;
    }
}

/* Look at the blocks of a group one by one; answers 0 without memory. */
static int visit_group(Search *search, int64_t group, double cut)
{
    const int64_t full = (group + 1) * GROUP, to = full < search->block ? full : search->block;
    int64_t from = to;
    double least = INFINITY;
    int is_settled = full <= search->block && !holds_exact(search, group);
    for (int64_t block = group * GROUP; block < to; block++) {
        if (retire_block(search, block, cut))
            continue;
        from = block < from ? block : from;
        if (search->bound[block] + search->chain < search->most_needed &&
            block * search->size <= search->problem->last[search->b]) {
            const int state = renew_block(search, block);
            if (state < 0)
                return 0;
            if (state == 0) {
                is_settled = 0;
                continue;
            }
        }
        least = search->bound[block] < least ? search->bound[block] : least;
    }
    search->group_bound[group] = least;
    search->group_anchor[group] = 0;
    return is_settled && from < to ? settle_group(search, group, from, to) : 1;
}

/* Go through all live groups; answers 0 without memory. */
static int sweep(Search *search)
{
    const Problem *problem = search->problem;
    const int64_t expired = problem->first[search->a + 1], latest = problem->last[search->b];
    const double cut = search->value[search->a] + search->slack + search->margin;
    int64_t kept = 0;
    for (int64_t k = 0; k < search->n_live; k++) {
        const int64_t group = search->live[k], begin = group * GROUP * search->size;
        const double total = search->group_bound[group] + search->chain;
        const int64_t end = begin + GROUP * search->size;
        const int is_full = end <= search->a, n_active = (int)search->n_active;
        if (is_full && (end <= expired || (total >= cut && search->next_free <= search->a + 1)))
            continue;
        search->live[kept++] = group;
        if ((total < search->most_needed && begin <= latest && !look_at_group(search, group)) ||
            total >= cut) {
            if (!visit_group(search, group, cut))
                return 0;
            if (is_full && search->group_bound[group] == INFINITY &&
                search->n_active == n_active && !holds_exact(search, group))
                kept--; /* nothing is left in it, not even a start set apart as exact */
        }
    }
    search->n_live = kept;
    return 1;
}

#endif
