/* Which starts can be ignored in the current block, without looking at them.
 *
 * Write V(s, t) = value[s] + C(s, t), C0 for the cost without ridge, m' = mass + ridge and
 * q(s, t) = sum(s, t) / m'(s, t), a mean (shrunken by the ridge, as if a unit of weight
 * ridge stood at the origin before s).  For s < e < t, exactly,
 *
 *   C(s, t) = C(s, e) + C0(e, t) + h |q(s, e) - q0(e, t)|^2,   h = m' m / (m' + m),     (1)
 *
 * m' = m'(s, e), m = mass(e, t), q0 the plain mean: the between-means term of two samples.
 *
 * Chain.  Dropping that term: V(s, t) >= V(s, e) + C0(e, t).  Summing C0 over finished blocks
 * (`chain`), one value of V stays a lower bound for ever at no cost.  No slack is needed for
 * the ridge, because the part behind e is charged without it.
 *
 * Transport.  Let d be |q(s, e) - q0(e, a)| at an earlier end a of (e, a].  At a later end
 * q0 has moved by `moved`, so the term is at least h (d - moved)^2, and h only grows:
 * one distance per start, one vector operation per block, keep V of all its starts known to
 * within 2 h d moved.  Means of long stretches hardly move.  The same for a group of blocks,
 * with h d <= |sum(s, E) - m' q0(E, a)| =: span at most, the largest at block ends plus
 * `wander`, how far the sums inside a block leave the straight line between its ends.
 *
 * Leader.  A start that is far behind at a could only win at t if the rows of (a, t] suited
 * it better than the leader (the best start at a).  By (1) at a, V(s, t) = V(s, a) + C0(a, t)
 * + h |q(s, a) - q0(a, t)|^2 with |q(s, a) - q0(a, t)| >= gap(t) - |q(s, a) - q(leader, a)|,
 * where gap(t) = |q(leader, a) - q0(a, t)| is known for every t.
 *
 * Pruning (Killick et al. 2012).  If V(s, a) >= value[a] + slack, s cannot beat a at any end
 * that a may serve: V(s, t) >= V(s, a) + C0(a, t), and C(a, t) <= C0(a, t) + slack with
 * slack = ridge * max |row|^2.
 *
 * Every test is widened by `margin` for rounding; what is accepted is always an exact V.
 */
#ifndef EMBED_KCPD_BOUNDS_H
#define EMBED_KCPD_BOUNDS_H

#include <string.h>

#include "rows.h"

#define ROUNDING 1e-12 /* of the largest row, on distances: far above what their sums lose */
#define DIGITS 4e-16   /* of a prefix sum, which may be far longer than a row */
#define STALE 0.03     /* of the mean squared distance of a row: worth anchoring again */

/* What one vector operation tells about a block or group whose starts end at e. */
typedef struct {
    double mass;  /* of (e, a] */
    double cost;  /* C0(e, a) */
    double moved; /* |q0(e, a) - q0(e, anchor)|, from above */
    double aside; /* |q0(e, a) - q(leader, a)|, from above */
    double square; /* |sum(e, a)|^2 */
} View;

/* What a distance between means of at least this mass may have lost to rounding. */
static double distance_error(const Search *search, double mass)
{
    return sqrt(search->reach) * (ROUNDING + DIGITS * search->mass[search->a] / mass);
}

/* Whether V(s, a) >= total, mass(s, a) >= mass and |q(s, a) - q(leader, a)| <= aside
 * keep s from winning anywhere in the block. */
static int is_ignorable(const Search *search, double total, double mass, double aside)
{
    const double *restrict gap = search->leader_gap, *restrict need = search->need;
    const double *restrict inverse = search->inverse;
    const int64_t ends = search->b - search->a;
    double inverse_mass;
    int missed = 0;
    if (total >= search->most_needed)
        return 1;
    if (!search->has_leader || !(mass > 0.0))
        return 0;
    inverse_mass = 1.0 / mass;
#pragma omp simd reduction(+ : missed)
    for (int64_t t = 1; t <= ends; t++) {
        const double apart = gap[t] > aside ? gap[t] - aside : 0.0;
        missed += total + apart * apart / (inverse_mass + inverse[t]) < need[t];
    }
    return missed == 0;
}

/* Look from block boundary `end` (a block index) to a; `anchor` zero means none. */
static View look(Search *search, int64_t end, int64_t anchor, double *restrict mean)
{
    const int64_t stride = search->stride, e = end * search->size;
    const double *restrict here = sums_at(search, search->block);
    const double *restrict there = sums_at(search, end);
    const double *restrict leader = search->leader_mean;
    const double *restrict then = sums_at(search, anchor ? anchor : end);
    const double mass = search->mass[search->a] - search->mass[e];
    const double old_mass = search->mass[anchor ? anchor * search->size : e] - search->mass[e];
    const double inverse = 1.0 / mass, old_inverse = anchor ? 1.0 / old_mass : 0.0;
    double square = 0.0, moved = 0.0, aside = 0.0, error;
    View view = {mass, 0.0, 0.0, INFINITY, 0.0};
    if (!(mass > 0.0))
        return view;
#pragma omp simd reduction(+ : square, moved, aside)
    for (int64_t j = 0; j < stride; j++) {
        const double sum = here[j] - there[j], now = sum * inverse;
        const double before = (then[j] - there[j]) * old_inverse;
        mean[j] = now;
        square += sum * sum;
        moved += (now - before) * (now - before);
        aside += (now - leader[j]) * (now - leader[j]);
    }
    error = distance_error(search, mass);
    view.square = square;
    view.cost = fmax(0.0, cost_of(search->spread[search->a] - search->spread[e], square, mass));
    view.moved = anchor ? sqrt(moved) + error : 0.0;
    view.aside = sqrt(aside) + error;
    search->effort += 2 * stride;
    return view;
}

/* Distances |q(s, e) - q0(e, a)| of all starts of a block, exactly, from its rows. */
static void anchor_block(Search *search, int64_t block, const double *restrict mean)
{
    const int64_t low = block * search->size, high = low + search->size;
    const double error =
        distance_error(search, search->mass[search->a] - search->mass[high]);
    double *restrict sum = search->second_scratch;
    memset(sum, 0, (size_t)search->stride * sizeof(double));
    for (int64_t s = high - 1; s >= low; s--) {
        const double held = search->mass[high] - search->mass[s] + search->problem->ridge;
        const double inverse = held > 0.0 ? 1.0 / held : 0.0;
        double square = 0.0;
        add_unit(search, s, sum);
#pragma omp simd reduction(+ : square)
        for (int64_t j = 0; j < search->stride; j++) {
            const double gap = sum[j] * inverse - mean[j];
            square += gap * gap;
        }
        search->apart[s] = held > 0.0 ? fmax(0.0, sqrt(square) - error) : 0.0;
    }
    search->anchor[block] = search->block;
    search->effort += 2 * search->size * search->stride;
}

/* Lower bounds of all starts of a block: V(s, a) >= low + C0(e, a), falling with slope. */
static double bound_starts(const Search *search, int64_t block, const View *view, Active *bounds,
                           double *aside, double *loose)
{
    const int64_t size = search->size, from = block * size, e = from + size;
    const double *restrict mass = search->mass + from, *restrict own = search->own + from;
    const double *restrict apart = search->apart + from;
    const double end_mass = search->mass[e] + search->problem->ridge, moved = view->moved;
    double *restrict low = bounds->low, *restrict slope = bounds->slope;
    double least = INFINITY, hoped = INFINITY, widest = 0.0;
    if (!search->anchor[block]) {
        const double held = end_mass - mass[0];
        for (int64_t i = 0; i < size; i++) {
            low[i] = own[i];
            slope[i] = 0.0;
            least = own[i] < least ? own[i] : least;
        }
        *loose = INFINITY;
        *aside = view->aside + 2.0 * sqrt(search->reach) * held / (held + view->mass);
        return least;
    }
#pragma omp simd reduction(min : least, hoped) reduction(max : widest)
    for (int64_t i = 0; i < size; i++) {
        const double held = end_mass - mass[i], part = held / (held + view->mass);
        const double weight = part * view->mass;
        const double sure = apart[i] > moved ? apart[i] - moved : 0.0;
        const double wide = part * (apart[i] + moved), hope = own[i] + weight * apart[i] * apart[i];
        low[i] = own[i] + weight * sure * sure;
        slope[i] = 2.0 * weight * sure;
        least = low[i] < least ? low[i] : least;
        hoped = hope < hoped ? hope : hoped;
        widest = wide > widest ? wide : widest;
    }
    *loose = hoped - least;
    *aside = view->aside + widest + 2.0 * distance_error(search, view->mass);
    return least;
}
#endif
