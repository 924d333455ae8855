/* The recursion inside one block, and what the block leaves behind. */
#ifndef EMBED_KCPD_STEPS_H
#define EMBED_KCPD_STEPS_H

#include "blocks.h"

/* Make V(start, t) exact for the ends from a + from on; NULL without memory. */
static Exact *evaluate(Search *search, int64_t start, const double *sum, int64_t from)
{
    const int64_t ends = search->b - search->a;
    const double square = dot(sum, sum, search->stride);
    Exact *exact = add_exact(search);
    if (!exact)
        return NULL;
    exact->start = start;
    dot_rows(sum, search->within, from, ends + 1, search->stride, exact->totals);
    if (search->n_exact == 1)
        memcpy(search->leader_dots, exact->totals, (size_t)(ends + 1) * sizeof(double));
    for (int64_t t = from; t <= ends; t++) {
        const int64_t end = search->a + t;
        const double sums = square + 2.0 * exact->totals[t] + search->squares[t];
        const double mass = search->mass[end] - search->mass[start] + search->problem->ridge;
        exact->totals[t] =
            search->value[start] + cost_of(search->spread[end] - search->spread[start], sums, mass);
    }
    search->effort += ends * search->stride;
    return exact;
}

/* Lower `need` to what this exact start reaches, where it is admissible. */
static void reach_with(Search *search, const Exact *exact)
{
    const Problem *problem = search->problem;
    for (int64_t t = 1; t <= search->b - search->a; t++) {
        const int64_t end = search->a + t;
        const double needed = exact->totals[t] - search->flat[t] + search->margin;
        if (exact->start >= problem->first[end] && exact->start <= problem->last[end] &&
            needed < search->need[t])
            search->need[t] = needed;
    }
}

/* The best start at a leads: its V, and how far the block's rows are from its mean. */
static int take_leader(Search *search)
{
    const int64_t leader = search->problem->previous[search->a], stride = search->stride;
    double *sum = search->third_scratch, mass, square, *restrict mean = search->leader_mean;
    const Exact *exact;
    search->has_leader = 0;
    search->lead = INFINITY;
    if (search->a == 0 || leader < 0)
        return 1;
    if (leader == search->leader) {
        subtract(sums_at(search, search->block), search->leader_sum, stride, sum);
    } else {
        sum_from(search, leader, sum);
        subtract(sums_at(search, search->block), sum, stride, search->leader_sum);
        search->leader = leader;
    }
    exact = evaluate(search, leader, sum, 1);
    if (!exact)
        return 0;
    reach_with(search, exact);
    search->lead = search->value[search->a] - search->problem->prices[search->a] + search->rate;
    mass = search->mass[search->a] - search->mass[leader] + search->problem->ridge;
    if (!(mass > 0.0))
        return 1;
    search->has_leader = 1;
    for (int64_t j = 0; j < stride; j++)
        mean[j] = sum[j] / mass;
    square = dot(mean, mean, stride);
    for (int64_t t = 1; t <= search->b - search->a; t++) {
        const double inverse = search->inverse[t] < INFINITY ? search->inverse[t] : 0.0;
        const double late = search->squares[t] * inverse * inverse;
        const double cross = search->leader_dots[t] * inverse / mass;
        const double gap = square - 2.0 * cross + late - 1e-14 * (square + late);
        search->leader_gap[t] = gap > 0.0 ? sqrt(gap) * (1.0 - ROUNDING) : 0.0;
    }
    return 1;
}

/* A start that serves every end up to b where the leader does not, best guess first. */
static int64_t substitute(const Search *search)
{
    const Problem *problem = search->problem;
    const int64_t low = problem->first[search->b];
    int64_t high = problem->last[search->a + 1], best = -1;
    const double rate = search->spread[search->a] / fmax(search->mass[search->a], 1e-300);
    double least = INFINITY;
    high = high < search->a ? high : search->a - 1;
    for (int64_t i = search->a; i > 0 && i > search->a - search->size; i--)
        if (problem->previous[i] >= low && problem->previous[i] <= high)
            return problem->previous[i];
    for (int64_t s = low; s <= high; s++) {
        const double guess = search->value[s] - rate * search->mass[s];
        if (guess < least) {
            least = guess;
            best = s;
        }
    }
    return best;
}

/* What V(s, a) must reach, for each end, so that s need not be looked at. */
static int set_needs(Search *search)
{
    const Problem *problem = search->problem;
    const int64_t a = search->a, ends = search->b - a;
    int is_open = 0;
    for (int64_t t = 1; t <= ends; t++) {
        const double mass = search->mass[a + t] - search->mass[a] + problem->ridge;
        const double spread = search->spread[a + t] - search->spread[a];
        search->need[t] = INFINITY;
        if (a >= problem->first[a + t] && a <= problem->last[a + t])
            search->need[t] = search->value[a] + cost_of(spread, search->squares[t], mass) -
                              search->flat[t] + search->margin;
    }
    if (!take_leader(search))
        return 0;
    for (int64_t t = 1; t <= ends; t++) {
        if (!problem->allowed[a + t])
            search->need[t] = -INFINITY;
        is_open |= search->need[t] == INFINITY;
    }
    if (is_open && a > 0) {
        const int64_t start = substitute(search);
        if (start >= 0 && !(search->n_exact && search->exact[0].start == start)) {
            const Exact *exact;
            sum_from(search, start, search->third_scratch);
            exact = evaluate(search, start, search->third_scratch, 1);
            if (!exact)
                return 0;
            reach_with(search, exact);
        }
    }
    search->most_needed = -INFINITY;
    for (int64_t t = 1; t <= ends; t++)
        search->most_needed = fmax(search->most_needed, search->need[t]);
    return 1;
}

typedef struct {
    int64_t end, first, last, start; /* start: the best so far */
    double total;
} Choice;

static void choose(Choice *choice, int64_t start, double total)
{
    if (total < choice->total || (total == choice->total && start < choice->start)) {
        choice->total = total;
        choice->start = start;
    }
}

/* The least bound of an active block's admissible starts at t. */
static double least_start(const Active *active, int64_t from, int64_t to, double moved)
{
    const double *restrict low = active->low, *restrict slope = active->slope;
    double least = INFINITY;
#pragma omp simd reduction(min : least)
    for (int64_t i = from; i < to; i++) {
        const double bound = low[i] - slope[i] * moved;
        least = bound < least ? bound : least;
    }
    return least;
}

/* Evaluate starts of an active block while one of them could still be the best. */
static int try_active(Search *search, int64_t k, Choice *choice)
{
    const int64_t t = choice->end - search->a, begin = search->active[k].block * search->size;
    const int64_t from = choice->first > begin ? choice->first - begin : 0;
    const int64_t held = choice->last - begin + 1, to = held < search->size ? held : search->size;
    Active *active = search->active + k;
    const double moved = active->moved[t], cost = active->cost[t];
    if (active->least + cost - active->steepest * moved >= choice->total + search->margin)
        return 1;
    for (;;) {
        const double least = least_start(active, from, to, moved);
        int64_t i = from;
        const Exact *exact;
        if (!(least + cost < choice->total + search->margin))
            return 1;
        while (active->low[i] - active->slope[i] * moved > least)
            i++;
        sum_from(search, begin + i, search->third_scratch);
        exact = evaluate(search, begin + i, search->third_scratch, t);
        if (!exact)
            return 0;
        active->low[i] = INFINITY;
        choose(choice, begin + i, exact->totals[t]);
    }
}

/* Starts inside the block; V never falls as the end moves on, so old values are bounds. */
static void try_inside(Search *search, Choice *choice)
{
    const int64_t a = search->a, end = choice->end, stride = search->stride;
    const int64_t from = choice->first > a ? choice->first : a;
    const int64_t to = choice->last < end ? choice->last + 1 : end;
    const double *sums = search->within + (end - a) * stride;
    for (int64_t s = from; s < to; s++) {
        double square, mass;
        if (!(search->latest[s - a] < choice->total))
            continue;
        square = s == a ? search->squares[end - a]
                        : squared_distance(sums, search->within + (s - a) * stride, stride);
        mass = search->mass[end] - search->mass[s] + search->problem->ridge;
        search->latest[s - a] =
            search->value[s] + cost_of(search->spread[end] - search->spread[s], square, mass);
        choose(choice, s, search->latest[s - a]);
        search->effort += stride;
    }
}

/* The recursion over the ends of the block; answers 0 without memory. */
static int walk(Search *search)
{
    const Problem *problem = search->problem;
    for (int64_t end = search->a + 1; end <= search->b; end++) {
        Choice choice = {end, problem->first[end], problem->last[end], -1, INFINITY};
        search->latest[end - 1 - search->a] = search->value[end - 1];
        problem->previous[end] = -1;
        search->value[end] = INFINITY;
        if (!problem->allowed[end])
            continue;
        for (int64_t k = 0; k < search->n_exact; k++) {
            const Exact *exact = search->exact + k;
            if (exact->start >= choice.first && exact->start <= choice.last)
                choose(&choice, exact->start, exact->totals[end - search->a]);
        }
        for (int64_t k = 0; k < search->n_active; k++)
            if (!try_active(search, k, &choice))
                return 0;
        try_inside(search, &choice);
        if (choice.total < INFINITY) {
            problem->previous[end] = choice.start;
            search->value[end] = choice.total + (end < search->n ? problem->prices[end] : 0.0);
        }
    }
    return 1;
}

/* Lower a block's bound, and its group's. */
static void lower_bound(Search *search, int64_t block, double total)
{
    const double bound = total - search->chain;
    search->bound[block] = fmin(search->bound[block], bound);
    search->group_bound[block / GROUP] = fmin(search->group_bound[block / GROUP], bound);
}

/* V(s, b) of the block's own starts, and how far their sums wander off the straight line. */
static void found_block(Search *search)
{
    const int64_t a = search->a, ends = search->b - a, group = search->block / GROUP;
    const double total = search->squares[ends], *last = search->within + ends * search->stride;
    const double inverse = search->inverse[ends] < INFINITY ? search->inverse[ends] : 0.0;
    double wander = 0.0;
    if (!search->n_live || search->live[search->n_live - 1] != group) {
        search->live[search->n_live++] = group;
        search->group_bound[group] = INFINITY;
    }
    search->bound[search->block] = INFINITY;
    dot_rows(last, search->within, 0, ends, search->stride, search->latest);
    for (int64_t i = 0; i < ends; i++) {
        const double square = search->squares[i], both = search->latest[i];
        const double held = search->mass[search->b] - search->mass[a + i];
        const double line = 1.0 - held * inverse;
        const double sums = fmax(0.0, total + square - 2.0 * both);
        const double spread = search->spread[search->b] - search->spread[a + i];
        search->own[a + i] =
            search->value[a + i] + cost_of(spread, sums, held + search->problem->ridge);
        lower_bound(search, search->block, search->own[a + i]);
        wander = fmax(wander, square - 2.0 * line * both + line * line * total +
                                  1e-14 * (square + total));
    }
    search->wander[search->block] = sqrt(wander);
    search->effort += ends * search->stride;
}

/* Room for the prefix sums at b; those before the oldest live group are given up. */
static int keep_sums(Search *search)
{
    const int64_t stride = search->stride, block = search->block;
    const int64_t oldest = search->n_live ? search->live[0] * GROUP : block;
    if (block + 2 - search->oldest > search->sums_room) {
        const int64_t used = block + 1 - oldest;
        if (2 * used < search->sums_room) {
            memmove(search->sums, sums_at(search, oldest),
                    (size_t)(used * stride) * sizeof(double));
            search->oldest = oldest;
        } else {
            double *longer = extend(search->sums, search->sums_room * stride,
                                    2 * search->sums_room * stride, sizeof(double));
            if (!longer)
                return 0;
            search->sums = longer;
            search->sums_room *= 2;
        }
    }
    return 1;
}

/* What the block leaves to the next: chain, bounds and prefix sums; 0 without memory. */
static int finish_block(Search *search)
{
    const int64_t ends = search->b - search->a;
    const double *here, *last = search->within + ends * search->stride;
    double *next;
    search->chain += search->flat[ends];
    for (int64_t k = 0; k < search->n_active; k++) {
        Active *active = search->active + k;
        const double least = least_start(active, 0, search->size, active->moved[ends]);
        search->bound[active->block] = INFINITY;
        lower_bound(search, active->block, least + active->cost[ends]);
    }
    for (int64_t k = 0; k < search->n_exact; k++)
        lower_bound(search, search->exact[k].start / search->size, search->exact[k].totals[ends]);
    if (!keep_sums(search))
        return 0;
    here = sums_at(search, search->block);
    next = sums_at(search, search->block + 1);
    for (int64_t j = 0; j < search->stride; j++)
        next[j] = here[j] + last[j];
    found_block(search);
    return 1;
}

#endif
