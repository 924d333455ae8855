/* Segment costs by products in float32, or without them.
 *
 * Let c(i) be the sum of the first i rows of an older block, B that of all its rows, v(t) and V the
 * same of the current block, and E what lies between the starts of the two.  A segment from the
 * start i to the end t has the sum E - c(i) + v(t), so its squared length is
 *
 *   |E - c(i)|^2 + |v(t)|^2 + 2 E . v(t) - 2 c(i) . v(t).
 *
 * Only the last product is one for each pair.  With p(i) and q(t) the parts of the blocks' masses
 * that are passed, c'(i) = c(i) - p(i) B and v'(t) = v(t) - q(t) V, it is
 *
 *   c(i) . v(t) = p(i) B . v(t) + q(t) V . c'(i) + c'(i) . v'(t),
 *
 * where c' and v' are what a block's running sums do beside going straight on.  They begin and end
 * at zero and stay short.  Their products alone are in float32, or are left out (PAIR_ROUGH); all
 * else is in float64.  posterior_kinds.h says where that will do.  Their lengths are kept for all
 * blocks, they themselves for the newest, and for one older block.
 */
#ifndef EMBED_KCPD_POSTERIOR_QUICK_H
#define EMBED_KCPD_POSTERIOR_QUICK_H

#include "posterior_spread.h"
#include "products_float.h"

#define QUICK_ROOM (1 << 21) /* numbers of float32 that are kept: 8 MB, the newest blocks */

/* Room for the newest blocks; 0 without memory. */
static int reserve_quick(Walk *walk)
{
    const int64_t wide = (walk->given->dim + 15) / 16 * 16, most = QUICK_ROOM / (BLOCK * wide);
    const int64_t blocks = walk->n_blocks < most ? walk->n_blocks : most;
    if (walk->given->is_rbf || blocks < 3)
        return 1;
    walk->wide = wide;
    walk->n_bent = blocks;
    walk->bent = reserve((blocks + 1) * BLOCK * wide, sizeof(float));
    walk->bent_block = reserve(blocks + 1, sizeof(int64_t));
    walk->has_bend = reserve(walk->n_blocks, sizeof(unsigned char));
    walk->bends = reserve(walk->n_blocks * BLOCK + 1, sizeof(double));
    walk->bend = reserve(3 * walk->n_blocks, sizeof(double));
    walk->part = reserve(walk->n_blocks * BLOCK + 1, sizeof(double));
    walk->inside = reserve(walk->n_blocks * BLOCK + 1, sizeof(double));
    walk->start_along = reserve(BLOCK, sizeof(double));
    walk->between = reserve(2 * walk->stride, sizeof(double));
    return walk->bent && walk->bent_block && walk->has_bend && walk->bends && walk->bend && walk->part &&
           walk->inside && walk->start_along && walk->between;
}

/* The place of a block: one of the newest, or the one beyond them. */
static int64_t bent_place(const Walk *walk, int64_t block)
{
    return walk->block - block < walk->n_bent ? block % walk->n_bent : walk->n_bent;
}

static float *bent_of(const Walk *walk, int64_t block)
{
    return walk->bent + bent_place(walk, block) * BLOCK * walk->wide;
}

static int is_bent(const Walk *walk, int64_t block)
{
    return walk->bent_block[bent_place(walk, block)] == block + 1;
}

/* c' of a block and its lengths, the part of its mass before each edge, and |c|^2, from sums and their squares. */
static void bend_sums(Walk *walk, int64_t block, int64_t count, const double *sums,
                      const double *squares)
{
    const int64_t low = block * BLOCK, stride = walk->stride;
    const double *mass = walk->given->mass + low, *restrict all = sums + count * stride;
    const double whole = mass[count] - mass[0];
    double *bend = walk->bend + 3 * block;
    walk->bent_block[bent_place(walk, block)] = block + 1;
    walk->has_bend[block] = 1;
    bend[0] = bend[1] = bend[2] = 0.0;
    for (int64_t i = 0; i < count; i++) {
        const double *restrict sum = sums + i * stride;
        const double passed = whole > 0.0 ? (mass[i] - mass[0]) / whole : 0.0;
        float *restrict bent = bent_of(walk, block) + i * walk->wide;
        double square = 0.0;
#pragma omp simd reduction(+ : square)
        for (int64_t j = 0; j < stride; j++) {
            const double rest = sum[j] - passed * all[j];
            bent[j] = (float)rest;
            square += rest * rest;
        }
        walk->part[low + i] = passed;
        walk->inside[low + i] = squares[i];
        walk->bends[low + i] = sqrt(square);
        bend[0] = fmax(bend[0], sqrt(square));
        if (i > 0) {
            bend[1] = fmax(bend[1], sqrt(square / (mass[i] - mass[0])));
            bend[2] = fmax(bend[2], sqrt(square / (mass[count] - mass[i])));
        }
    }
    memset(bent_of(walk, block) + count * walk->wide, 0,
           (size_t)((BLOCK - count) * walk->wide) * sizeof(float));
}

static void bend_current(Walk *walk)
{
    open_ends(walk);
    bend_sums(walk, walk->block, walk->b - walk->a, walk->end_sums, walk->end_squares);
}

static void bend_older(Walk *walk, int64_t older)
{
    walk->started = walk->measured = 0;
    memset(walk->start_sums, 0, (size_t)walk->stride * sizeof(double));
    run_sums(walk, older * BLOCK, BLOCK, walk->start_sums, walk->start_squares);
    bend_sums(walk, older, BLOCK, walk->start_sums, walk->start_squares);
}

/* Have the lengths of c' of an older block and of v' of the current one. */
static void measure_bends(Walk *walk, int64_t older)
{
    if (!walk->has_bend[walk->block])
        bend_current(walk);
    if (!walk->has_bend[older])
        bend_older(walk, older);
}

/* Have c' and v' themselves. */
static void bend_blocks(Walk *walk, int64_t older)
{
    if (!is_bent(walk, walk->block))
        bend_current(walk);
    if (!is_bent(walk, older))
        bend_older(walk, older);
}

/* Products of two vectors with four rows: the first has both[0 .. 3], the second both[4 .. 7]. */
#define DEFINE_ALONG(name, type)                                                                   \
    static void name(const double *restrict p, const double *restrict q, const type *rows,         \
                     int64_t dim, double *both)                                                    \
    {                                                                                              \
        const type *restrict a = rows, *restrict b = a + dim;                                      \
        const type *restrict c = b + dim, *restrict d = c + dim;                                   \
        double pa = 0.0, pb = 0.0, pc = 0.0, pd = 0.0, qa = 0.0, qb = 0.0, qc = 0.0, qd = 0.0;     \
        _Pragma("omp simd reduction(+ : pa, pb, pc, pd, qa, qb, qc, qd)")                          \
        for (int64_t j = 0; j < dim; j++) {                                                        \
            pa += p[j] * a[j], pb += p[j] * b[j], pc += p[j] * c[j], pd += p[j] * d[j];            \
            qa += q[j] * a[j], qb += q[j] * b[j], qc += q[j] * c[j], qd += q[j] * d[j];            \
        }                                                                                          \
        both[0] = pa, both[1] = pb, both[2] = pc, both[3] = pd;                                    \
        both[4] = qa, both[5] = qb, both[6] = qc, both[7] = qd;                                    \
    }

DEFINE_ALONG(along_doubles, double)
DEFINE_ALONG(along_floats, float)

static double product_of(const double *restrict p, const double *restrict q, int64_t length)
{
    double sum = 0.0;
#pragma omp simd reduction(+ : sum)
    for (int64_t j = 0; j < length; j++)
        sum += p[j] * q[j];
    return sum;
}

/* E, from an older block's start to a. */
static void find_between(const Walk *walk, int64_t older, double *between)
{
    const double *here = walk->edges + walk->block * walk->stride;
    const double *there = walk->edges + older * walk->stride;
    for (int64_t j = 0; j < walk->stride; j++)
        between[j] = here[j] - there[j];
}

/* |E - c|^2 and V . c' for each start of an older block, from its rows. */
static void measure_starts(Walk *walk, int64_t older)
{
    const Posterior *given = walk->given;
    const int64_t stride = walk->stride, dim = given->dim, low = older * BLOCK;
    const double *all = walk->end_sums + (walk->b - walk->a) * stride;
    double *between = walk->between, *block_sum = between + stride;
    double lengths, meeting, e = 0.0, v = 0.0, centre_e, centre_v, both[8];
    if (walk->measured == older + 1)
        return;
    walk->measured = older + 1;
    walk->started = 0;
    open_ends(walk);
    find_between(walk, older, between);
    for (int64_t j = 0; j < stride; j++)
        block_sum[j] = walk->edges[(older + 1) * stride + j] - walk->edges[older * stride + j];
    lengths = square_of(between, stride);
    meeting = product_of(block_sum, all, stride);
    centre_e = product_of(between, given->centre, dim);
    centre_v = product_of(all, given->centre, dim);
    for (int64_t i = 0; i < BLOCK; i++) {
        const double factor = given->factor[low + i], shift = given->shift[low + i];
        if (i % 4 == 0 && given->is_double)
            along_doubles(between, all, (const double *)given->rows + (low + i) * dim, dim, both);
        else if (i % 4 == 0)
            along_floats(between, all, (const float *)given->rows + (low + i) * dim, dim, both);
        walk->start_squares[i] = lengths - 2.0 * e + walk->inside[low + i];
        walk->start_along[i] = v - walk->part[low + i] * meeting;
        e += factor * both[i % 4] - shift * centre_e;
        v += factor * both[4 + i % 4] - shift * centre_v;
    }
    walk->effort += 2 * BLOCK * stride;
}

/* The costs from an older block to the current one, by products in float32 or without them. */
static void cross_quick(Walk *walk, int64_t older, PairKind kind, double *costs)
{
    const int64_t stride = walk->stride, wide = walk->wide, ends = walk->b - walk->a;
    const float *left = bent_of(walk, walk->block), *right = bent_of(walk, older);
    const double *restrict part = walk->part + older * BLOCK, *restrict along = walk->start_along;
    float dots[BLOCK * BLOCK];
    double both[8];
    if (kind == PAIR_ROUGH)
        memset(dots, 0, sizeof dots);
    else
        bend_blocks(walk, older);
    measure_starts(walk, older);
    for (int64_t i = 0; i < BLOCK && kind == PAIR_QUICK; i += 4)
        for (int64_t t = 0; t < ends; t += 4)
            tile_singles(left + t * wide, right + i * wide, wide, BLOCK, dots + t * BLOCK + i);
    for (int64_t t = 1; t <= ends; t++) {
        const int64_t k = (t - 1) % 4;
        const double passed = t < ends ? walk->part[walk->a + t] : 1.0;
        const float *restrict bent = dots + (t < ends ? t : 0) * BLOCK;
        double *restrict row = costs + (t - 1) * BLOCK, ahead, aside;
        if (k == 0)
            along_doubles(walk->between, walk->between + stride, walk->end_sums + t * stride,
                          stride, both);
        ahead = both[k], aside = both[4 + k];
#pragma omp simd
        for (int64_t i = 0; i < BLOCK; i++)
            row[i] = part[i] * aside + passed * along[i] + (double)bent[i] - ahead;
    }
    spread_costs(walk, older * BLOCK, BLOCK, walk->start_squares, costs);
    walk->effort += BLOCK * ends * stride / 2;
}

#endif
