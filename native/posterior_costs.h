/* Segment costs, a block of starts and a block of ends at a time.
 *
 * Spread: sums of rows are kept at the edges of blocks and rebuilt from the rows inside them,
 * always counted from the start a of the current block, so that no digits are lost.
 * Kernel: the sum over [s, t) is the sum over [s, a), which is kept for every start, plus twice
 * what lies between [s, a) and [a, t), plus the sum over [a, t).
 */
#ifndef EMBED_KCPD_POSTERIOR_COSTS_H
#define EMBED_KCPD_POSTERIOR_COSTS_H

#include "posterior_kept.h"

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

/* moved = the unit's row, moved */
static void move_unit(const Walk *walk, int64_t unit, double *restrict moved)
{
    const Posterior *given = walk->given;
    const double factor = given->factor[unit], shift = given->shift[unit];
    const double *restrict centre = given->centre;
    const int64_t dim = given->dim;
    if (given->is_double) {
        const double *restrict row = (const double *)given->rows + unit * dim;
#pragma omp simd
        for (int64_t j = 0; j < dim; j++)
            moved[j] = factor * row[j] - shift * centre[j];
    } else {
        const float *restrict row = (const float *)given->rows + unit * dim;
#pragma omp simd
        for (int64_t j = 0; j < dim; j++)
            moved[j] = factor * (double)row[j] - shift * centre[j];
    }
}

/* Ask for a row that is read soon. */
FETCHING void fetch_unit(const Posterior *given, int64_t unit)
{
    const int64_t size = given->dim * (int64_t)(given->is_double ? sizeof(double) : sizeof(float));
    const char *row = (const char *)given->rows + unit * size;
    for (int64_t j = 0; unit < given->n && j < size; j += 64)
        FETCH(row + j);
}

static double square_of(const double *restrict vector, int64_t stride)
{
    double square = 0.0;
#pragma omp simd reduction(+ : square)
    for (int64_t j = 0; j < stride; j++)
        square += vector[j] * vector[j];
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

/* Sums from a to the starts of an older block: all negative parts of what lies between. */
static void open_starts(Walk *walk, int64_t block)
{
    const double *here = walk->edges + walk->block * walk->stride;
    const double *there = walk->edges + block * walk->stride;
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
    memset(walk->end_sums, 0, (size_t)stride * sizeof(double));
    run_sums(walk, a, ends, walk->end_sums, walk->end_squares);
    for (int64_t j = 0; j < stride; j++)
        next[j] = here[j] + walk->end_sums[ends * stride + j];
    for (int64_t t = 1; t <= ends; t++)
        walk->flat[t] = spread_cost(given->spread[a + t] - given->spread[a], walk->end_squares[t],
                                    given->mass[a + t] - given->mass[a]);
    if (is_known)
        return;
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

/* The units from `from` on, moved. */
static void move_units(const Walk *walk, int64_t from, int64_t count, double *rows)
{
    for (int64_t i = 0; i < count; i++) {
        fetch_unit(walk->given, from + i + 4);
        move_unit(walk, from + i, rows + i * walk->stride);
    }
}

/* The units of the current block, moved; half their squared lengths are noted. */
static void read_units(Walk *walk)
{
    move_units(walk, walk->a, walk->b - walk->a, walk->end_sums);
    for (int64_t i = walk->a; i < walk->b; i++) {
        walk->half[i] = 0.5 * square_of(walk->end_sums + (i - walk->a) * walk->stride, walk->stride);
        walk->is_too_long |= !(walk->half[i] < LONGEST);
    }
}

/* Kernel values of a unit with the `count` units from `low` on, from its products with them. */
static void kernel_row(const Walk *walk, int64_t unit, int64_t low, int64_t count, double *row)
{
    const double *restrict half = walk->half + low, own = walk->half[unit];
#pragma omp simd
    for (int64_t i = 0; i < count; i++) {
        const double power = row[i] - own - half[i];
        row[i] = exponential(power < 0.0 ? power : 0.0);
    }
}

/* Kernel values between the units of the current block, by row, and those of an older one. */
static void cross_values(Walk *walk, int64_t low, double *values)
{
    const int64_t stride = walk->stride, ends = walk->b - walk->a;
    for (int64_t i = 0; i < BLOCK; i += 4) { /* four rows at a time stay near */
        move_units(walk, low + i, 4, walk->start_sums);
        products(walk->end_sums, ends, walk->start_sums, 4, stride, BLOCK, values + i);
    }
    for (int64_t t = 0; t < ends; t++)
        kernel_row(walk, walk->a + t, low, BLOCK, values + t * BLOCK);
    walk->effort += BLOCK * ends * stride;
}

/* Kernel values between each unit of the current block and those before it. */
static void own_values(Walk *walk, double *values)
{
    const int64_t stride = walk->stride, ends = walk->b - walk->a;
    for (int64_t t = 0; t < ends; t += 4)
        products(walk->end_sums + t * stride, 4, walk->end_sums, t + 4, stride, BLOCK,
                 values + t * BLOCK);
    for (int64_t t = 1; t < ends; t++)
        kernel_row(walk, walk->a + t, walk->a, t, values + t * BLOCK);
    walk->effort += ends * ends * stride / 2;
}

/* The units and the costs inside the current block. */
static void open_kernel(Walk *walk, int is_known)
{
    const int64_t a = walk->a, ends = walk->b - a;
    read_units(walk);
    if (!is_known) {
        double *joint = walk->terms; /* the sum over [s, t) for each s, as t moves on */
        own_values(walk, walk->own);
        memset(joint, 0, BLOCK * sizeof(double));
        for (int64_t t = 0; t < ends; t++) {
            double *row = walk->own + t * BLOCK, behind = 0.0;
            for (int64_t s = t; s >= 0; s--) {
                const double size = (double)(t + 1 - s);
                joint[s] += 1.0 + 2.0 * behind;
                behind += s > 0 ? row[s - 1] : 0.0;
                row[s] = joint[s] < size * size ? size - joint[s] / size : 0.0;
            }
        }
    }
    for (int64_t t = 1; t <= ends; t++)
        walk->flat[t] = walk->own[(t - 1) * BLOCK];
    memset(walk->crossing, 0, (BLOCK + 1) * sizeof(double));
}

/* values[t * BLOCK + i]: the sum of the kernel between the units a .. a + t and the units from the
 * block's start i on to the next block; `crossing` adds what lies between that and a. */
static void sum_crossing(Walk *walk, int64_t ends, double *values)
{
    for (int64_t t = 1; t < ends; t++)
#pragma omp simd
        for (int64_t i = 0; i < BLOCK; i++)
            values[t * BLOCK + i] += values[(t - 1) * BLOCK + i];
    for (int64_t low = 0; low < ends; low += 4) { /* sums side by side: none waits for itself */
        double *restrict behind = walk->crossing + low + 1;
        double *restrict one = values + low * BLOCK, *restrict two = one + BLOCK;
        double *restrict three = two + BLOCK, *restrict four = three + BLOCK;
        double first = behind[0], second = behind[1], third = behind[2], fourth = behind[3];
        for (int64_t i = BLOCK - 1; i >= 0; i--) {
            one[i] = first += one[i];
            two[i] = second += two[i];
            three[i] = third += three[i];
            four[i] = fourth += four[i];
        }
        behind[0] = first, behind[1] = second, behind[2] = third, behind[3] = fourth;
    }
}

/* Costs from an older block; blocks must come from the nearest to the oldest. */
static void cross_kernel(Walk *walk, int64_t block, double *costs)
{
    const int64_t low = block * BLOCK, ends = walk->b - walk->a;
    const double *restrict joint = walk->joint + low;
    cross_values(walk, low, costs);
    sum_crossing(walk, ends, costs);
    for (int64_t t = 0; t < ends; t++) {
        const double length = (double)(t + 1), inside = length * (length - walk->flat[t + 1]);
        const double longest = (double)(walk->a + t + 1 - low);
        const double *restrict share = walk->inverses + (walk->n - (walk->a + t + 1 - low));
        double *restrict row = costs + t * BLOCK;
#pragma omp simd
        for (int i = 0; i < BLOCK; i++) {
            const double size = longest - (double)i;
            const double cost = size - (joint[i] + 2.0 * row[i] + inside) * share[i];
            row[i] = cost > 0.0 ? cost : 0.0;
        }
    }
}

/* The sums over [s, b) for the starts of a block, from their costs at b. */
static void carry_joint(Walk *walk, int64_t block, const double *costs)
{
    const double *row = costs + (walk->b - walk->a - 1) * BLOCK;
    const int64_t low = block * BLOCK, high = low + BLOCK < walk->b ? low + BLOCK : walk->b;
    for (int64_t s = low; s < high; s++) {
        const double size = (double)(walk->b - s);
        walk->joint[s] = size * (size - row[s - low]);
    }
}

/* Open block `block`: its own costs, and how much costs grow in it. */
static void open_block(Walk *walk, int64_t block)
{
    int is_old;
    walk->block = block;
    walk->a = block * BLOCK;
    walk->b = walk->a + BLOCK < walk->n ? walk->a + BLOCK : walk->n;
    is_old = is_known(walk, block);
    walk->own = costs_of(walk, block, walk->own_room);
    if (walk->given->is_rbf)
        open_kernel(walk, is_old);
    else
        open_spread(walk, is_old);
}

/* The costs from an older block to the current one. */
static const double *cross_costs(Walk *walk, int64_t older)
{
    const int is_old = is_known(walk, older) && !walk->is_fresh;
    double *costs = costs_of(walk, older, walk->costs);
    if (is_old)
        return costs;
    if (walk->given->is_rbf)
        cross_kernel(walk, older, costs);
    else
        cross_spread(walk, older, costs);
    return costs;
}

#endif
