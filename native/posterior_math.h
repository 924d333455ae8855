/* Sums of exponentials. */
#ifndef EMBED_KCPD_POSTERIOR_MATH_H
#define EMBED_KCPD_POSTERIOR_MATH_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "exponential.h"
#include "products.h"

/* A sum of exponentials that grows: exp(top) * sum, and the same weighted by two numbers each. */
typedef struct {
    double top, sum, weighted, squared;
} LogSum;

static const LogSum NOTHING = {-INFINITY, 0.0, 0.0, 0.0};

static double log_of(const LogSum *total)
{
    return total->sum > 0.0 ? total->top + log(total->sum) : -INFINITY;
}

static double square_of(const double *restrict vector, int64_t stride)
{
    double square = 0.0;
#pragma omp simd reduction(+ : square)
    for (int64_t j = 0; j < stride; j++)
        square += vector[j] * vector[j];
    return square;
}

static double largest(const double *restrict terms, int64_t from, int64_t to)
{
    double most = -INFINITY;
#pragma omp simd reduction(max : most)
    for (int64_t i = from; i < to; i++)
        most = terms[i] > most ? terms[i] : most;
    return most;
}

/* Add exp(terms[i]), weighted by weights[i] and by squares[i], for i in [from, to). */
static void add_terms(LogSum *total, const double *restrict terms, const double *restrict weights,
                      const double *restrict squares, int64_t from, int64_t to)
{
    const double most = largest(terms, from, to);
    double sum = 0.0, weighted = 0.0, squared = 0.0, top;
    if (most == -INFINITY || most < total->top - 40.0) /* 64 of exp(-40) are no digit */
        return;
    if (most > total->top) {
        const double scale = total->sum > 0.0 ? exponential(total->top - most) : 0.0;
        total->sum *= scale;
        total->weighted *= scale;
        total->squared *= scale;
        total->top = most;
    }
    top = total->top;
#pragma omp simd reduction(+ : sum, weighted, squared)
    for (int64_t i = from; i < to; i++) {
        const double share = exponential(terms[i] - top);
        sum += share;
        weighted += share * weights[i];
        squared += share * squares[i];
    }
    total->sum += sum;
    total->weighted += weighted;
    total->squared += squared;
}

#endif
