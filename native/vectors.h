/* Sums over the coordinates of vectors.
 *
 * The pragmas allow a compiler to add in another order, here and nowhere else; a compiler
 * that does not know them is slower and right.
 */
#ifndef EMBED_KCPD_VECTORS_H
#define EMBED_KCPD_VECTORS_H

#include <stdint.h>

static double dot(const double *restrict a, const double *restrict b, int64_t dim)
{
    double sum = 0.0;
#pragma omp simd reduction(+ : sum)
    for (int64_t j = 0; j < dim; j++)
        sum += a[j] * b[j];
    return sum;
}

static double squared_distance(const double *restrict a, const double *restrict b, int64_t dim)
{
    double sum = 0.0;
#pragma omp simd reduction(+ : sum)
    for (int64_t j = 0; j < dim; j++) {
        const double gap = a[j] - b[j];
        sum += gap * gap;
    }
    return sum;
}

/* Four rows at once: each coordinate of `a` is loaded once for four products. */
static void dot_four(const double *restrict a, const double *restrict rows, int64_t dim,
                     double *restrict out)
{
    const double *restrict b = rows + dim, *restrict c = b + dim, *restrict d = c + dim;
    double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;
#pragma omp simd reduction(+ : s0, s1, s2, s3)
    for (int64_t j = 0; j < dim; j++) {
        s0 += a[j] * rows[j];
        s1 += a[j] * b[j];
        s2 += a[j] * c[j];
        s3 += a[j] * d[j];
    }
    out[0] = s0;
    out[1] = s1;
    out[2] = s2;
    out[3] = s3;
}

/* out[i] = a . rows[i] for i in [from, to); rows lie `dim` apart. */
static void dot_rows(const double *a, const double *rows, int64_t from, int64_t to, int64_t dim,
                     double *out)
{
    int64_t i = from;
    for (; i + 4 <= to; i += 4)
        dot_four(a, rows + i * dim, dim, out + i);
    for (; i < to; i++)
        out[i] = dot(a, rows + i * dim, dim);
}

/* out = a - b; out may be a or b. */
static void subtract(const double *a, const double *b, int64_t dim, double *out)
{
#pragma omp simd
    for (int64_t j = 0; j < dim; j++)
        out[j] = a[j] - b[j];
}

#endif
