/* Segment costs by sums of rows, a block of starts and a block of ends at a time.
 *
 * Sums run from the edges of blocks, and the squared length of what lies between two edges is added
 * up from the parts before and after a, the start of the current block, so that no digits are lost.
 */
#ifndef EMBED_KCPD_POSTERIOR_SPREAD_H
#define EMBED_KCPD_POSTERIOR_SPREAD_H

#include "posterior_rows.h"

static double spread_cost(double spread, double square, double mass)
{
    const double cost = spread - fmax(square, 0.0) / fmax(mass, 1e-100);
    return cost > 0.0 ? cost : 0.0;
}

/* The sums of the current block; they are made only where something is computed from them. */
static void open_ends(Walk *walk)
{
    walk->end_sums = rows_of(walk, walk->block, &walk->end_squares);
}

/* The sums of an older block: from the start s of a segment to a it is what lies between the
 * block's start and a, less the running sum up to s. */
static void open_starts(Walk *walk, int64_t block)
{
    const int64_t stride = walk->stride;
    const double *here = walk->edges + walk->block * stride;
    const double *there = walk->edges + block * stride;
    const double *squares;
    double *restrict between = walk->between, dots[BLOCK], square;
    if (walk->started == block + 1)
        return;
    walk->started = block + 1;
    open_ends(walk);
    for (int64_t j = 0; j < stride; j++)
        between[j] = here[j] - there[j];
    square = square_of(between, stride);
    walk->start_sums = rows_of(walk, block, &squares);
    dots_with(between, walk->start_sums, BLOCK, stride, dots);
    for (int64_t i = 0; i < BLOCK; i++)
        walk->start_squares[i] = square + squares[i] - 2.0 * dots[i];
    walk->effort += BLOCK * stride;
}

/* Turn products of sums into costs, for starts from `low` on and ends after a. */
static void spread_costs(const Walk *walk, int64_t low, int64_t starts,
                         const double *restrict squares, const double *restrict end_squares,
                         double *costs)
{
    const Posterior *given = walk->given;
    const double *restrict spread = given->spread + low, *restrict mass = given->mass + low;
    for (int64_t t = 1; t <= walk->b - walk->a; t++) {
        const int64_t end = walk->a + t;
        const double here = given->spread[end], all = given->mass[end] + given->ridge;
        const double square = end_squares[t];
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
    spread_costs(walk, a, ends, walk->end_squares, walk->end_squares, walk->own);
    walk->effort += ends * ends * stride / 2;
}

static void cross_spread(Walk *walk, int64_t block, double *costs)
{
    const int64_t stride = walk->stride, ends = walk->b - walk->a;
    double dots[BLOCK + 4];
    open_starts(walk, block);
    dots_with(walk->between, walk->end_sums + stride, ends, stride, dots);
    for (int64_t t = 1; t <= ends; t++)
        walk->reach_squares[t] = walk->end_squares[t] + 2.0 * dots[t - 1];
    products(walk->end_sums + stride, ends, walk->start_sums, BLOCK, stride, BLOCK, costs);
    spread_costs(walk, block * BLOCK, BLOCK, walk->start_squares, walk->reach_squares, costs);
    walk->effort += BLOCK * ends * stride;
}

#endif
