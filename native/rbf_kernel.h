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
typedef int64_t Mask __attribute__((vector_size(8 * RBF_LANES), may_alias));

/* `lower` in the places where a < b, else `other`. */
static inline Vector pick(Vector a, Vector b, Vector lower, Vector other)
{
    const Mask is_lower = a < b;
    return (Vector)(((Mask)lower & is_lower) | ((Mask)other & ~is_lower));
}
#else
typedef double Vector;

static inline Vector pick(Vector a, Vector b, Vector lower, Vector other)
{
    return a < b ? lower : other;
}
#endif

static const double PLACES[RBF_PANEL] = {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0};

static inline Vector load(const double *numbers)
{
    Vector loaded;
    memcpy(&loaded, numbers, sizeof loaded);
    return loaded;
}

static inline void store(double *numbers, Vector stored)
{
    memcpy(numbers, &stored, sizeof stored);
}

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
        for (int i = 0; i < RBF_TILE; i++)
            for (int v = 0; v < VECTORS; v++)
                sums[i][v] += left[j * RBF_PANEL + i] * load(right + j * RBF_PANEL + v * RBF_LANES);
    }
    for (int i = 0; i < RBF_TILE; i++)
        memcpy(out + i * width, sums[i], sizeof sums[i]);
}

/* values[i * width + t]: the kernel between row i of a panel and row t of those from `other` on;
 * width is RBF_PANEL times their number. */
static void kernel_values(const Panels *left, int64_t panel, const Panels *right, int64_t other,
                          int64_t count, double *values)
{
    const int64_t width = count * RBF_PANEL, dim = left->rows->dim;
    const double *restrict halves = right->half + other * RBF_PANEL;
    for (int64_t k = 0; k < count; k++)
        for (int64_t i = 0; i < RBF_PANEL; i += RBF_TILE)
            multiply(panel_at(left, panel) + i, panel_at(right, other + k), dim,
                     values + i * width + k * RBF_PANEL, width);
    for (int64_t i = 0; i < RBF_PANEL; i++) {
        const double half = left->half[panel * RBF_PANEL + i];
        double *restrict row = values + i * width;
#pragma omp simd
        for (int64_t t = 0; t < width; t++) {
            const double power = row[t] - half - halves[t];
            row[t] = exponential(power < 0.0 ? power : 0.0);
        }
    }
}

#endif
