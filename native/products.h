/* Products of two sets of vectors, four by four: each number is loaded once for four products. */
#ifndef EMBED_KCPD_PRODUCTS_H
#define EMBED_KCPD_PRODUCTS_H

#include <stdint.h>

#if defined(__AVX512F__) /* 32 registers: sixteen sums at a time */
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
#else
/* Two rows of `left` with four of `right`: eight sums and what they need fit into 16 registers. */
static void strip(const double *restrict left, const double *restrict right, int64_t stride,
                  int64_t width, double *restrict out)
{
    const double *restrict a = left, *restrict b = a + stride, *restrict p = right;
    const double *restrict q = p + stride, *restrict r = q + stride, *restrict s = r + stride;
    double ap = 0.0, aq = 0.0, ar = 0.0, as = 0.0, bp = 0.0, bq = 0.0, br = 0.0, bs = 0.0;
#pragma omp simd reduction(+ : ap, aq, ar, as, bp, bq, br, bs)
    for (int64_t j = 0; j < stride; j++) {
        ap += a[j] * p[j], aq += a[j] * q[j], ar += a[j] * r[j], as += a[j] * s[j];
        bp += b[j] * p[j], bq += b[j] * q[j], br += b[j] * r[j], bs += b[j] * s[j];
    }
    out[0] = ap, out[1] = aq, out[2] = ar, out[3] = as, out += width;
    out[0] = bp, out[1] = bq, out[2] = br, out[3] = bs;
}

/* out[t * width + i] = left[t] . right[i] for four by four of them. */
static void tile(const double *left, const double *right, int64_t stride, int64_t width,
                 double *out)
{
    strip(left, right, stride, width, out);
    strip(left + 2 * stride, right, stride, width, out + 2 * width);
}
#endif

/* out[t * width + i] = rows[t] . rows[i] for i < t < 4: the rest is left as it is. */
static inline void half_tile(const double *restrict rows, int64_t stride, int64_t width,
                      double *restrict out)
{
    const double *restrict a = rows, *restrict b = a + stride, *restrict c = b + stride;
    const double *restrict d = c + stride;
    double ba = 0.0, ca = 0.0, cb = 0.0, da = 0.0, db = 0.0, dc = 0.0;
#pragma omp simd reduction(+ : ba, ca, cb, da, db, dc)
    for (int64_t j = 0; j < stride; j++) {
        ba += b[j] * a[j];
        ca += c[j] * a[j], cb += c[j] * b[j];
        da += d[j] * a[j], db += d[j] * b[j], dc += d[j] * c[j];
    }
    out[width] = ba;
    out[2 * width] = ca, out[2 * width + 1] = cb;
    out[3 * width] = da, out[3 * width + 1] = db, out[3 * width + 2] = dc;
}

/* All products of `ends` vectors with `starts` vectors; both are padded to a multiple of four. */
static inline void products(const double *left, int64_t ends, const double *right, int64_t starts,
                     int64_t stride, int64_t width, double *out)
{
    for (int64_t i = 0; i < starts; i += 4)
        for (int64_t t = 0; t < ends; t += 4)
            tile(left + t * stride, right + i * stride, stride, width, out + t * width + i);
}

#endif
