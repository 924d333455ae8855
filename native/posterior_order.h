/* What the order of the units is judged by, from the products that kernel costs are made of.
 *
 * A moved unit is y = f (x - m), with f the factor and m the centre, so the product of two units
 * is x . x' = y . y' / f^2 + z + z' with z = y . m / f + |m|^2 / 2.
 */
#ifndef EMBED_KCPD_POSTERIOR_ORDER_H
#define EMBED_KCPD_POSTERIOR_ORDER_H

#include "posterior_rows.h"

/* z for `count` rows of a block. */
static void own_parts(const Walk *walk, const double *rows, int64_t count, double *parts)
{
    const double *restrict centre = walk->given->centre;
    const double factor = walk->given->factor[0];
    double square = 0.0;
    for (int64_t j = 0; j < walk->given->dim; j++)
        square += centre[j] * centre[j];
    for (int64_t i = 0; i < count; i++) {
        const double *restrict row = rows + i * walk->stride;
        double along = 0.0;
#pragma omp simd reduction(+ : along)
        for (int64_t j = 0; j < walk->given->dim; j++)
            along += row[j] * centre[j];
        parts[i] = along / factor + 0.5 * square;
    }
}

/* Take note of the products of unit `unit` with the `count` units from `low` on. */
static void note_row(const Walk *walk, int64_t unit, double own, int64_t low, int64_t count,
                     const double *restrict parts, const double *restrict row)
{
    OrderSums *order = walk->given->order;
    const double factor = walk->given->factor[0], inverse = 1.0 / (factor * factor);
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
    if (low + count == unit)
        order->neighbours += row[count - 1] * inverse + own + parts[count - 1];
}

/* Take note of the products of the current block's units, by row, with those of an older block, or
 * with those before them in their own block. */
static void note_products(const Walk *walk, int64_t block, const double *rows, const double *values)
{
    const int64_t ends = walk->b - walk->a, is_own = block == walk->block;
    double own[BLOCK], parts[BLOCK];
    own_parts(walk, walk->end_sums, ends, own);
    own_parts(walk, rows, is_own ? ends : BLOCK, parts);
    for (int64_t t = is_own; t < ends; t++)
        note_row(walk, walk->a + t, own[t], block * BLOCK, is_own ? t : BLOCK, parts,
                 values + t * BLOCK);
}

#endif
