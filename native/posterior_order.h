/* What the order of the units is judged by, from the products that kernel costs are made of.
 *
 * A moved unit is y = f (x - m), with f the factor and m the centre, so the product of two units
 * is x . x' = y . y' / f^2 + z + z' with z = y . m / f + |m|^2 / 2.
 */
#ifndef EMBED_KCPD_POSTERIOR_ORDER_H
#define EMBED_KCPD_POSTERIOR_ORDER_H

#include "posterior_state.h"

/* z of each unit of the current block. */
static void find_parts(const Walk *walk)
{
    const Posterior *given = walk->given;
    const double *restrict centre = given->centre;
    double square = 0.0;
    for (int64_t j = 0; j < given->dim; j++)
        square += centre[j] * centre[j];
    for (int64_t i = walk->a; i < walk->b; i++) {
        const double *restrict row = walk->end_sums + (i - walk->a) * walk->stride;
        double along = 0.0;
#pragma omp simd reduction(+ : along)
        for (int64_t j = 0; j < given->dim; j++)
            along += row[j] * centre[j];
        given->order->parts[i] = along / given->factor[i] + 0.5 * square;
    }
}

/* Take note of the products of a unit with the `count` units from `low` on. */
static void note_row(const Walk *walk, int64_t unit, int64_t low, int64_t count,
                     const double *restrict row)
{
    OrderSums *order = walk->given->order;
    const double factor = walk->given->factor[unit], inverse = 1.0 / (factor * factor);
    const double *restrict parts = order->parts + low, own = order->parts[unit];
    double *restrict per_unit = order->per_unit + low, sum = 0.0, squares = 0.0;
#pragma omp simd reduction(+ : sum, squares)
    for (int64_t i = 0; i < count; i++) {
        const double product = row[i] * inverse + own + parts[i];
        per_unit[i] += product;
        sum += product;
        squares += product * product;
    }
    order->per_unit[unit] += sum;
    order->squares += 2.0 * squares;
    if (count > 0 && low + count == unit)
        order->neighbours += row[count - 1] * inverse + own + parts[count - 1];
}

/* Take note of the products of the current block's units, by row, with those of the block that
 * begins at `low`; in the current block itself, with those before them.  That one comes first. */
static void note_products(const Walk *walk, int64_t low, const double *values)
{
    const int64_t is_own = low == walk->a;
    if (is_own)
        find_parts(walk);
    for (int64_t t = 0; t < walk->b - walk->a; t++)
        note_row(walk, walk->a + t, low, is_own ? t : BLOCK, values + t * BLOCK);
}

#endif
