/* Segment costs by sums of rows, a block of starts and a block of ends at a time.
 *
 * Sums are kept at the edges of blocks and rebuilt from the rows inside them, always counted from
 * the start a of the current block, so that no digits are lost.
 */
#ifndef EMBED_KCPD_POSTERIOR_SPREAD_H
#define EMBED_KCPD_POSTERIOR_SPREAD_H

#include "posterior_state.h"

/* next = before + the unit's part in the sum of its segment; answers |next|^2 */
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

static double spread_cost(double spread, double square, double mass)
{
    const double cost = spread - fmax(square, 0.0) / fmax(mass, 1e-100);
    return cost > 0.0 ? cost : 0.0;
}

/* Running sums from `from` (row 0) over the next `count` units, and their squared lengths. */
static void run_sums(Walk *walk, int64_t from, int64_t count, double *sums, double *squares)
{
    const int64_t stride = walk->stride;
    squares[0] = square_of(sums, stride);
    for (int64_t i = 1; i <= count; i++) {
        double *next = sums + i * stride;
        squares[i] = add_unit(walk, from + i - 1, next - stride, next);
    }
    walk->effort += 2 * count * stride;
}

/* Sums from a to the edges of the current block; only where something is computed from them. */
static void open_ends(Walk *walk)
{
    if (walk->ended == walk->block + 1)
        return;
    walk->ended = walk->block + 1;
    memset(walk->end_sums, 0, (size_t)walk->stride * sizeof(double));
    run_sums(walk, walk->a, walk->b - walk->a, walk->end_sums, walk->end_squares);
}

/* Sums from a to the starts of an older block: all negative parts of what lies between. */
static void open_starts(Walk *walk, int64_t block)
{
    const double *here = walk->edges + walk->block * walk->stride;
    const double *there = walk->edges + block * walk->stride;
    open_ends(walk);
    if (walk->started == block + 1)
        return;
    walk->started = block + 1;
    walk->measured = 0;
    for (int64_t j = 0; j < walk->stride; j++)
        walk->start_sums[j] = there[j] - here[j];
    run_sums(walk, block * BLOCK, BLOCK - 1, walk->start_sums, walk->start_squares);
}

/* Turn products of sums into costs, for starts from `low` on and ends after a. */
static void spread_costs(const Walk *walk, int64_t low, int64_t starts,
                         const double *restrict squares, double *costs)
{
    const Posterior *given = walk->given;
    const double *restrict spread = given->spread + low, *restrict mass = given->mass + low;
    for (int64_t t = 1; t <= walk->b - walk->a; t++) {
        const int64_t end = walk->a + t;
        const double here = given->spread[end], all = given->mass[end] + given->ridge;
        const double square = walk->end_squares[t];
        double *restrict row = costs + (t - 1) * BLOCK;
#pragma omp simd
        for (int64_t i = 0; i < starts; i++) {
            const double length = square + squares[i] - 2.0 * row[i], held = all - mass[i];
            const double cost = here - spread[i] -
                                (length > 0.0 ? length : 0.0) / (held > 1e-100 ? held : 1e-100);
            row[i] = cost > 0.0 ? cost : 0.0;
        }
    }
}

/* Sums, costs and growth inside the current block, and the sum at its end. */
static void open_spread(Walk *walk, int is_known)
{
    const Posterior *given = walk->given;
    const int64_t stride = walk->stride, a = walk->a, ends = walk->b - a;
    const double *here = walk->edges + walk->block * stride;
    double *next = walk->edges + (walk->block + 1) * stride;
    if (is_known)
        return;
    open_ends(walk);
    for (int64_t j = 0; j < stride; j++)
        next[j] = here[j] + walk->end_sums[ends * stride + j];
    for (int64_t t = 1; t <= ends; t++)
        walk->flat[t] = spread_cost(given->spread[a + t] - given->spread[a], walk->end_squares[t],
                                    given->mass[a + t] - given->mass[a]);
    for (int64_t t = 0; t < ends; t += 4) /* only starts before an end */
        products(walk->end_sums + (t + 1) * stride, 4, walk->end_sums, t + 4, stride, BLOCK,
                 walk->own + t * BLOCK);
    spread_costs(walk, a, ends, walk->end_squares, walk->own);
    walk->effort += ends * ends * stride / 2;
}

static void cross_spread(Walk *walk, int64_t block, double *costs)
{
    const int64_t stride = walk->stride, ends = walk->b - walk->a;
    open_starts(walk, block);
    products(walk->end_sums + stride, ends, walk->start_sums, BLOCK, stride, BLOCK, costs);
    spread_costs(walk, block * BLOCK, BLOCK, walk->start_squares, costs);
    walk->effort += BLOCK * ends * stride;
}

#endif
