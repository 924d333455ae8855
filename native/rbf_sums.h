/* Sums of the kernel between two stretches of units: what a segment costs, and two together. */
#ifndef EMBED_KCPD_RBF_SUMS_H
#define EMBED_KCPD_RBF_SUMS_H

#include "rbf_search.h"

/* Units of one panel with the units [from, to) of a block that come after them. */
static double panel_sum(const Panels *panels, const int64_t *corners, int64_t panel, int64_t from,
                        int64_t to, double *values)
{
    const int64_t others = from / RBF_PANEL, low = others * RBF_PANEL;
    const int64_t count = (to - low + RBF_PANEL - 1) / RBF_PANEL;
    double sum = 0.0;
    kernel_values(panels, panel, others, count, values);
    for (int64_t i = 0; i < RBF_PANEL; i++) {
        const int64_t unit = panel * RBF_PANEL + i, begin = from > unit ? from : unit + 1;
        const double *restrict row = values + i * count * RBF_PANEL;
        double part = 0.0;
        if (unit < corners[0] || unit >= corners[1])
            continue;
#pragma omp simd reduction(+ : part)
        for (int64_t t = begin - low; t < to - low; t++)
            part += row[t];
        sum += part;
    }
    return sum;
}

/* The sum over i in [corners[0], corners[1]) and j in [corners[2], corners[3]) with i < j. */
static double pair_sum(const Panels *panels, const int64_t *corners, double *values)
{
    double sum = 0.0;
    for (int64_t from = corners[2], to; from < corners[3]; from = to) {
        to = (from / RBF_PANEL * RBF_PANEL) + RBF_BLOCK;
        to = to < corners[3] ? to : corners[3];
        for (int64_t p = corners[0] / RBF_PANEL; p * RBF_PANEL < to && p * RBF_PANEL < corners[1];
             p++)
            sum += panel_sum(panels, corners, p, from, to, values);
    }
    return sum;
}

static int sum_rbf(const RbfSums *wanted)
{
    Panels panels = {0};
    double *values = reserve(RBF_PANEL * RBF_BLOCK, sizeof(double));
    int status = prepare_panels(&panels, &wanted->rows) && values ? SEARCH_DONE : SEARCH_NO_MEMORY;
    int64_t effort = 0;
    for (int64_t k = 0; k < wanted->count && status == SEARCH_DONE; k++) {
        const int64_t *corners = wanted->corners + 4 * k;
        const int64_t end = corners[3] > corners[1] ? corners[3] : corners[1];
        if (!read_panels(&panels, corners[0] / RBF_PANEL, (end + RBF_PANEL - 1) / RBF_PANEL)) {
            status = SEARCH_NO_MEMORY;
            break;
        }
        wanted->sums[k] = pair_sum(&panels, corners, values);
        effort += (corners[1] - corners[0]) * (corners[3] - corners[2]) * wanted->rows.dim;
        if (effort > PATIENCE) {
            effort = 0;
            if (wanted->interrupted(wanted->context))
                status = SEARCH_INTERRUPTED;
        }
    }
    release(values);
    release_panels(&panels);
    return status;
}

#endif
