/* Segment costs of a kernel, a block of starts and a block of ends at a time.
 *
 * The sum over [s, t) is the sum over [s, a), which is kept for every start, plus twice what lies
 * between [s, a) and [a, t), plus the sum over [a, t).
 */
#ifndef EMBED_KCPD_POSTERIOR_KERNEL_H
#define EMBED_KCPD_POSTERIOR_KERNEL_H

#include "posterior_order.h"

#define SOON 4  /* rows after which one that is asked for now is read */
#define LINE 64 /* bytes that come from memory together */

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
    for (int64_t j = 0; unit < given->n && j < size; j += LINE)
        FETCH(row + j);
}

/* The units from `from` on, moved. */
static void move_units(const Walk *walk, int64_t from, int64_t count, double *rows)
{
    for (int64_t i = 0; i < count; i++) {
        fetch_unit(walk->given, from + i + SOON);
        move_unit(walk, from + i, rows + i * walk->stride);
    }
}

/* The units of the current block, moved; half their squared lengths are noted. */
static void read_units(Walk *walk)
{
    if (walk->ended == walk->block + 1)
        return;
    walk->ended = walk->block + 1;
    move_units(walk, walk->a, walk->b - walk->a, walk->end_sums);
    for (int64_t i = walk->a; i < walk->b; i++) {
        const double *row = walk->end_sums + (i - walk->a) * walk->stride;
        walk->half[i] = 0.5 * square_of(row, walk->stride);
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
    read_units(walk);
    for (int64_t i = 0; i < BLOCK; i += 4) { /* four rows at a time stay near */
        move_units(walk, low + i, 4, walk->start_sums);
        products(walk->end_sums, ends, walk->start_sums, 4, stride, BLOCK, values + i);
    }
    if (walk->given->order)
        note_products(walk, low, values);
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
    if (walk->given->order)
        note_products(walk, walk->a, values);
    for (int64_t t = 1; t < ends; t++)
        kernel_row(walk, walk->a + t, walk->a, t, values + t * BLOCK);
    walk->effort += ends * ends * stride / 2;
}

/* The units and the costs inside the current block. */
static void open_kernel(Walk *walk, int is_known)
{
    const int64_t ends = walk->b - walk->a;
    if (!is_known) {
        double *joint = walk->terms; /* the sum over [s, t) for each s, as t moves on */
        read_units(walk);
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

#endif
