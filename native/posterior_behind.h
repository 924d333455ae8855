/* Blocks of starts that fall behind because the topic changes.
 *
 * Let x be the mean of the units [s, a), M their mass and the ridge, y the mean of [a, t) and m its
 * mass.  With C0 the cost without ridge,
 *
 *   C(s, t) = C(s, a) + C0(a, t) + M m / (M + m) |x - y|^2.
 *
 * The walk's first bound leaves the last term out.  Here it is bounded from below for all starts of
 * an older block at once, since their means are near the mean z from the middle of the block on.
 * With B the sum of the block's rows, p the part of its mass before a start and c' as in
 * posterior_quick.h,
 *
 *   x - z = ((1/2 - p) (B - mass(B) z) - c') / M,
 *
 * which is no longer than (|B - mass(B) z| / 2 + |c'|) / M.
 */
#ifndef EMBED_KCPD_POSTERIOR_BEHIND_H
#define EMBED_KCPD_POSTERIOR_BEHIND_H

#include "posterior_quick.h"

#define WORTH_A_LOOK 1.0    /* what a look has to take off the log of a share */
#define MEANS_ROUNDING 1e-7 /* of a distance between means, beside their lengths */

/* How an older block falls behind at the ends of the current one. */
typedef struct {
    double ahead;  /* log of its share of any end's sum, less that of its terms at a, at most */
    double growth; /* by how much more than C0 its costs grow up to b, at least */
} Behind;

#define NOT_BEHIND {INFINITY, 0.0} /* nothing is known */

/* Products of the sums from the middles of MIDDLES neighbouring blocks with those to each end. */
static void meet_middles(Walk *walk, int64_t older)
{
    const int64_t stride = walk->stride, from = older / MIDDLES * MIDDLES;
    const double *here = walk->edges + walk->block * stride;
    if (walk->met == from + 1)
        return;
    walk->met = from + 1;
    open_ends(walk);
    memset(walk->middles, 0, (size_t)(MIDDLES * stride) * sizeof(double));
    for (int64_t k = 0; k < MIDDLES && from + k < walk->block; k++) {
        const double *restrict low = walk->edges + (from + k) * stride, *restrict high = low + stride;
        double *restrict middle = walk->middles + k * stride;
        for (int64_t j = 0; j < stride; j++)
            middle[j] = here[j] - 0.5 * (low[j] + high[j]);
    }
    products(walk->end_sums + stride, walk->b - walk->a, walk->middles, MIDDLES, stride, MIDDLES,
             walk->meets);
    walk->effort += MIDDLES * BLOCK * stride;
}

/* Bounds for all starts of an older block at once, at the ends of the current one. */
static Behind look_behind(Walk *walk, int64_t older)
{
    const Posterior *given = walk->given;
    const int64_t stride = walk->stride, low = older * BLOCK, count = walk->b - walk->a;
    const double *mass = given->mass, *there = walk->edges + older * stride;
    const double *squares = walk->end_squares, *rivals = walk->rivals;
    const double whole = mass[low + BLOCK] - mass[low], inverse = walk->inverse;
    const double held = mass[walk->a] - 0.5 * (mass[low] + mass[low + BLOCK]) + given->ridge;
    const double least = mass[walk->a] - mass[low + BLOCK - 1] + given->ridge;
    const double *restrict middle, *restrict meets;
    double square = 0.0, width = 0.0, radius, ahead = -INFINITY, growths[BLOCK];
    Behind behind = NOT_BEHIND;
    if (!(least > 0.0) || !walk->bent)
        return behind;
    if (!walk->has_bend[older])
        bend_older(walk, older);
    meet_middles(walk, older);
    middle = walk->middles + older % MIDDLES * stride;
    meets = walk->meets + older % MIDDLES;
#pragma omp simd reduction(+ : square, width)
    for (int64_t j = 0; j < stride; j++) {
        const double mean = middle[j] / held, off = there[stride + j] - there[j] - whole * mean;
        square += mean * mean;
        width += off * off;
    }
    radius = (0.5 * sqrt(width) + walk->bend[3 * older]) / least + MEANS_ROUNDING * sqrt(square);
#pragma omp simd reduction(max : ahead)
    for (int64_t t = 0; t < count; t++) {
        const double here = mass[walk->a + 1 + t] - mass[walk->a];
        const double one = 1.0 / (here > 1e-100 ? here : 1e-100);
        const double other = squares[t + 1] * one * one;
        const double apart = square - 2.0 * meets[t * MIDDLES] * one / held + other;
        const double rest = sqrt(apart > 0.0 ? apart : 0.0) - radius - MEANS_ROUNDING * sqrt(other);
        const double growth = rest > 0.0 ? rest * rest * least * here / (least + here) : 0.0;
        const double above = -growth * inverse - rivals[t + 1];
        growths[t] = growth;
        ahead = above > ahead ? above : ahead;
    }
    behind.ahead = ahead;
    behind.growth = growths[count - 1];
    return behind;
}

#endif
