/* Kernel values between one panel of rows and a few others: the bulk of all work.
 *
 * RBF_TILE rows times one panel: the sums stay in registers, each coordinate of the panel is
 * loaded once for RBF_TILE products.
 */
#ifndef EMBED_KCPD_RBF_KERNEL_H
#define EMBED_KCPD_RBF_KERNEL_H

#include "exponential.h"
#include "rbf_panels.h"

#define VECTORS (RBF_PANEL / RBF_LANES) /* that make up one coordinate of a panel */

#if RBF_LANES > 1
typedef double Vector __attribute__((vector_size(8 * RBF_LANES), may_alias));
#else
typedef double Vector;
#endif

/* out[i * width + t] = left[i] . right[t] for RBF_TILE rows of a panel and all rows of another. */
static void multiply(const double *restrict left, const double *restrict right, int64_t dim,
                     double *restrict out, int64_t width)
{
    const Vector nothing = {0.0};
    Vector sums[RBF_TILE][VECTORS];
    for (int i = 0; i < RBF_TILE; i++)
        for (int v = 0; v < VECTORS; v++)
            sums[i][v] = nothing;
    for (int64_t j = 0; j < dim; j++) {
        const Vector *restrict loaded = (const Vector *)(right + j * RBF_PANEL);
        for (int i = 0; i < RBF_TILE; i++)
            for (int v = 0; v < VECTORS; v++)
                sums[i][v] += left[j * RBF_PANEL + i] * loaded[v];
    }
    for (int i = 0; i < RBF_TILE; i++)
        memcpy(out + i * width, sums[i], sizeof sums[i]);
}

/* values[i * width + t]: the kernel between row i of a panel and row t of those from `others` on;
 * width is RBF_PANEL times their number. */
static void kernel_values(const Panels *panels, int64_t panel, int64_t others, int64_t count,
                          double *values)
{
    const int64_t width = count * RBF_PANEL, dim = panels->rows->dim;
    const double *restrict right = panels->half + others * RBF_PANEL;
    for (int64_t k = 0; k < count; k++)
        for (int64_t i = 0; i < RBF_PANEL; i += RBF_TILE)
            multiply(panel_at(panels, panel) + i, panel_at(panels, others + k), dim,
                     values + i * width + k * RBF_PANEL, width);
    for (int64_t i = 0; i < RBF_PANEL; i++) {
        const double left = panels->half[panel * RBF_PANEL + i];
        double *restrict row = values + i * width;
#pragma omp simd
        for (int64_t t = 0; t < width; t++) {
            const double power = row[t] - left - right[t];
            row[t] = exponential(power < 0.0 ? power : 0.0);
        }
    }
}

#endif
