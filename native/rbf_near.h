/* A few ends at a time, for texts whose segments are short.
 *
 * Where few starts may still win, panels of eight rows hold more pairs than are needed.  Here four
 * ends meet the starts four by four, with rows as they lie: half of the pairs that a wide block
 * would compute in vain are never touched, nothing is copied where rows can be read in place
 * (rbf_rows.h), and starts are judged after every fourth end.  Values,
 * sums and the oldest start are those of the walk, so a search may change between both ways.
 * Short neighbours that no start met together are merged here too, while their rows lie ready.
 */
#ifndef EMBED_KCPD_RBF_NEAR_H
#define EMBED_KCPD_RBF_NEAR_H

#include "rbf_settle.h"

#define NEAR_ENTER 100 /* starts up to which a search comes back from wide blocks */
#define NEAR_LEAVE 200 /* starts beyond which it goes over to them */
#define FEW 32         /* units of a short segment */

/* values[t * NEAR_ROWS + i]: the sum of the kernel between unit a + t and the units from low + i
 * up to it.  Sums run from the newest unit to the oldest, for four ends side by side. */
static void sum_behind(RbfWalk *walk, int64_t low, int64_t width)
{
    const RbfNear *near = &walk->near;
    const RbfRows *rows = &walk->problem->rows;
    const int64_t next = walk->a + NEAR_AHEAD, bytes = near->length * (int64_t)sizeof(double);
    const char *soon = given_row(rows, next < walk->n ? next : walk->n);
    const char *asked = given_row(rows, next + NEAR_ENDS < walk->n ? next + NEAR_ENDS : walk->n);
    double behind[NEAR_ENDS] = {0.0}, *values = near->values;
    for (int64_t i = 0; i < width - NEAR_ENDS; i += NEAR_ENDS, soon += bytes)
        near_tile(near, low + i, soon < asked ? soon : NULL, values + i);
    for (int64_t t = 0; t < NEAR_ENDS; t++) {
        double *row = values + t * NEAR_ROWS;
        near_kernel(near, walk->a + t, low, width, row);
        for (int64_t i = width - NEAR_ENDS + t; i < width; i++)
            row[i] = 0.0;
    }
    for (int64_t i = width - 1; i >= 0; i--)
        for (int t = 0; t < NEAR_ENDS; t++)
            values[t * NEAR_ROWS + i] = behind[t] += values[t * NEAR_ROWS + i];
}

/* The costs of all segments from `low` or later up to `end`.  A multiple of eight is computed:
 * beyond the last unit numbers mean nothing, and its sum begins after it. */
static void near_costs(RbfWalk *walk, int64_t low, int64_t end, double *restrict costs)
{
    const double *restrict behind = walk->near.values + (end - 1 - walk->a) * NEAR_ROWS;
    const int count = (int)(end - low);
    double *restrict joint = walk->joint + low;
    for (int begin = 0; begin < count; begin += 8)
#pragma omp simd
        for (int i = begin; i < begin + 8; i++) {
            const double size = (double)(count - i);
            joint[i] += 1.0 + 2.0 * behind[i];
            costs[i] = size - joint[i] / size;
        }
    joint[count] = 0.0;
}

/* What the two segments before the last start cost together, if that was not met: now their
 * rows lie ready, and a start that has just won will hardly be given up. */
static void merge_near(RbfWalk *walk)
{
    const RbfProblem *problem = walk->problem;
    const int64_t *previous = problem->previous, end = previous[walk->b];
    const int64_t middle = end > 0 ? previous[end] : 0, start = middle > 0 ? previous[middle] : 0;
    const int64_t ready = walk->near.is_moved ? walk->near.held - NEAR_ROWS : 0;
    double across = 0.0;
    int64_t from;
    if (problem->lists > 1 || middle <= 0 || !isnan(problem->merged[end]) || start < ready ||
        start < walk->near.begin || middle - start > FEW || end - middle > FEW)
        return;
    from = unmet(walk->until, middle, end);
    if (from > middle)
        across = walk->met[middle];
    across += near_sum(&walk->near, start, middle, from, end);
    problem->merged[end] = together(middle - start, problem->costs[middle], end - middle,
                                    problem->costs[end], across);
}

/* Settle the next four ends; 0 without memory. */
static int settle_near(RbfWalk *walk)
{
    const int64_t low = walk->oldest / NEAR_ENDS * NEAR_ENDS, width = walk->a + NEAR_ENDS - low;
    const Best nothing = {INFINITY, 0.0, -1};
    double costs[NEAR_ROWS];
    if (walk->is_wide) /* wide blocks measure moved rows */
        begin_near(&walk->near, low);
    walk->is_wide = 0;
    if (!measure_near(&walk->near, low, walk->a + 1, walk->near.values + width - NEAR_ENDS))
        return 0;
    sum_behind(walk, low, width);
    walk->joint[walk->a] = 0.0;
    for (int64_t end = walk->a + 1; end <= walk->b; end++) {
        near_costs(walk, low, end, costs);
        for (int64_t list = 0; list < walk->problem->lists; list++)
            settle_end(walk, list, end, low, costs, nothing);
        if (end == walk->judge)
            memcpy(walk->judged + low, walk->joint + low, (size_t)(end - low) * sizeof(double));
    }
    merge_near(walk);
    walk->effort += width * NEAR_ENDS * walk->near.length;
    return 1;
}

/* Whether the next ends are settled here: where few starts are left, without haste to change. */
static int is_near(const RbfWalk *walk)
{
    const int64_t starts = walk->a - walk->oldest;
    if (walk->problem->block)
        return 0;
    return starts <= (walk->is_wide ? NEAR_ENTER : NEAR_LEAVE) || walk->a % RBF_PANEL;
}

#endif
