/* Squared distances of all pairs of rows, for the median heuristic. */
#ifndef EMBED_KCPD_RBF_DISTANCES_H
#define EMBED_KCPD_RBF_DISTANCES_H

#include "rbf_sums.h"

/* Where the distances of a row to those after it begin. */
static int64_t pairs_before(int64_t row, int64_t n)
{
    return row * (n - 1) - row * (row - 1) / 2;
}

/* From products of two panels to distances; rows are scaled as for gamma = 1/2, that is not. */
static void note_distances(const RbfDistances *wanted, const Panels *panels, int64_t left,
                           int64_t right, const double *products)
{
    const int64_t n = wanted->rows.n, low = left * RBF_PANEL, high = right * RBF_PANEL;
    const int64_t end = high + RBF_PANEL < n ? high + RBF_PANEL : n;
    for (int64_t i = low; i < low + RBF_PANEL && i < n; i++) {
        const double *restrict half = panels->half, own = half[i];
        const double *restrict row = products + (i - low) * RBF_PANEL - high;
        double *restrict out = wanted->distances + pairs_before(i, n) - i - 1;
#pragma omp simd
        for (int64_t j = high > i ? high : i + 1; j < end; j++) {
            const double square = 2.0 * (own + half[j] - row[j]);
            out[j] = square > 0.0 ? square : 0.0;
        }
    }
}

/* The rows of a few panels with all rows before and among them. */
static void measure_group(const RbfDistances *wanted, const Panels *panels, int64_t from,
                          int64_t to)
{
    double products[RBF_PANEL * RBF_PANEL];
    for (int64_t left = 0; left < to; left++)
        for (int64_t right = left > from ? left : from; right < to; right++) {
            for (int64_t i = 0; i < RBF_PANEL; i += RBF_TILE)
                multiply(panel_at(panels, left) + i, panel_at(panels, right), wanted->rows.dim,
                         products + i * RBF_PANEL, RBF_PANEL);
            note_distances(wanted, panels, left, right, products);
        }
}

static int measure_distances(const RbfDistances *wanted)
{
    const int64_t count = (wanted->rows.n + RBF_PANEL - 1) / RBF_PANEL;
    Panels panels;
    int status = SEARCH_NO_MEMORY;
    memset(&panels, 0, sizeof panels);
    if (prepare_panels(&panels, &wanted->rows) && hold_panels(&panels, count) &&
        read_panels(&panels, 0, count))
        status = SEARCH_DONE;
    for (int64_t from = 0; from < count && status == SEARCH_DONE; from += PANELS_OF_BLOCK) {
        const int64_t to = from + PANELS_OF_BLOCK;
        measure_group(wanted, &panels, from, to < count ? to : count);
        if (wanted->interrupted(wanted->context))
            status = SEARCH_INTERRUPTED;
    }
    if (status == SEARCH_DONE)
        memcpy(wanted->halves, panels.half, (size_t)wanted->rows.n * sizeof(double));
    release_panels(&panels);
    return status;
}

#endif
