/* A few ends at a time, for texts whose segments are short.
 *
 * Where few starts may still win, panels of eight rows hold more pairs than are needed.  Here four
 * ends meet the starts four by four, with rows as they lie: half of the pairs that a wide block
 * would compute in vain are never touched, and starts are judged after every fourth end.  Values,
 * sums and the oldest start are those of the walk, so a search may change between both ways.
 * Short neighbours that no start met together are merged here too, while their rows lie ready.
 */
#ifndef EMBED_KCPD_RBF_NEAR_H
#define EMBED_KCPD_RBF_NEAR_H

#include "products.h"
#include "rbf_settle.h"

#define NEAR_ENDS 4   /* ends of a step, and starts that are taken together */
#define NEAR_AHEAD 16 /* rows that are read together: memory is slow at the first of them */
#define NEAR_SOON 8   /* rows after which one that is asked for now is read */
#define NEAR_ENTER 48 /* starts up to which a search comes back from wide blocks */
#define NEAR_LEAVE 96 /* starts beyond which it goes over to them */
#define SUMS 32       /* sums of squares side by side */
#define FEW 32        /* units of a short segment */

/* The slot of a row: a ring of NEAR_ROWS of them.  The first rows of a round lie behind the last
 * ones of the round before too, so that any NEAR_ENDS rows lie side by side. */
static double *near_row(const RbfNear *near, int64_t row)
{
    return near->rows + row % NEAR_ROWS * near->stride;
}

/* One row, moved and scaled; answers half its squared length.  Sums stand side by side, so that
 * none waits for itself, and a row that comes soon is asked for meanwhile. */
#define DEFINE_NEAR_READ(name, type)                                                               \
    static double name(const Panels *panels, int64_t row, double *restrict out)                    \
    {                                                                                              \
        const int64_t dim = panels->rows->dim, whole = dim / SUMS * SUMS;                          \
        const type *restrict given = (const type *)panels->rows->values + row * dim;               \
        const double *restrict centre = panels->centre, scale = panels->scale;                     \
        double sums[SUMS] = {0.0}, square = 0.0;                                                   \
        for (int64_t j = 0; j < whole; j += SUMS) {                                                \
            for (int k = 0; k < SUMS; k += 8)                                                      \
                FETCH(given + NEAR_SOON * dim + j + k);                                            \
            for (int k = 0; k < SUMS; k++) {                                                       \
                const double moved = scale * ((double)given[j + k] - centre[j + k]);               \
                out[j + k] = moved;                                                                \
                sums[k] += moved * moved;                                                          \
            }                                                                                      \
        }                                                                                          \
        for (int64_t j = whole; j < dim; j++) {                                                    \
            out[j] = scale * ((double)given[j] - centre[j]);                                       \
            square += out[j] * out[j];                                                             \
        }                                                                                          \
        for (int k = 0; k < SUMS; k++)                                                             \
            square += sums[k];                                                                     \
        return 0.5 * square;                                                                       \
    }

DEFINE_NEAR_READ(read_near_float, float)
DEFINE_NEAR_READ(read_near_double, double)

/* Rows up to `end`; those before `from` are not needed any more. */
static void read_near(RbfWalk *walk, int64_t from, int64_t end)
{
    RbfNear *near = &walk->near;
    Panels *panels = &walk->panels;
    if (near->end < from)
        near->begin = near->end = from;
    for (; near->end < end && near->end < walk->n; near->end++) {
        double *into = near_row(near, near->end);
        const double half = panels->rows->is_double ? read_near_double(panels, near->end, into)
                                                    : read_near_float(panels, near->end, into);
        panels->half[near->end] = half;
        panels->is_too_long |= !(half < LONGEST);
        if (near->end >= NEAR_ROWS && near->end % NEAR_ROWS < NEAR_ENDS - 1)
            memcpy(into + NEAR_ROWS * near->stride, into, (size_t)near->stride * sizeof(double));
    }
}

/* Kernel values from products, for one unit and a multiple of eight others. */
static void near_kernel(double *restrict row, const double *restrict halves, double half,
                        int64_t width)
{
    for (int64_t low = 0; low < width; low += 8)
#pragma omp simd
        for (int64_t i = low; i < low + 8; i++) {
            const double power = row[i] - half - halves[i];
            row[i] = exponential(power < 0.0 ? power : 0.0);
        }
}

/* values[t * NEAR_ROWS + i]: the sum of the kernel between unit a + t and the units from low + i
 * up to it.  Sums run from the newest unit to the oldest, for four ends side by side. */
static void sum_behind(RbfWalk *walk, int64_t low, int64_t width)
{
    const RbfNear *near = &walk->near;
    const double *half = walk->panels.half, *ends = near_row(near, walk->a);
    double behind[NEAR_ENDS] = {0.0}, *values = walk->values;
    for (int64_t i = 0; i < width - NEAR_ENDS; i += NEAR_ENDS)
        tile(ends, near_row(near, low + i), near->stride, NEAR_ROWS, values + i);
    half_tile(ends, near->stride, NEAR_ROWS, values + width - NEAR_ENDS);
    for (int64_t t = 0; t < NEAR_ENDS; t++) {
        double *row = values + t * NEAR_ROWS;
        near_kernel(row, half + low, half[walk->a + t], width);
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
    const double *restrict behind = walk->values + (end - 1 - walk->a) * NEAR_ROWS;
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

/* The kernel between the units of two neighbours that lie ready. */
static double near_sum(RbfWalk *walk, int64_t start, int64_t middle, int64_t end)
{
    const RbfNear *near = &walk->near;
    const double *half = walk->panels.half;
    double sum = 0.0;
    for (int64_t low = start; low < middle; low += NEAR_ENDS) {
        for (int64_t i = middle; i < end; i += NEAR_ENDS)
            tile(near_row(near, low), near_row(near, i), near->stride, NEAR_ROWS,
                 walk->values + i - middle);
        for (int64_t t = low; t < low + NEAR_ENDS && t < middle; t++) {
            double *row = walk->values + (t - low) * NEAR_ROWS;
            near_kernel(row, half + middle, half[t], end - middle);
            for (int64_t i = 0; i < end - middle; i++)
                sum += row[i];
        }
    }
    return sum;
}

/* What the two segments before the last start cost together, if that was not met: now their
 * rows lie ready, and a start that has just won will hardly be given up. */
static void merge_near(RbfWalk *walk)
{
    const RbfProblem *problem = walk->problem;
    const int64_t *previous = problem->previous, end = previous[walk->b];
    const int64_t middle = end > 0 ? previous[end] : 0, start = middle > 0 ? previous[middle] : 0;
    const int64_t ready = walk->near.end - NEAR_ROWS;
    if (problem->lists > 1 || middle <= 0 || !isnan(problem->merged[end]) || start < ready ||
        start < walk->near.begin || middle - start > FEW || end - middle > FEW)
        return;
    problem->merged[end] =
        together(middle - start, problem->costs[middle], end - middle, problem->costs[end],
                 near_sum(walk, start, middle, end));
}

/* Settle the next four ends. */
static void settle_near(RbfWalk *walk)
{
    const int64_t low = walk->oldest / NEAR_ENDS * NEAR_ENDS, width = walk->a + NEAR_ENDS - low;
    const Best nothing = {INFINITY, 0.0, -1};
    double costs[NEAR_ROWS];
    walk->is_wide = 0;
    if (walk->near.end < walk->a + NEAR_ENDS)
        read_near(walk, low, walk->a / NEAR_AHEAD * NEAR_AHEAD + NEAR_AHEAD);
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
    walk->effort += width * NEAR_ENDS * walk->near.stride;
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
