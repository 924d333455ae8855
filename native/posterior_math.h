/* Sums of exponentials, and products of two sets of vectors. */
#ifndef EMBED_KCPD_POSTERIOR_MATH_H
#define EMBED_KCPD_POSTERIOR_MATH_H

#include <math.h>
#include <stdint.h>
#include <string.h>

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

/* out[t * width + i] = left[t] . right[i] for four by four of them. */
static void tile(const double *restrict left, const double *restrict right, int64_t stride,
                 int64_t width, double *restrict out)
{
    const double *restrict a = left, *restrict b = a + stride, *restrict c = b + stride;
    const double *restrict d = c + stride, *restrict p = right, *restrict q = p + stride;
    const double *restrict r = q + stride, *restrict s = r + stride;
    double ap = 0.0, aq = 0.0, ar = 0.0, as = 0.0, bp = 0.0, bq = 0.0, br = 0.0, bs = 0.0;
    double cp = 0.0, cq = 0.0, cr = 0.0, cs = 0.0, dp = 0.0, dq = 0.0, dr = 0.0, ds = 0.0;
#pragma omp simd reduction(+ : ap, aq, ar, as, bp, bq, br, bs, cp, cq, cr, cs, dp, dq, dr, ds)
    for (int64_t j = 0; j < stride; j++) {
        ap += a[j] * p[j], aq += a[j] * q[j], ar += a[j] * r[j], as += a[j] * s[j];
        bp += b[j] * p[j], bq += b[j] * q[j], br += b[j] * r[j], bs += b[j] * s[j];
        cp += c[j] * p[j], cq += c[j] * q[j], cr += c[j] * r[j], cs += c[j] * s[j];
        dp += d[j] * p[j], dq += d[j] * q[j], dr += d[j] * r[j], ds += d[j] * s[j];
    }
    out[0] = ap, out[1] = aq, out[2] = ar, out[3] = as, out += width;
    out[0] = bp, out[1] = bq, out[2] = br, out[3] = bs, out += width;
    out[0] = cp, out[1] = cq, out[2] = cr, out[3] = cs, out += width;
    out[0] = dp, out[1] = dq, out[2] = dr, out[3] = ds;
}

/* All products of `ends` vectors with `starts` vectors; both are padded to a multiple of four. */
static void products(const double *left, int64_t ends, const double *right, int64_t starts,
                     int64_t stride, int64_t width, double *out)
{
    for (int64_t i = 0; i < starts; i += 4)
        for (int64_t t = 0; t < ends; t += 4)
            tile(left + t * stride, right + i * stride, stride, width, out + t * width + i);
}

#endif
