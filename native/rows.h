/* Reading rows: weighted, centred, and as prefix sums of the current block.
 *
 * Without a ridge C does not change when all rows move together, so a centre near their
 * mean is taken off: prefix sums stay small and lose no digits.  With a ridge the origin
 * matters and nothing is taken off.
 */
#ifndef EMBED_KCPD_ROWS_H
#define EMBED_KCPD_ROWS_H

#include "state.h"
#include "vectors.h"

#define SAMPLE 1024

static double row_square(const Problem *problem, int64_t unit)
{
    const int64_t dim = problem->dim;
    double square = 0.0;
    if (problem->is_double) {
        const double *restrict row = (const double *)problem->rows + unit * dim;
#pragma omp simd reduction(+ : square)
        for (int64_t j = 0; j < dim; j++)
            square += row[j] * row[j];
    } else {
        const float *restrict row = (const float *)problem->rows + unit * dim;
#pragma omp simd reduction(+ : square)
        for (int64_t j = 0; j < dim; j++)
            square += (double)row[j] * (double)row[j];
    }
    return square;
}

static double row_scale(const Problem *problem, int64_t unit)
{
    double square;
    if (!problem->is_scaled)
        return 1.0;
    square = row_square(problem, unit);
    return square > 0.0 ? 1.0 / sqrt(square) : 0.0;
}

/* sum += scale * row - shift * centre */
static void add_row(const Problem *problem, int64_t unit, double scale,
                    const double *restrict centre, double shift, double *restrict sum)
{
    const int64_t dim = problem->dim;
    if (problem->is_double) {
        const double *restrict row = (const double *)problem->rows + unit * dim;
#pragma omp simd
        for (int64_t j = 0; j < dim; j++)
            sum[j] += scale * row[j] - shift * centre[j];
    } else {
        const float *restrict row = (const float *)problem->rows + unit * dim;
#pragma omp simd
        for (int64_t j = 0; j < dim; j++)
            sum[j] += scale * (double)row[j] - shift * centre[j];
    }
}

/* sum += the unit's weighted centred row; only for units of finished blocks. */
static void add_unit(const Search *search, int64_t unit, double *sum)
{
    const double weight = search->problem->weights[unit];
    add_row(search->problem, unit, weight * search->scale[unit], search->centre, weight, sum);
}

/* next = before + weight * (scale * row - centre); answers |next|^2 and the row's |.|^2. */
static double accumulate(const Problem *problem, int64_t unit, double scale, double weight,
                         const double *restrict centre, const double *restrict before,
                         double *restrict next, double *square)
{
    const int64_t dim = problem->dim;
    double own = 0.0, total = 0.0;
    if (problem->is_double) {
        const double *restrict row = (const double *)problem->rows + unit * dim;
#pragma omp simd reduction(+ : own, total)
        for (int64_t j = 0; j < dim; j++) {
            const double part = scale * row[j] - centre[j], sum = before[j] + weight * part;
            own += part * part;
            total += sum * sum;
            next[j] = sum;
        }
    } else {
        const float *restrict row = (const float *)problem->rows + unit * dim;
#pragma omp simd reduction(+ : own, total)
        for (int64_t j = 0; j < dim; j++) {
            const double part = scale * (double)row[j] - centre[j];
            const double sum = before[j] + weight * part;
            own += part * part;
            total += sum * sum;
            next[j] = sum;
        }
    }
    *square = own;
    return total;
}

/* The mean of evenly spaced rows, and their mean squared distance to it. */
static double take_centre(Search *search)
{
    const Problem *problem = search->problem;
    const int64_t step = search->n > SAMPLE ? search->n / SAMPLE : 1;
    double *row = search->first_scratch, rate = 0.0;
    int64_t count = 0;
    for (int64_t i = 0; i < search->n; i += step, count++)
        add_row(problem, i, row_scale(problem, i), row, 0.0, search->centre);
    for (int64_t j = 0; j < search->dim && count; j++)
        search->centre[j] /= (double)count;
    for (int64_t i = 0; i < search->n; i += step) {
        for (int64_t j = 0; j < search->dim; j++)
            row[j] = 0.0;
        add_row(problem, i, row_scale(problem, i), search->centre, 1.0, row);
        rate += problem->weights[i] * dot(row, row, search->dim);
    }
    for (int64_t j = 0; j < search->dim; j++) {
        row[j] = 0.0;
        if (problem->ridge > 0.0)
            search->centre[j] = 0.0;
    }
    return count ? rate / (double)count : 0.0;
}

/* The largest |row|^2; only a ridge needs to know it before the end. */
static double largest_square(const Search *search)
{
    double largest = 0.0;
    if (search->problem->is_scaled)
        return 1.0;
    for (int64_t i = 0; i < search->n; i++)
        largest = fmax(largest, row_square(search->problem, i));
    return largest;
}

/* Prefix sums of the current block and C0(a, t) for each of its ends t. */
static void read_block(Search *search)
{
    const Problem *problem = search->problem;
    const int64_t a = search->a, stride = search->stride;
    for (int64_t i = a; i < search->b; i++) {
        const int64_t t = i - a + 1;
        double *next = search->within + t * stride, square, total, mass;
        const double weight = problem->weights[i], scale = row_scale(problem, i);
        total = accumulate(problem, i, scale, weight, search->centre, next - stride, next, &square);
        search->reach = square > search->reach ? square : search->reach;
        search->scale[i] = scale;
        search->spread[i + 1] = search->spread[i] + weight * square;
        search->mass[i + 1] = search->mass[i] + weight;
        search->squares[t] = total;
        mass = search->mass[i + 1] - search->mass[a];
        search->inverse[t] = mass > 0.0 ? 1.0 / mass : INFINITY;
        search->flat[t] = cost_of(search->spread[i + 1] - search->spread[a], total, mass);
        if (search->flat[t] < search->flat[t - 1]) /* rounding only: C0 never falls */
            search->flat[t] = search->flat[t - 1];
    }
    search->effort += 4 * (search->b - a) * stride;
}

/* out = sum of the units from `start` to a, from the nearer end of the start's block. */
static void sum_from(Search *search, int64_t start, double *out)
{
    const int64_t size = search->size, block = start / size, low = block * size;
    const double *here = sums_at(search, search->block);
    double *part = search->second_scratch;
    if (block == search->block - 1) {
        const double *sums = search->before;
        subtract(sums + size * search->stride, sums + (start - low) * search->stride,
                 search->stride, out);
        return;
    }
    if (start - low < size / 2) {
        for (int64_t j = 0; j < search->stride; j++)
            part[j] = 0.0;
        for (int64_t i = low; i < start; i++)
            add_unit(search, i, part);
        subtract(here, sums_at(search, block), search->stride, out);
        subtract(out, part, search->stride, out);
    } else {
        subtract(here, sums_at(search, block + 1), search->stride, out);
        for (int64_t i = start; i < low + size; i++)
            add_unit(search, i, out);
    }
    search->effort += size / 2 * search->stride;
}

#endif
