/* Many penalties over the same kept costs: each row of costs is read once for a few of them.
 *
 * value[t] is what everything up to edge t costs, with the price of a boundary at t; that of the
 * last edge is never read.  A start that loses at t by more than the slack can never win for an end
 * that t may serve (pruning, engine/bounds.c.inc): `floor` moves over such starts as soon as t is
 * ready.  In short texts no start is left out: the totals of all penalties lie side by side instead,
 * one vector for each start.
 */
#ifndef EMBED_KCPD_KEPT_WALK_H
#define EMBED_KCPD_KEPT_WALK_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "kept.h"
#include "memory.h"

#define TOGETHER 8            /* penalties for which a row of costs is read once */
#define SHORT 96              /* units up to which no start is left out */
#define ABREAST 16            /* penalties whose totals then lie side by side */
#define STRIDE 64             /* starts that are compared before the best is remembered */
#define KEPT_PATIENCE 1000000000 /* totals between two looks for signals */

/* One penalty on its way. */
typedef struct {
    double penalty;
    double *value;     /* n + 1 */
    int32_t *keep;     /* n + 1: the first start that is not beaten by a boundary at t */
    int32_t *previous; /* n + 1 */
    int64_t floor, next; /* starts before it are over; the first edge that has not been ready */
} List;

/* The least value[s] + row[s] for s in [from, to), and the first start that gives it. */
static double least_total(const double *restrict value, const double *restrict row, int64_t from,
                          int64_t to, int64_t *start)
{
    double best = INFINITY;
    int64_t at = from, high;
    for (int64_t low = from; low < to; low += STRIDE) {
        const int64_t stop = low + STRIDE < to ? low + STRIDE : to;
        double least = INFINITY;
#pragma omp simd reduction(min : least)
        for (int64_t s = low; s < stop; s++) {
            const double total = value[s] + row[s];
            least = total < least ? total : least;
        }
        if (least < best) {
            best = least;
            at = low;
        }
    }
    high = at + STRIDE < to ? at + STRIDE : to;
    for (*start = at; *start < high && value[*start] + row[*start] > best; ++*start)
        ;
    return best;
}

/* Settle one end for one penalty; answers how many starts were compared. */
static int64_t settle_end(const Kept *kept, List *list, int64_t end, const double *row)
{
    int64_t from, to, start;
    double total, limit;
    for (; list->next < end && kept->ready[list->next] <= end; list->next++)
        if (list->keep[list->next] > list->floor)
            list->floor = list->keep[list->next];
    from = kept->first[end] > list->floor ? kept->first[end] : list->floor;
    to = kept->last[end] < end ? kept->last[end] + 1 : end;
    list->value[end] = INFINITY;
    list->keep[end] = 0;
    list->previous[end] = -1;
    if (!kept->allowed[end] || from >= to)
        return 0;
    total = least_total(list->value, row, from, to, &start);
    if (!(total < INFINITY))
        return to - from;
    list->previous[end] = (int32_t)start;
    list->value[end] = total + kept->prices[end] + list->penalty;
    limit = list->value[end] + kept->slack;
    for (start = from; start < to && list->value[start] + row[start] >= limit; start++)
        ;
    list->keep[end] = (int32_t)start;
    return to - from;
}

static int walk_lists(const Kept *kept, List *lists, int64_t count, int64_t *effort)
{
    for (int64_t end = 1; end <= kept->n; end++) {
        const double *row = kept->costs + end * (end - 1) / 2;
        for (int64_t k = 0; k < count; k++)
            *effort += settle_end(kept, lists + k, end, row);
        if (*effort > KEPT_PATIENCE) {
            *effort = 0;
            if (kept->interrupted && kept->interrupted(kept->context))
                return SEARCH_INTERRUPTED;
        }
    }
    return SEARCH_DONE;
}

/* The best start of `end` for each penalty; values[s * ABREAST + k] is value[s] of the k-th. */
static void settle_abreast(const Kept *kept, int64_t end, const double *restrict values,
                           double *restrict best, double *restrict at)
{
    const double *restrict row = kept->costs + end * (end - 1) / 2;
    const int64_t to = kept->last[end] < end ? kept->last[end] + 1 : end;
    double least[ABREAST], start[ABREAST];
    for (int k = 0; k < ABREAST; k++) {
        least[k] = INFINITY;
        start[k] = -1.0;
    }
    for (int64_t s = kept->allowed[end] ? kept->first[end] : to; s < to; s++) {
        const double cost = row[s], place = (double)s;
#pragma omp simd
        for (int k = 0; k < ABREAST; k++) {
            const double total = values[s * ABREAST + k] + cost;
            start[k] = total < least[k] ? place : start[k];
            least[k] = total < least[k] ? total : least[k];
        }
    }
    memcpy(best, least, sizeof(least));
    memcpy(at, start, sizeof(start));
}

/* Every start of a short text, for `count` penalties. */
static void walk_short(const Kept *kept, int64_t count, const double *penalties, int32_t *previous)
{
    const int64_t edges = kept->n + 1;
    double values[(SHORT + 1) * ABREAST] = {0.0}, start[ABREAST];
    for (int64_t k = 0; k < count; k++)
        previous[k * edges] = 0;
    for (int64_t end = 1; end <= kept->n; end++) {
        double *value = values + end * ABREAST;
        settle_abreast(kept, end, values, value, start);
        for (int64_t k = 0; k < count; k++) {
            value[k] += kept->prices[end] + penalties[k];
            previous[k * edges + end] = (int32_t)start[k];
        }
    }
}

static int walk_short_lists(const Kept *kept)
{
    for (int64_t at = 0; at < kept->lists; at += ABREAST) {
        const int64_t left = kept->lists - at, count = left < ABREAST ? left : ABREAST;
        walk_short(kept, count, kept->penalties + at, kept->previous + at * (kept->n + 1));
    }
    return SEARCH_DONE;
}

static int walk_long_lists(const Kept *kept)
{
    const int64_t edges = kept->n + 1;
    double *values = reserve(TOGETHER * edges, sizeof(double));
    int32_t *keeps = reserve(TOGETHER * edges, sizeof(int32_t));
    int status = values && keeps ? SEARCH_DONE : SEARCH_NO_MEMORY;
    int64_t effort = 0;
    for (int64_t at = 0; status == SEARCH_DONE && at < kept->lists; at += TOGETHER) {
        const int64_t left = kept->lists - at, count = left < TOGETHER ? left : TOGETHER;
        List lists[TOGETHER];
        for (int64_t k = 0; k < count; k++) {
            List list = {kept->penalties[at + k], values + k * edges, keeps + k * edges,
                         kept->previous + (at + k) * edges, 0, 1};
            list.value[0] = 0.0;
            list.previous[0] = 0;
            lists[k] = list;
        }
        status = walk_lists(kept, lists, count, &effort);
    }
    release(values);
    release(keeps);
    return status;
}

static int walk_kept(const Kept *kept)
{
    return kept->n <= SHORT ? walk_short_lists(kept) : walk_long_lists(kept);
}

#endif
