/* Sums of the kernel along the segments of one segmentation: what each costs, and two together.
 *
 * The panels of a segment begin with its first unit; two short ones need none.
 */
#ifndef EMBED_KCPD_RBF_SUMS_H
#define EMBED_KCPD_RBF_SUMS_H

#include "rbf_search.h"

#define PANELS_OF_BLOCK (RBF_BLOCK / RBF_PANEL)

/* The sum of the first `count` places of the first `rows` rows; of each row i of a segment with
 * itself only those after place `i + after`. */
static double sum_of(const double *values, int64_t rows, int64_t width, int64_t count,
                     int64_t after)
{
    double sum = 0.0;
    for (int64_t i = 0; i < rows; i++) {
        const double *restrict row = values + i * width;
        const int64_t begin = after + i + 1 > 0 ? after + i + 1 : 0;
        double part = 0.0;
#pragma omp simd reduction(+ : part)
        for (int64_t t = begin; t < count; t++)
            part += row[t];
        sum += part;
    }
    return sum;
}

/* All pairs of a unit of one segment with one of another, or the pairs inside one segment. */
static double pair_sum(const Panels *left, const Panels *right, double *values)
{
    const int64_t rows = left->to - left->from, others = right->to - right->from;
    const int64_t apart = left == right ? 0 : -rows - RBF_BLOCK; /* that many places are skipped */
    double sum = 0.0;
    for (int64_t other = 0; other < right->end; other += PANELS_OF_BLOCK) {
        const int64_t low = other * RBF_PANEL, left_over = right->end - other;
        const int64_t panels = left_over < PANELS_OF_BLOCK ? left_over : PANELS_OF_BLOCK;
        const int64_t width = panels * RBF_PANEL,
                      count = others - low < width ? others - low : width;
        for (int64_t p = 0; p < left->end; p++) {
            const int64_t first = p * RBF_PANEL, held = rows - first;
            if (left == right && first >= low + count)
                break;
            kernel_values(left, p, right, other, panels, values);
            sum += sum_of(values, held < RBF_PANEL ? held : RBF_PANEL, width, count,
                          apart + first - low);
        }
    }
    return sum;
}

/* The rows from `from` to `to` side by side, with half their squared lengths. */
static void read_few(Panels *panels, int64_t from, int64_t to, int64_t stride, double *rows,
                     double *halves)
{
    for (int64_t i = from; i < to; i++) {
        double *into = rows + (i - from) * stride, *half = halves + i - from;
        *half = panels->rows->is_double ? read_near_double(panels, i, into)
                                        : read_near_float(panels, i, into);
        panels->is_too_long |= !(*half < LONGEST);
    }
}

/* All pairs of a unit of one short segment with one of the next: four by four rows as they lie.
 * `room` holds FEW rows for each. */
static double few_sum(Panels *panels, const int64_t *edges, int64_t stride, double *room)
{
    const int64_t rows = edges[1] - edges[0], others = edges[2] - edges[1];
    double left[FEW] = {0.0}, right[FEW] = {0.0}, values[4 * FEW] = {0.0}, sum = 0.0;
    double *next = room + FEW * stride;
    read_few(panels, edges[0], edges[1], stride, room, left);
    read_few(panels, edges[1], edges[2], stride, next, right);
    for (int64_t low = 0; low < rows; low += 4) {
        for (int64_t i = 0; i < others; i += 4)
            tile(room + low * stride, next + i * stride, stride, FEW, values + i);
        for (int64_t t = low; t < low + 4 && t < rows; t++) {
            double *row = values + (t - low) * FEW;
            near_kernel(row, right, left[t], others);
            for (int64_t i = 0; i < others; i++)
                sum += row[i];
        }
    }
    return sum;
}

/* The sums of neighbours that are both short; answers a SEARCH_ code. */
static int sum_few(const RbfAlong *wanted, Panels *panels)
{
    const int64_t stride = (wanted->rows.dim + 7) / 8 * 8, *edges = wanted->edges;
    double *room = reserve(2 * FEW * stride, sizeof(double));
    if (!room)
        return SEARCH_NO_MEMORY;
    for (int64_t k = 0; k + 1 < wanted->count; k++)
        if (isnan(wanted->across[k]) && edges[k + 1] - edges[k] <= FEW &&
            edges[k + 2] - edges[k + 1] <= FEW)
            wanted->across[k] = few_sum(panels, edges + k, stride, room);
    release(room);
    return panels->is_too_long ? SEARCH_TOO_LONG : SEARCH_DONE;
}

/* Whether the sum of a segment and the next is wanted. */
static int is_wanted(const RbfAlong *wanted, int64_t k)
{
    return k >= 0 && k < wanted->count - 1 && isnan(wanted->across[k]);
}

/* The sums of one segment, and of it and the one before; answers a SEARCH_ code. */
static int sum_segment(const RbfAlong *wanted, int64_t k, Panels *before, Panels *here,
                       double *values)
{
    if (!read_stretch(here, wanted->edges[k], wanted->edges[k + 1]))
        return SEARCH_NO_MEMORY;
    if (here->is_too_long)
        return SEARCH_TOO_LONG;
    if (wanted->inside)
        wanted->inside[k] = pair_sum(here, here, values);
    if (is_wanted(wanted, k - 1))
        wanted->across[k - 1] = pair_sum(before, here, values);
    return SEARCH_DONE;
}

static int sum_rbf(const RbfAlong *wanted)
{
    Panels sides[2];
    double *values = reserve(RBF_PANEL * RBF_BLOCK, sizeof(double));
    int64_t effort = 0;
    int status = SEARCH_NO_MEMORY;
    memset(sides, 0, sizeof sides);
    if (prepare_panels(sides, &wanted->rows) && prepare_panels(sides + 1, &wanted->rows) && values)
        status = sum_few(wanted, sides);
    for (int64_t k = 0; k < wanted->count && status == SEARCH_DONE; k++) {
        Panels *here = sides + k % 2, *before = sides + (k + 1) % 2;
        if (!wanted->inside && !is_wanted(wanted, k) && !is_wanted(wanted, k - 1))
            continue;
        status = sum_segment(wanted, k, before, here, values);
        effort += (here->end + (k > 0 ? before->end : 0)) * here->end * here->size * RBF_PANEL;
        if (effort > PATIENCE && status == SEARCH_DONE) {
            effort = 0;
            if (wanted->interrupted(wanted->context))
                status = SEARCH_INTERRUPTED;
        }
    }
    release(values);
    release_panels(sides);
    release_panels(sides + 1);
    return status;
}

#endif
