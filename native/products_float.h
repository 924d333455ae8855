/* Products of two sets of vectors of float32, four by four, added up in float32: twice as fast as
 * those of products.h.  Vectors have a multiple of sixteen numbers.
 */
#ifndef EMBED_KCPD_PRODUCTS_FLOAT_H
#define EMBED_KCPD_PRODUCTS_FLOAT_H

#include <stdint.h>

#if defined(__AVX512F__)
#include <immintrin.h>

/* The sum of each of sixteen vectors, side by side, added crosswise. */
static inline __m512 add_up_singles(const __m512 *sums)
{
    __m512 four[4], low, high;
    for (int k = 0; k < 4; k++) {
        const __m512 *s = sums + 4 * k;
        const __m512 ab =
            _mm512_add_ps(_mm512_unpacklo_ps(s[0], s[1]), _mm512_unpackhi_ps(s[0], s[1]));
        const __m512 cd =
            _mm512_add_ps(_mm512_unpacklo_ps(s[2], s[3]), _mm512_unpackhi_ps(s[2], s[3]));
        four[k] = _mm512_add_ps(_mm512_shuffle_ps(ab, cd, 0x44), _mm512_shuffle_ps(ab, cd, 0xee));
    }
    low = _mm512_add_ps(_mm512_shuffle_f32x4(four[0], four[1], 0x88),
                        _mm512_shuffle_f32x4(four[0], four[1], 0xdd));
    high = _mm512_add_ps(_mm512_shuffle_f32x4(four[2], four[3], 0x88),
                         _mm512_shuffle_f32x4(four[2], four[3], 0xdd));
    return _mm512_add_ps(_mm512_shuffle_f32x4(low, high, 0x88),
                         _mm512_shuffle_f32x4(low, high, 0xdd));
}

/* out[t * width + i] = left[t] . right[i] for four by four rows. */
static inline void tile_singles(const float *left, const float *right, int64_t wide, int64_t width,
                               float *restrict out)
{
    __m512 sums[16], all;
    for (int k = 0; k < 16; k++)
        sums[k] = _mm512_setzero_ps();
    for (int64_t j = 0; j < wide; j += 16) {
        const __m512 starts[4] = {_mm512_loadu_ps(right + j), _mm512_loadu_ps(right + wide + j),
                                  _mm512_loadu_ps(right + 2 * wide + j),
                                  _mm512_loadu_ps(right + 3 * wide + j)};
        for (int t = 0; t < 4; t++) {
            const __m512 end = _mm512_loadu_ps(left + t * wide + j);
            for (int i = 0; i < 4; i++)
                sums[4 * t + i] = _mm512_fmadd_ps(end, starts[i], sums[4 * t + i]);
        }
    }
    all = add_up_singles(sums);
    _mm_storeu_ps(out, _mm512_castps512_ps128(all));
    _mm_storeu_ps(out + width, _mm512_extractf32x4_ps(all, 1));
    _mm_storeu_ps(out + 2 * width, _mm512_extractf32x4_ps(all, 2));
    _mm_storeu_ps(out + 3 * width, _mm512_extractf32x4_ps(all, 3));
}
#else
/* Two rows with four others, as in products.h. */
static void strip_singles(const float *restrict a, const float *restrict b, const float *restrict p,
                         const float *restrict q, const float *restrict r, const float *restrict s,
                         int64_t wide, int64_t width, float *restrict out)
{
    float ap = 0.0f, aq = 0.0f, ar = 0.0f, as = 0.0f, bp = 0.0f, bq = 0.0f, br = 0.0f, bs = 0.0f;
#pragma omp simd reduction(+ : ap, aq, ar, as, bp, bq, br, bs)
    for (int64_t j = 0; j < wide; j++) {
        ap += a[j] * p[j], aq += a[j] * q[j], ar += a[j] * r[j], as += a[j] * s[j];
        bp += b[j] * p[j], bq += b[j] * q[j], br += b[j] * r[j], bs += b[j] * s[j];
    }
    out[0] = ap, out[1] = aq, out[2] = ar, out[3] = as, out += width;
    out[0] = bp, out[1] = bq, out[2] = br, out[3] = bs;
}

static inline void tile_singles(const float *left, const float *right, int64_t wide, int64_t width,
                               float *out)
{
    for (int64_t t = 0; t < 4; t += 2)
        strip_singles(left + t * wide, left + (t + 1) * wide, right, right + wide, right + 2 * wide,
                     right + 3 * wide, wide, width, out + t * width);
}
#endif

#endif
