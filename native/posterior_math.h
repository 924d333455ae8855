/* Sums of exponentials. */
#ifndef EMBED_KCPD_POSTERIOR_MATH_H
#define EMBED_KCPD_POSTERIOR_MATH_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "products.h"

#define SMALLEST (-700.0) /* exponentials below exp of this are zero */

/* exp(x) for x <= 700, to the last digit or two; a loop around it becomes vector code.
 * x = k log 2 + r with |r| <= log(2) / 2; adding SHIFTER leaves k in the lowest bits. */
static inline double exponential(double x)
{
    const double shifter = 6755399441055744.0; /* 1.5 * 2^52 */
    const double held = x < SMALLEST ? SMALLEST : x;
    const double shifted = held * 1.4426950408889634074 + shifter, k = shifted - shifter;
    const double r = (held - k * 6.93147180369123816490e-01) - k * 1.90821492927058770002e-10;
    double p = 1.0 / 6227020800.0, scale;
    int64_t bits;
    p = p * r + 1.0 / 479001600.0;
    p = p * r + 1.0 / 39916800.0;
    p = p * r + 1.0 / 3628800.0;
    p = p * r + 1.0 / 362880.0;
    p = p * r + 1.0 / 40320.0;
    p = p * r + 1.0 / 5040.0;
    p = p * r + 1.0 / 720.0;
    p = p * r + 1.0 / 120.0;
    p = p * r + 1.0 / 24.0;
    p = p * r + 1.0 / 6.0;
    p = p * r + 0.5;
    p = p * r + 1.0;
    p = p * r + 1.0;
    memcpy(&bits, &shifted, sizeof bits);
    bits = (int64_t)(((uint64_t)bits + 1023u) << 52);
    memcpy(&scale, &bits, sizeof scale);
    return x < SMALLEST ? 0.0 : p * scale;
}

/* A sum of exponentials that grows: exp(top) * sum, and the same weighted by a number each. */
typedef struct {
    double top, sum, weighted;
} LogSum;

static const LogSum NOTHING = {-INFINITY, 0.0, 0.0};

static double log_of(const LogSum *total)
{
    return total->sum > 0.0 ? total->top + log(total->sum) : -INFINITY;
}

static double largest(const double *restrict terms, int64_t from, int64_t to)
{
    double most = -INFINITY;
#pragma omp simd reduction(max : most)
    for (int64_t i = from; i < to; i++)
        most = terms[i] > most ? terms[i] : most;
    return most;
}

/* Add exp(terms[i]), weighted by weights[i], for i in [from, to). */
static void add_terms(LogSum *total, const double *restrict terms, const double *restrict weights,
                      int64_t from, int64_t to)
{
    const double most = largest(terms, from, to);
    double sum = 0.0, weighted = 0.0, top;
    if (most == -INFINITY || most < total->top - 40.0) /* 64 of exp(-40) are no digit */
        return;
    if (most > total->top) {
        const double scale = total->sum > 0.0 ? exponential(total->top - most) : 0.0;
        total->sum *= scale;
        total->weighted *= scale;
        total->top = most;
    }
    top = total->top;
#pragma omp simd reduction(+ : sum, weighted)
    for (int64_t i = from; i < to; i++) {
        const double share = exponential(terms[i] - top);
        sum += share;
        weighted += share * weights[i];
    }
    total->sum += sum;
    total->weighted += weighted;
}

#endif
