/* From prices to a finished segmentation, for rows and for the Gaussian kernel. */
#include "cut.h"

#include <math.h>
#include <stddef.h>

#include "memory.h"

#define TINY 1e-100 /* a mass below it is none */

/* The edges from the best start of each end; 0 without memory. */
static int trace(Cut *cut, const int64_t *previous, int64_t n)
{
    int64_t count = 0;
    if (previous[n] < 0)
        return 1;
    for (int64_t end = n; end > 0; end = previous[end])
        count++;
    cut->edges = reserve(count + 1, sizeof(int64_t));
    cut->single = reserve(count, sizeof(double));
    cut->merged = reserve(count, sizeof(double));
    if (!cut->edges || !cut->single || !cut->merged)
        return 0;
    cut->segments = count;
    for (int64_t end = n; count > 0; end = previous[end])
        cut->edges[count--] = end;
    return 1;
}

void release_cut(Cut *cut)
{
    release(cut->edges);
    release(cut->single);
    release(cut->merged);
}

/* `squares - energy / mass`, between zero and `squares` whatever the rounding. */
static double scatter(double squares, double energy, double mass)
{
    return fmax(0.0, squares - fmax(0.0, energy) / fmax(mass, TINY));
}

/* Costs from the sums of the segments; `sums` has room for three numbers for each. */
static int price_rows(const Problem *problem, const Engine *engine, Cut *cut, double *sums)
{
    const int64_t count = cut->segments;
    double *squares = sums, *energy = squares + count, *cross = energy + count, before = 0.0;
    const int status = engine->along(&problem->rows, problem->weights, cut->edges, count, squares,
                                     energy, cross);
    for (int64_t k = 0; k < count && status == SEARCH_DONE; k++) {
        double mass = 0.0;
        for (int64_t i = cut->edges[k]; i < cut->edges[k + 1]; i++)
            mass += problem->weights[i];
        cut->single[k] = scatter(squares[k], energy[k], mass + problem->ridge);
        if (k)
            cut->merged[k - 1] = scatter(squares[k - 1] + squares[k],
                                         energy[k - 1] + energy[k] + 2.0 * cross[k],
                                         before + mass + problem->ridge);
        before = mass;
    }
    return status;
}

int cut_rows(Problem *problem, const Engine *engine, Cut *cut)
{
    const int64_t n = problem->rows.n;
    double *sums = NULL;
    int status = SEARCH_NO_MEMORY;
    problem->previous = reserve(n + 1, sizeof(int64_t));
    if (problem->previous)
        status = engine->search(problem);
    if (status == SEARCH_DONE && !trace(cut, problem->previous, n))
        status = SEARCH_NO_MEMORY;
    if (status == SEARCH_DONE && cut->segments) {
        sums = reserve(3 * cut->segments, sizeof(double));
        status = sums ? price_rows(problem, engine, cut, sums) : SEARCH_NO_MEMORY;
    }
    release(sums);
    release(problem->previous);
    return status;
}

/* Costs that the search met, and those of neighbours that it did not meet. */
static int price_rbf(const RbfProblem *problem, EngineKind engine, Cut *cut)
{
    const RbfAlong wanted = {problem->rows,  cut->segments,        cut->edges,     NULL,
                             cut->merged,    problem->until,       problem->interrupted,
                             problem->context};
    const int64_t *edges = cut->edges;
    int status = SEARCH_DONE, missing = 0;
    for (int64_t k = 0; k < cut->segments; k++)
        cut->single[k] = problem->costs[cut->edges[k + 1]];
    for (int64_t k = 0; k + 1 < cut->segments; k++) {
        cut->merged[k] = problem->merged[cut->edges[k + 2]];
        missing |= isnan(cut->merged[k]);
    }
    if (missing)
        status = rbf_along(&wanted, engine);
    for (int64_t k = 0; k + 1 < cut->segments && missing; k++) {
        const int64_t start = edges[k], middle = edges[k + 1], end = edges[k + 2];
        if (!isnan(problem->merged[end]))
            continue;
        if (unmet(problem->until, middle, end) > middle)
            cut->merged[k] += problem->met[middle];
        cut->merged[k] = together(middle - start, cut->single[k], end - middle, cut->single[k + 1],
                                  cut->merged[k]);
    }
    return status;
}

int cut_rbf(RbfProblem *problem, EngineKind engine, Cut *cut)
{
    const int64_t n = problem->rows.n;
    int status = SEARCH_NO_MEMORY;
    problem->previous = reserve(n + 1, sizeof(int64_t));
    problem->until = reserve(n + 1, sizeof(int64_t));
    problem->costs = reserve(3 * (n + 1), sizeof(double));
    if (problem->previous && problem->until && problem->costs) {
        problem->merged = problem->costs + n + 1;
        problem->met = problem->merged + n + 1;
        status = rbf_search(problem, engine);
    }
    if (status == SEARCH_DONE && !trace(cut, problem->previous, n))
        status = SEARCH_NO_MEMORY;
    if (status == SEARCH_DONE)
        status = price_rbf(problem, engine, cut);
    release(problem->previous);
    release(problem->until);
    release(problem->costs);
    return status;
}
