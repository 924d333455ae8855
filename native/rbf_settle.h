/* The best start of each end, and which starts are over: what every way of the search shares.
 *
 * Splitting a segment never costs more: a start that loses at an edge t by more than a boundary's
 * price never wins for an end that t may serve.  The oldest starts go as soon as t is ready.
 */
#ifndef EMBED_KCPD_RBF_SETTLE_H
#define EMBED_KCPD_RBF_SETTLE_H

#include "rbf_state.h"

/* What an end was offered best: the total, the start and the cost from there. */
typedef struct {
    double total, cost;
    int64_t start;
} Best;

/* The best of the starts before the block, for one list. */
static Best best_offer(const RbfWalk *walk, int64_t list, int64_t end)
{
    const Offers *offers = walk->offers + list;
    const int64_t at = (end - walk->a - 1) * RBF_PANEL;
    Best best = {INFINITY, 0.0, -1};
    for (int64_t i = at; i < at + RBF_PANEL; i++)
        if (offers->total[i] < best.total) {
            best.total = offers->total[i];
            best.cost = offers->cost[i];
            best.start = (int64_t)offers->start[i];
        }
    return best;
}

/* The best of the starts from `low` to `high`, if it is better than what is known. */
static void improve(Best *best, const double *restrict value, const double *restrict costs,
                    int64_t low, int64_t high)
{
    double least = INFINITY;
#pragma omp simd reduction(min : least)
    for (int64_t s = low; s <= high; s++) {
        const double total = value[s] + costs[s - low];
        least = total < least ? total : least;
    }
    if (!(least < best->total))
        return;
    best->total = least;
    best->start = low;
    while (best->start < high && value[best->start] + costs[best->start - low] > least)
        best->start++;
    best->cost = costs[best->start - low];
}

/* Settle one end for one list, given the costs from the starts from `from` on and the best of
 * those before. */
static void settle_end(RbfWalk *walk, int64_t list, int64_t end, int64_t from, const double *costs,
                       Best best)
{
    const RbfProblem *problem = walk->problem;
    const int64_t row = list * (walk->n + 1);
    const int64_t low = problem->first[end] > from ? problem->first[end] : from;
    const int64_t high = problem->last[end] < end ? problem->last[end] : end - 1;
    double *value = value_of(walk, list);
    int64_t *previous = problem->previous + row;
    previous[end] = -1;
    value[end] = INFINITY;
    if (!problem->allowed[end])
        return;
    improve(&best, value, costs + (low - from), low, high);
    if (best.start < 0)
        return;
    previous[end] = best.start;
    problem->costs[row + end] = best.cost;
    if (best.start > 0 && previous[best.start] >= from)
        problem->merged[row + end] = costs[previous[best.start] - from];
    value[end] = best.total + (end < walk->n ? problem->prices[list * walk->n + end] : 0.0);
}

/* Whether a boundary at `judge` is as good a start as s, for every list and later end. */
static int is_beaten(const RbfWalk *walk, int64_t start)
{
    const double size = (double)(walk->judge - start), cost = size - walk->judged[start] / size;
    for (int64_t list = 0; list < walk->problem->lists; list++) {
        const double *value = value_of(walk, list);
        if (!(value[start] + cost >= value[walk->judge] + walk->margin) ||
            !(value[walk->judge] < INFINITY))
            return 0;
    }
    return 1;
}

/* The starts from `before` to the oldest were given up: what the segments that begin there, and end
 * at a start that is left, have in common with the units behind them.  Their gains need it. */
static void note_met(RbfWalk *walk, int64_t before)
{
    const RbfProblem *problem = walk->problem;
    for (int64_t edge = walk->oldest; edge < walk->b; edge++) {
        const int64_t start = problem->previous[edge];
        const double size = (double)(edge - start);
        if (start < before || start >= walk->oldest)
            continue;
        walk->met[edge] = 0.5 * (walk->joint[start] - walk->joint[edge] -
                                 size * (size - problem->costs[edge]));
        walk->until[edge] = walk->b;
    }
}

/* Which starts `judge` beats, and which are over before the next block. */
static void forget_starts(RbfWalk *walk)
{
    const RbfProblem *problem = walk->problem;
    const int64_t before = walk->oldest;
    if (walk->judge > walk->a && walk->judge < walk->n) {
        int64_t start = walk->oldest;
        while (start < walk->judge && is_beaten(walk, start))
            start++;
        walk->keep[walk->judge] = start;
    }
    if (walk->b == walk->n)
        return;
    for (; walk->next <= walk->b && walk->ready[walk->next] <= walk->b + 1; walk->next++)
        if (walk->keep[walk->next] > walk->oldest)
            walk->oldest = walk->keep[walk->next];
    if (problem->first[walk->b + 1] > walk->oldest)
        walk->oldest = problem->first[walk->b + 1];
    if (walk->met && walk->oldest > before)
        note_met(walk, before);
}

#endif
