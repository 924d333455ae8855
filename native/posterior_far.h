/* Far blocks of starts, summed without looking at every pair.
 *
 * Let u be the sum of the rows from a start s to a, m its mass with the ridge, v and mu those of
 * the rows from a to an end t.  Then, with `spread` the weighted squares between a and t,
 *
 *   term(s, t) = term(s, a) - (spread - (|u + v|^2 / (m + mu) - |u|^2 / m)) / temperature.
 *
 * Far from a the starts of a block hardly differ in u / m, so the log of the sum of their terms
 * is, to second order, the log of the sum at a plus the mean of the rest over the starts, each
 * weighed by its term at a, plus half its variance.  The mean needs the mean of u alone.  The
 * variance, nearly all of it that of 2 u . v / (m + mu), is measured at FAR_ENDS ends and is
 * interpolated between them; it must be small (far_tolerance), or every pair is looked at.
 */
#ifndef EMBED_KCPD_POSTERIOR_FAR_H
#define EMBED_KCPD_POSTERIOR_FAR_H

#include "posterior_costs.h"

#define FAR_ENDS 4          /* a power of two: ends at which a variance is measured */
#define FAR_VARIANCE 0.01   /* no block with more is seen as one, however small its share */
#define FAR_UNREACHED 1e-18 /* probability of an end below which nothing is passed on */

/* A block of starts seen from the current block. */
typedef struct {
    double total;             /* log of the sum of the terms at a */
    double mass, square;      /* means of m and |u|^2 */
    double after, squared;    /* mean number of boundaries expected up to a start; its square */
    double share[BLOCK];      /* of each start in the sum at a */
} Far;

/* Shares of a block's starts at a, from start_sums (which hold -u), and the mean of -u. */
static void weigh_starts(Walk *walk, int64_t block, Far *far)
{
    const Posterior *given = walk->given;
    const int64_t low = block * BLOCK, a = walk->a, stride = walk->stride;
    double most = -INFINITY, sum = 0.0, *restrict mean = walk->far_mean;
    for (int64_t i = 0; i < BLOCK; i++) {
        const int64_t s = low + i;
        const double cost = spread_cost(given->spread[a] - given->spread[s], walk->start_squares[i],
                                        given->mass[a] - given->mass[s] + given->ridge);
        far->share[i] = walk->base[s] - cost * walk->inverse;
        most = far->share[i] > most ? far->share[i] : most;
    }
    for (int64_t i = 0; i < BLOCK; i++)
        sum += far->share[i] = most > -INFINITY ? exponential(far->share[i] - most) : 0.0;
    far->total = sum > 0.0 ? most + log(sum) : -INFINITY;
    far->mass = far->square = far->after = far->squared = 0.0;
    memset(mean, 0, (size_t)stride * sizeof(double));
    for (int64_t i = 0; i < BLOCK && sum > 0.0; i++) {
        const double share = far->share[i] /= sum, *restrict from = walk->start_sums + i * stride;
        far->mass += share * (given->mass[a] - given->mass[low + i] + given->ridge);
        far->square += share * walk->start_squares[i];
        far->after += share * walk->after[low + i];
        far->squared += share * walk->after_squared[low + i];
#pragma omp simd
        for (int64_t j = 0; j < stride; j++)
            mean[j] += share * from[j];
    }
    walk->effort += 2 * BLOCK * stride;
}

/* The variance of 2 u . v / (m + mu) / temperature at a few ends; answers the largest. */
static double measure_variance(Walk *walk, int64_t block, const Far *far)
{
    const int64_t stride = walk->stride, step = BLOCK / FAR_ENDS;
    double dots[FAR_ENDS * BLOCK], *variance = walk->variance + block * FAR_ENDS, most = 0.0;
    for (int64_t k = 0; k < FAR_ENDS; k++)
        memcpy(walk->far_ends + k * stride, walk->end_sums + (k + 1) * step * stride,
               (size_t)stride * sizeof(double));
    products(walk->far_ends, FAR_ENDS, walk->start_sums, BLOCK, stride, BLOCK, dots);
    for (int64_t k = 0; k < FAR_ENDS; k++) {
        const int64_t end = walk->a + (k + 1) * step;
        const double mass = far->mass + walk->given->mass[end] - walk->given->mass[walk->a];
        const double scale = 2.0 * walk->inverse / mass;
        double mean = 0.0, square = 0.0;
        for (int64_t i = 0; i < BLOCK; i++)
            mean += far->share[i] * dots[k * BLOCK + i];
        for (int64_t i = 0; i < BLOCK; i++) {
            const double gap = dots[k * BLOCK + i] - mean;
            square += far->share[i] * gap * gap;
        }
        variance[k] = square * scale * scale;
        most = variance[k] > most ? variance[k] : most;
    }
    walk->effort += FAR_ENDS * BLOCK * stride;
    return most;
}

/* The variance at one end, from those that were measured around it. */
static double variance_at(const Walk *walk, int64_t block, int64_t t)
{
    const int64_t step = BLOCK / FAR_ENDS, k = (t - 1) / step;
    const double *variance = walk->variance + block * FAR_ENDS;
    const double part = (double)(t - k * step) / (double)step;
    return (1.0 - part) * (k > 0 ? variance[k - 1] : 0.0) + part * variance[k];
}

/* The log of the sum of a block's terms at each end of the current block, and its slopes
 * along -v. */
static void far_terms(const Walk *walk, int64_t block, const Far *far, double *terms,
                      double *slopes)
{
    const Posterior *given = walk->given;
    const int64_t stride = walk->stride;
    const double *restrict mean = walk->far_mean;
    for (int64_t t = 1; t <= BLOCK; t += 4) {
        const double *restrict p = walk->end_sums + t * stride, *restrict q = p + stride;
        const double *restrict r = q + stride, *restrict s = r + stride;
        double both[4], mp = 0.0, mq = 0.0, mr = 0.0, ms = 0.0;
#pragma omp simd reduction(+ : mp, mq, mr, ms)
        for (int64_t j = 0; j < stride; j++)
            mp += mean[j] * p[j], mq += mean[j] * q[j], mr += mean[j] * r[j], ms += mean[j] * s[j];
        both[0] = mp, both[1] = mq, both[2] = mr, both[3] = ms;
        for (int64_t k = 0; k < 4; k++) {
            const int64_t end = walk->a + t + k;
            const double mass = far->mass + given->mass[end] - given->mass[walk->a];
            const double inside =
                (far->square - 2.0 * both[k] + walk->end_squares[t + k]) / mass -
                far->square / far->mass;
            const double grown = given->spread[end] - given->spread[walk->a] - inside;
            slopes[t + k] = 2.0 * walk->inverse / mass;
            terms[t + k] = far->total + 0.5 * variance_at(walk, block, t + k) -
                           grown * walk->inverse;
        }
    }
}

/* Whether all starts of a block may serve all ends of the current one, which is whole. */
static int is_unlimited(const Walk *walk, int64_t block)
{
    const Posterior *given = walk->given;
    const int64_t low = block * BLOCK, high = low + BLOCK - 1;
    for (int64_t end = walk->a + 1; end <= walk->b; end++)
        if (!given->allowed[end] || given->first[end] > low || given->last[end] < high)
            return 0;
    return walk->b - walk->a == BLOCK;
}

/* View an older block as one, if that is exact enough; else answers 0.  The variance is measured
 * each time: where a topic ends, it can grow within a block. */
static int view_far(Walk *walk, int64_t block, Far *far)
{
    double share, most;
    open_starts(walk, block);
    weigh_starts(walk, block, far);
    if (!(far->total > -INFINITY) || !(far->mass > 0.0))
        return 0;
    most = measure_variance(walk, block, far);
    share = exponential(fmin(0.0, far->total - walk->reached));
    return most < FAR_VARIANCE && 0.5 * most * share <= walk->given->far_tolerance;
}

/* Add a far block's terms to the sum of each end of the current block. */
static void absorb_far(Walk *walk, int64_t block, const Far *far)
{
    double terms[BLOCK + 1], slopes[BLOCK + 1];
    far_terms(walk, block, far, terms, slopes);
    for (int64_t t = 1; t <= BLOCK; t++)
        add_terms(walk->totals + t, terms + t, &far->after, &far->squared, 0, 1);
    walk->effort += BLOCK * walk->stride;
}

/* Pass the probabilities of the current block's ends on to the starts of a far block. */
static void pass_far(Walk *walk, int64_t block, const Far *far)
{
    Posterior *given = walk->given;
    const int64_t stride = walk->stride;
    double terms[BLOCK + 1], slopes[BLOCK + 1], held = 0.0, centre = 0.0;
    double *restrict pull = walk->far_ends;
    far_terms(walk, block, far, terms, slopes);
    memset(pull, 0, (size_t)stride * sizeof(double));
    for (int64_t t = 1; t <= BLOCK; t++) {
        const int64_t end = walk->a + t;
        const double *restrict sum = walk->end_sums + t * stride;
        const double share = exponential(fmin(terms[t] - walk->log_sum[end], 0.0));
        const double flow = given->at[end] * share, slope = slopes[t] * flow;
        if (given->at[end] < FAR_UNREACHED)
            continue;
        held += flow;
#pragma omp simd
        for (int64_t j = 0; j < stride; j++)
            pull[j] += slope * sum[j];
    }
    for (int64_t j = 0; j < stride; j++)
        centre += pull[j] * walk->far_mean[j];
    for (int64_t i = 0; i < BLOCK; i++) {
        const double *restrict from = walk->start_sums + i * stride;
        double along = 0.0;
#pragma omp simd reduction(+ : along)
        for (int64_t j = 0; j < stride; j++)
            along += pull[j] * from[j];
        /* start_sums hold -u, so more along the pull is less of the probability */
        given->at[block * BLOCK + i] += far->share[i] * fmax(0.0, held + centre - along);
    }
    walk->effort += 3 * BLOCK * stride;
}

#endif
