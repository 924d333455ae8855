/* Sums of the kernel along the segments of one segmentation: what each costs, and two together.
 *
 * The panels of a segment begin with its first unit; two short ones need none.
 */
#ifndef EMBED_KCPD_RBF_SUMS_H
#define EMBED_KCPD_RBF_SUMS_H

#include "rbf_search.h"

#define PANELS_OF_BLOCK (RBF_BLOCK / RBF_PANEL)

/* The sum of the first `count` places of the first `rows` rows, from place `from` on; of each row i
 * of a segment with itself only those after place `i + after`. */
static double sum_of(const double *values, int64_t rows, int64_t width, int64_t count,
                     int64_t from, int64_t after)
{
    double sum = 0.0;
    for (int64_t i = 0; i < rows; i++) {
        const double *restrict row = values + i * width;
        const int64_t begin = after + i + 1 > from ? after + i + 1 : from;
        double part = 0.0;
#pragma omp simd reduction(+ : part)
        for (int64_t t = begin; t < count; t++)
            part += row[t];
        sum += part;
    }
    return sum;
}

/* All pairs of a unit of one segment with one of another but its first `over`, or the pairs inside
 * one segment. */
static double pair_sum(const Panels *left, const Panels *right, int64_t over, double *values)
{
    const int64_t rows = left->to - left->from, others = right->to - right->from;
    const int64_t apart = left == right ? 0 : -rows - RBF_BLOCK; /* that many places are skipped */
    double sum = 0.0;
    for (int64_t other = over / RBF_PANEL; other < right->end; other += PANELS_OF_BLOCK) {
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
                          over > low ? over - low : 0, apart + first - low);
        }
    }
    return sum;
}

/* Whether two neighbours are short enough to be compared without panels. */
static int are_short(const RbfNear *near, const int64_t *edges)
{
    if (near->is_moved || !is_plain(near->panels->rows)) /* both lie in the ring */
        return edges[2] - edges[0] <= NEAR_ROWS - 2 * NEAR_AHEAD;
    return edges[1] - edges[0] <= NEAR_ROWS && edges[2] - edges[1] <= NEAR_ROWS;
}

/* Whether the sum of a segment and the next is wanted. */
static int is_wanted(const RbfAlong *wanted, int64_t k)
{
    return k >= 0 && k < wanted->count - 1 && isnan(wanted->across[k]);
}

/* Now and then somebody may want to stop. */
static int is_stopped(const RbfAlong *wanted, int64_t *effort)
{
    if (*effort < PATIENCE)
        return 0;
    *effort = 0;
    return wanted->interrupted(wanted->context);
}

/* The sums of neighbours that are both short; answers a SEARCH_ code. */
static int sum_short(const RbfAlong *wanted, Panels *panels)
{
    RbfNear near;
    int64_t effort = 0;
    int status = SEARCH_DONE;
    memset(&near, 0, sizeof near);
    if (!prepare_near(&near, panels))
        status = SEARCH_NO_MEMORY;
    for (int64_t k = 0; k + 1 < wanted->count && status == SEARCH_DONE; k++) {
        const int64_t *edges = wanted->edges + k;
        const int64_t from = unmet(wanted->until, edges[1], edges[2]);
        if (!is_wanted(wanted, k) || !are_short(&near, edges))
            continue;
        if (!measure_near(&near, edges[0], edges[2], near.values))
            status = SEARCH_NO_MEMORY;
        else if (panels->is_too_long)
            status = SEARCH_TOO_LONG;
        else if (are_short(&near, edges)) /* they may lie in the ring now */
            wanted->across[k] = near_sum(&near, edges[0], edges[1], from, edges[2]);
        effort += (edges[1] - edges[0]) * (edges[2] - from) * near.length;
        if (status == SEARCH_DONE && is_stopped(wanted, &effort))
            status = SEARCH_INTERRUPTED;
    }
    release_near(&near);
    return status;
}

/* The sums of one segment, and of it and the one before; answers a SEARCH_ code. */
static int sum_segment(const RbfAlong *wanted, int64_t k, Panels *before, Panels *here,
                       double *values)
{
    const int64_t first = wanted->edges[k], end = wanted->edges[k + 1];
    if (!read_stretch(here, first, end))
        return SEARCH_NO_MEMORY;
    if (here->is_too_long)
        return SEARCH_TOO_LONG;
    if (wanted->inside)
        wanted->inside[k] = pair_sum(here, here, 0, values);
    if (is_wanted(wanted, k - 1))
        wanted->across[k - 1] =
            pair_sum(before, here, unmet(wanted->until, first, end) - first, values);
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
        status = sum_short(wanted, sides);
    for (int64_t k = 0; k < wanted->count && status == SEARCH_DONE; k++) {
        Panels *here = sides + k % 2, *before = sides + (k + 1) % 2;
        if (!wanted->inside && !is_wanted(wanted, k) && !is_wanted(wanted, k - 1))
            continue;
        status = sum_segment(wanted, k, before, here, values);
        effort += (here->end + (k > 0 ? before->end : 0)) * here->end * here->size * RBF_PANEL;
        if (status == SEARCH_DONE && is_stopped(wanted, &effort))
            status = SEARCH_INTERRUPTED;
    }
    release(values);
    release_panels(sides);
    release_panels(sides + 1);
    return status;
}

#endif
