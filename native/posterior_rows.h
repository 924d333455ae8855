/* The rows of a block as products need them: for a kernel its moved units, else their running sums.
 *
 * Those of the newest blocks before the current one are held, so that they are not made again for
 * each block of ends; an older block's are made in a place of their own when it is met.
 */
#ifndef EMBED_KCPD_POSTERIOR_ROWS_H
#define EMBED_KCPD_POSTERIOR_ROWS_H

#include "posterior_state.h"

#define SOON 4  /* rows after which one that is asked for now is read */
#define LINE 64 /* bytes that come from memory together */

/* Ask for a row that is read soon. */
FETCHING void fetch_unit(const Posterior *given, int64_t unit)
{
    const int64_t size = given->dim * (int64_t)(given->is_double ? sizeof(double) : sizeof(float));
    const char *row = (const char *)given->rows + unit * size;
    for (int64_t j = 0; unit < given->n && j < size; j += LINE)
        FETCH(row + j);
}

/* next = before + the moved unit; answers |next|^2 */
static double add_unit(const Walk *walk, int64_t unit, const double *before, double *next)
{
    const Posterior *given = walk->given;
    const double factor = given->factor[unit], shift = given->shift[unit];
    const double *restrict centre = given->centre;
    const int64_t dim = given->dim;
    double square = 0.0;
    if (given->is_double) {
        const double *restrict row = (const double *)given->rows + unit * dim;
#pragma omp simd reduction(+ : square)
        for (int64_t j = 0; j < dim; j++) {
            const double sum = before[j] + (factor * row[j] - shift * centre[j]);
            next[j] = sum;
            square += sum * sum;
        }
    } else {
        const float *restrict row = (const float *)given->rows + unit * dim;
#pragma omp simd reduction(+ : square)
        for (int64_t j = 0; j < dim; j++) {
            const double sum = before[j] + (factor * (double)row[j] - shift * centre[j]);
            next[j] = sum;
            square += sum * sum;
        }
    }
    return square;
}

/* Running sums from the start of a block, row 0, over its units, and their squared lengths. */
static void run_sums(Walk *walk, int64_t from, int64_t count, double *sums, double *squares)
{
    const int64_t stride = walk->stride;
    memset(sums, 0, (size_t)stride * sizeof(double));
    squares[0] = 0.0;
    for (int64_t i = 1; i <= count; i++) {
        double *next = sums + i * stride;
        fetch_unit(walk->given, from + i - 1 + SOON);
        squares[i] = add_unit(walk, from + i - 1, next - stride, next);
    }
}

/* The moved units of a block, and half their squared lengths. */
static void move_units(Walk *walk, int64_t from, int64_t count, double *rows, double *halves)
{
    for (int64_t i = 0; i < count; i++) {
        fetch_unit(walk->given, from + i + SOON);
        halves[i] = 0.5 * add_unit(walk, from + i, walk->nothing, rows + i * walk->stride);
        walk->is_too_long |= !(halves[i] < LONGEST);
    }
}

/* The rows of a block and what is known of their lengths. */
static const double *rows_of(Walk *walk, int64_t block, const double **lengths)
{
    const int64_t from = block * BLOCK, left = walk->n - from, count = left < BLOCK ? left : BLOCK;
    const int is_near = walk->block - block < walk->n_held;
    const int64_t place = is_near ? block % walk->n_held : walk->n_held;
    double *rows = walk->held_rows + place * HELD_ROWS * walk->stride;
    double *known = walk->held_lengths + place * HELD_ROWS;
    if (walk->held[place] != block + 1) {
        for (int64_t i = 0; i < HELD_ROWS && walk->stride > walk->given->dim; i++)
            memset(rows + i * walk->stride + walk->given->dim, 0,
                   (size_t)(walk->stride - walk->given->dim) * sizeof(double));
        memset(rows + count * walk->stride, 0,
               (size_t)((HELD_ROWS - count) * walk->stride) * sizeof(double));
        if (walk->given->is_rbf)
            move_units(walk, from, count, rows, known);
        else
            run_sums(walk, from, count, rows, known);
        walk->held[place] = block + 1;
        walk->effort += 2 * count * walk->stride;
    }
    *lengths = known;
    return rows;
}

#endif
