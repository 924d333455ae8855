/* Products of two sets of vectors, four by four: each number is loaded once for four products.
 *
 * Vectors are float64, or float32 that is turned into float64 where it is loaded, and have a
 * multiple of eight numbers.
 */
#ifndef EMBED_KCPD_PRODUCTS_H
#define EMBED_KCPD_PRODUCTS_H

#include <stddef.h>
#include <stdint.h>

#include "memory.h"

#if defined(__AVX512F__) /* 32 registers: sixteen sums at a time */
#include <immintrin.h>

#define LOADS_FREELY 1 /* from any address, and float32: both cost next to nothing */
#define LOAD_DOUBLES(numbers) _mm512_loadu_pd(numbers)
#define LOAD_FLOATS(numbers) _mm512_cvtps_pd(_mm256_loadu_ps(numbers))
#define KEEP_NOTHING(place, numbers) ((void)0)

/* The sum of each of eight vectors, side by side, added crosswise: one after the other they would
 * take a seventh of the time of a tile. */
static inline __m512d add_up(__m512d a, __m512d b, __m512d c, __m512d d, __m512d e, __m512d f,
                             __m512d g, __m512d h)
{
    const __m512d ab = _mm512_add_pd(_mm512_unpacklo_pd(a, b), _mm512_unpackhi_pd(a, b));
    const __m512d cd = _mm512_add_pd(_mm512_unpacklo_pd(c, d), _mm512_unpackhi_pd(c, d));
    const __m512d ef = _mm512_add_pd(_mm512_unpacklo_pd(e, f), _mm512_unpackhi_pd(e, f));
    const __m512d gh = _mm512_add_pd(_mm512_unpacklo_pd(g, h), _mm512_unpackhi_pd(g, h));
    const __m512d low = _mm512_add_pd(_mm512_shuffle_f64x2(ab, cd, 0x88),
                                      _mm512_shuffle_f64x2(ab, cd, 0xdd));
    const __m512d high = _mm512_add_pd(_mm512_shuffle_f64x2(ef, gh, 0x88),
                                       _mm512_shuffle_f64x2(ef, gh, 0xdd));
    return _mm512_add_pd(_mm512_shuffle_f64x2(low, high, 0x88),
                         _mm512_shuffle_f64x2(low, high, 0xdd));
}

/* out[t * width + i] = left[t] . right[i] for four by four of them.  As many bytes as a vector of
 * float64 has are asked for from `soon` on, unless it is NULL: between products that costs nothing.
 */
#define DEFINE_TILE(name, type, LOAD)                                                              \
    static void name(const double *const *left, const type *const *right, int64_t length,         \
                     int64_t width, const char *soon, double *restrict out)                        \
    {                                                                                              \
        const double *a = left[0], *b = left[1], *c = left[2], *d = left[3];                       \
        const type *p = right[0], *q = right[1], *r = right[2], *s = right[3];                     \
        const char *ask = soon ? soon : (const char *)a;                                           \
        __m512d sums[4][4], both;                                                                  \
        for (int t = 0; t < 4; t++)                                                                \
            for (int i = 0; i < 4; i++)                                                            \
                sums[t][i] = _mm512_setzero_pd();                                                  \
        for (int64_t j = 0; j < length; j += 8) {                                                  \
            const __m512d ends[4] = {LOAD_DOUBLES(a + j), LOAD_DOUBLES(b + j),                     \
                                     LOAD_DOUBLES(c + j), LOAD_DOUBLES(d + j)};                    \
            const __m512d starts[4] = {LOAD(p + j), LOAD(q + j), LOAD(r + j), LOAD(s + j)};        \
            FETCH(ask + 8 * j);                                                                    \
            for (int i = 0; i < 4; i++)                                                            \
                for (int t = 0; t < 4; t++)                                                        \
                    sums[t][i] = _mm512_fmadd_pd(ends[t], starts[i], sums[t][i]);                  \
        }                                                                                          \
        for (int t = 0; t < 4; t += 2) {                                                           \
            both = add_up(sums[t][0], sums[t][1], sums[t][2], sums[t][3], sums[t + 1][0],          \
                          sums[t + 1][1], sums[t + 1][2], sums[t + 1][3]);                         \
            _mm256_storeu_pd(out + t * width, _mm512_castpd512_pd256(both));                       \
            _mm256_storeu_pd(out + (t + 1) * width, _mm512_extractf64x4_pd(both, 1));              \
        }                                                                                          \
    }

/* out[t * width + i] = rows[t] . rows[i] for i < t < 4, the rest is left as it is; squares[t] is
 * the square of each.  float32 is kept as float64, side by side: between the products that costs
 * nothing. */
#define DEFINE_HALF_TILE(name, type, LOAD, KEEP)                                                   \
    static void name(const type *const *rows, int64_t length, double *kept, int64_t width,         \
                     double *restrict out, double *restrict squares)                               \
    {                                                                                              \
        const type *p = rows[0], *q = rows[1], *r = rows[2], *s = rows[3];                         \
        const __m512d none = _mm512_setzero_pd();                                                  \
        __m512d aa = none, bb = none, cc = none, dd = none, ba = none, ca = none, cb = none;       \
        __m512d da = none, db = none, dc = none;                                                   \
        double sums[8];                                                                            \
        (void)kept;                                                                                \
        for (int64_t j = 0; j < length; j += 8) {                                                  \
            const __m512d a = LOAD(p + j), b = LOAD(q + j), c = LOAD(r + j), d = LOAD(s + j);      \
            KEEP(kept + j, a);                                                                     \
            KEEP(kept + length + j, b);                                                            \
            KEEP(kept + 2 * length + j, c);                                                        \
            KEEP(kept + 3 * length + j, d);                                                        \
            aa = _mm512_fmadd_pd(a, a, aa), bb = _mm512_fmadd_pd(b, b, bb);                        \
            cc = _mm512_fmadd_pd(c, c, cc), dd = _mm512_fmadd_pd(d, d, dd);                        \
            ba = _mm512_fmadd_pd(b, a, ba), ca = _mm512_fmadd_pd(c, a, ca);                        \
            cb = _mm512_fmadd_pd(c, b, cb), da = _mm512_fmadd_pd(d, a, da);                        \
            db = _mm512_fmadd_pd(d, b, db), dc = _mm512_fmadd_pd(d, c, dc);                        \
        }                                                                                          \
        _mm512_storeu_pd(sums, add_up(aa, bb, cc, dd, none, none, none, none));                    \
        squares[0] = sums[0], squares[1] = sums[1], squares[2] = sums[2], squares[3] = sums[3];    \
        _mm512_storeu_pd(sums, add_up(ba, ca, cb, da, db, dc, none, none));                        \
        out[width] = sums[0];                                                                      \
        out[2 * width] = sums[1], out[2 * width + 1] = sums[2];                                    \
        out[3 * width] = sums[3], out[3 * width + 1] = sums[4], out[3 * width + 2] = sums[5];      \
    }

DEFINE_TILE(tile_doubles, double, LOAD_DOUBLES)
#else
#define LOADS_FREELY 0

/* Two vectors with four others: eight sums and what they need fit into 16 registers. */
static void strip(const double *restrict a, const double *restrict b, const double *restrict p,
                  const double *restrict q, const double *restrict r, const double *restrict s,
                  int64_t length, int64_t width, double *restrict out)
{
    double ap = 0.0, aq = 0.0, ar = 0.0, as = 0.0, bp = 0.0, bq = 0.0, br = 0.0, bs = 0.0;
#pragma omp simd reduction(+ : ap, aq, ar, as, bp, bq, br, bs)
    for (int64_t j = 0; j < length; j++) {
        ap += a[j] * p[j], aq += a[j] * q[j], ar += a[j] * r[j], as += a[j] * s[j];
        bp += b[j] * p[j], bq += b[j] * q[j], br += b[j] * r[j], bs += b[j] * s[j];
    }
    out[0] = ap, out[1] = aq, out[2] = ar, out[3] = as, out += width;
    out[0] = bp, out[1] = bq, out[2] = br, out[3] = bs;
}

/* out[t * width + i] = left[t] . right[i] for four by four of them; asks for `soon` as above. */
static void tile_doubles(const double *const *left, const double *const *right, int64_t length,
                         int64_t width, const char *soon, double *out)
{
    for (int64_t j = 0; soon && j < length; j += 8)
        FETCH(soon + 8 * j);
    for (int t = 0; t < 4; t += 2)
        strip(left[t], left[t + 1], right[0], right[1], right[2], right[3], length, width,
              out + t * width);
}

/* Products of four vectors among themselves and their squares, as above. */
static inline void half_tile_doubles(const double *const *rows, int64_t length, double *kept,
                                     int64_t width, double *restrict out, double *restrict squares)
{
    const double *restrict a = rows[0], *restrict b = rows[1];
    const double *restrict c = rows[2], *restrict d = rows[3];
    double aa = 0.0, bb = 0.0, cc = 0.0, dd = 0.0, ba = 0.0, ca = 0.0, cb = 0.0;
    double da = 0.0, db = 0.0, dc = 0.0;
    (void)kept;
#pragma omp simd reduction(+ : aa, bb, cc, dd, ba, ca, cb, da, db, dc)
    for (int64_t j = 0; j < length; j++) {
        aa += a[j] * a[j], bb += b[j] * b[j], cc += c[j] * c[j], dd += d[j] * d[j];
        ba += b[j] * a[j], ca += c[j] * a[j], cb += c[j] * b[j];
        da += d[j] * a[j], db += d[j] * b[j], dc += d[j] * c[j];
    }
    squares[0] = aa, squares[1] = bb, squares[2] = cc, squares[3] = dd;
    out[width] = ba;
    out[2 * width] = ca, out[2 * width + 1] = cb;
    out[3 * width] = da, out[3 * width + 1] = db, out[3 * width + 2] = dc;
}
#endif

/* A tile of vectors that lie side by side. */
static void tile(const double *left, const double *right, int64_t stride, int64_t width,
                 double *out)
{
    const double *ends[] = {left, left + stride, left + 2 * stride, left + 3 * stride};
    const double *starts[] = {right, right + stride, right + 2 * stride, right + 3 * stride};
    tile_doubles(ends, starts, stride, width, NULL, out);
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
