/* Squared distances of all pairs of rows in float32, for the median heuristic.
 *
 * They only tell which few pairs lie near the median; these are measured again in float64
 * (problem/median_distance.py).  NARROW rows lie side by side, coordinate by coordinate, as in
 * rbf_panels.h but with half the bytes.
 */
#ifndef EMBED_KCPD_RBF_DISTANCES_H
#define EMBED_KCPD_RBF_DISTANCES_H

#include "rbf_sums.h"

#define NARROW (2 * RBF_PANEL)            /* rows side by side */
#define NARROW_LANES (2 * RBF_LANES)      /* numbers in a vector */
#define NARROWS (NARROW / NARROW_LANES)   /* vectors that make up one coordinate */
#define NARROWS_OF_BLOCK 16               /* panels that stay near while others pass by */
#define NARROW_TERMS 64                   /* numbers in a sum; as in median_distance.py */

#if RBF_LANES > 1
typedef float Narrows __attribute__((vector_size(4 * NARROW_LANES), may_alias));
#else
#undef NARROW_LANES
#undef NARROWS
#define NARROW_LANES 1
#define NARROWS NARROW
typedef float Narrows;
#endif

/* Where the distances of a row to those after it begin. */
static int64_t pairs_before(int64_t row, int64_t n)
{
    return row * (n - 1) - row * (row - 1) / 2;
}

static inline Narrows load_narrow(const float *numbers)
{
    Narrows loaded;
    memcpy(&loaded, numbers, sizeof loaded);
    return loaded;
}

/* sums[i] = left[i] . right for RBF_TILE rows of a panel and all of another, of a few coordinates */
static inline void multiply_some(const float *restrict left, const float *restrict right,
                                 int64_t count, Narrows sums[RBF_TILE][NARROWS])
{
    const Narrows nothing = {0.0f};
    for (int i = 0; i < RBF_TILE; i++)
        for (int v = 0; v < NARROWS; v++)
            sums[i][v] = nothing;
    for (int64_t j = 0; j < count; j++)
        for (int i = 0; i < RBF_TILE; i++)
            for (int v = 0; v < NARROWS; v++)
                sums[i][v] +=
                    left[j * NARROW + i] * load_narrow(right + j * NARROW + v * NARROW_LANES);
}

/* out[i * NARROW + t] = left[i] . right[t] of all coordinates; each sum is short, so that it rounds
 * little. */
static void multiply_narrow(const float *restrict left, const float *restrict right, int64_t dim,
                            float *restrict out)
{
    Narrows all[RBF_TILE][NARROWS], some[RBF_TILE][NARROWS];
    multiply_some(left, right, dim < NARROW_TERMS ? dim : NARROW_TERMS, all);
    for (int64_t j = NARROW_TERMS; j < dim; j += NARROW_TERMS) {
        multiply_some(left + j * NARROW, right + j * NARROW,
                      dim - j < NARROW_TERMS ? dim - j : NARROW_TERMS, some);
        for (int i = 0; i < RBF_TILE; i++)
            for (int v = 0; v < NARROWS; v++)
                all[i][v] += some[i][v];
    }
    memcpy(out, all, sizeof all);
}

/* From products of two panels to distances. */
static void note_distances(const RbfDistances *wanted, const float *restrict half, int64_t left,
                           int64_t right, const float *products)
{
    const int64_t n = wanted->rows.n, low = left * NARROW, high = right * NARROW;
    const int64_t end = high + NARROW < n ? high + NARROW : n;
    for (int64_t i = low; i < low + NARROW && i < n; i++) {
        const float own = half[i];
        const float *restrict row = products + (i - low) * NARROW - high;
        float *restrict out = wanted->distances + pairs_before(i, n) - i - 1;
#pragma omp simd
        for (int64_t j = high > i ? high : i + 1; j < end; j++)
            out[j] = 2.0f * (own + half[j] - row[j]);
    }
}

/* The rows of a few panels with all rows before and among them. */
static void measure_group(const RbfDistances *wanted, const float *values, const float *half,
                          int64_t from, int64_t to)
{
    const int64_t dim = wanted->rows.dim, size = dim * NARROW;
    float products[NARROW * NARROW];
    for (int64_t left = 0; left < to; left++)
        for (int64_t right = left > from ? left : from; right < to; right++) {
            for (int64_t i = 0; i < NARROW; i += RBF_TILE)
                multiply_narrow(values + left * size + i, values + right * size, dim,
                                products + i * NARROW);
            note_distances(wanted, half, left, right, products);
        }
}

/* All rows in float32, and half their squared lengths, in both; 0 without memory. */
static int read_narrow(const RbfDistances *wanted, Panels *panels, float *values, float *half)
{
    const int64_t n = wanted->rows.n, dim = wanted->rows.dim;
    for (int64_t panel = 0; panel * RBF_PANEL < n; panel++) {
        const int64_t first = panel * RBF_PANEL;
        const int64_t last = first + RBF_PANEL < n ? first + RBF_PANEL : n;
        float *restrict out = values + first / NARROW * dim * NARROW + first % NARROW;
        const double *restrict wide;
        if (!read_panels(panels, panel, panel + 1))
            return 0;
        wide = panel_at(panels, panel);
        for (int64_t j = 0; j < dim; j++)
            for (int i = 0; i < RBF_PANEL; i++)
                out[j * NARROW + i] = (float)wide[j * RBF_PANEL + i];
        for (int64_t i = first; i < last; i++) {
            wanted->halves[i] = panels->half[i];
            half[i] = (float)panels->half[i];
        }
    }
    return 1;
}

static int measure_distances(const RbfDistances *wanted)
{
    const int64_t count = (wanted->rows.n + NARROW - 1) / NARROW;
    float *values = reserve(count * NARROW * wanted->rows.dim + 1, sizeof(float));
    float *half = reserve(count * NARROW + 1, sizeof(float));
    Panels panels;
    int status = SEARCH_NO_MEMORY;
    memset(&panels, 0, sizeof panels);
    if (values && half && prepare_panels(&panels, &wanted->rows) &&
        read_narrow(wanted, &panels, values, half))
        status = SEARCH_DONE;
    for (int64_t from = 0; from < count && status == SEARCH_DONE; from += NARROWS_OF_BLOCK) {
        const int64_t to = from + NARROWS_OF_BLOCK;
        measure_group(wanted, values, half, from, to < count ? to : count);
        if (wanted->interrupted(wanted->context))
            status = SEARCH_INTERRUPTED;
    }
    release(values);
    release(half);
    release_panels(&panels);
    return status;
}

#endif
