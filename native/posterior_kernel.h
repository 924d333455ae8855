/* Segment costs of a kernel, a block of starts and a block of ends at a time.
 *
 * The sum over [s, t) is the sum over [s, a), which is kept for every start, plus twice what lies
 * between [s, a) and [a, t), plus the sum over [a, t).
 */
#ifndef EMBED_KCPD_POSTERIOR_KERNEL_H
#define EMBED_KCPD_POSTERIOR_KERNEL_H

#include "posterior_order.h"

/* Kernel values from products; `own` and `halves` are half the squared lengths. */
static void kernel_row(double own, const double *restrict halves, int64_t count, double *row)
{
#pragma omp simd
    for (int64_t i = 0; i < count; i++) {
        const double power = row[i] - own - halves[i];
        row[i] = exponential(power < 0.0 ? power : 0.0);
    }
}

/* Kernel values between the units of the current block, by row, and those of an older one. */
static void cross_values(Walk *walk, int64_t block, double *values)
{
    const int64_t stride = walk->stride, ends = walk->b - walk->a;
    const double *halves, *rows = rows_of(walk, block, &halves);
    walk->end_sums = rows_of(walk, walk->block, &walk->end_squares);
    products(walk->end_sums, ends, rows, BLOCK, stride, BLOCK, values);
    if (walk->given->order)
        note_products(walk, block, rows, values);
    for (int64_t t = 0; t < ends; t++)
        kernel_row(walk->end_squares[t], halves, BLOCK, values + t * BLOCK);
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
        note_products(walk, walk->block, walk->end_sums, values);
    for (int64_t t = 1; t < ends; t++)
        kernel_row(walk->end_squares[t], walk->end_squares, t, values + t * BLOCK);
    walk->effort += ends * ends * stride / 2;
}

/* The units and the costs inside the current block. */
static void open_kernel(Walk *walk, int is_known)
{
    const int64_t ends = walk->b - walk->a;
    if (!is_known) {
        double *joint = walk->terms; /* the sum over [s, t) for each s, as t moves on */
        walk->end_sums = rows_of(walk, walk->block, &walk->end_squares);
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
    cross_values(walk, block, costs);
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
