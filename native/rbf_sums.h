/* Sums of the kernel along the segments of one segmentation: what each costs, and two together.
 *
 * The panels of a segment begin with its first unit, so that a short one fills few of them.
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
        const int64_t width = panels * RBF_PANEL, count = others - low < width ? others - low : width;
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
        status = SEARCH_DONE;
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
