/* Exact search for the cheapest segmentation, plain form.
 *
 * V(s, t) = value[s] + C(s, t); value[t] = price[t] + min over admissible s of V(s, t).
 */
#include "search.h"

#include <math.h>
#include <stdlib.h>

static double squared_distance(const double *a, const double *b, int64_t dim)
{
    double sum = 0.0;
    for (int64_t j = 0; j < dim; j++)
        sum += (a[j] - b[j]) * (a[j] - b[j]);
    return sum;
}

static void read_row(const Problem *problem, int64_t unit, double *row)
{
    const int64_t dim = problem->dim;
    double square = 0.0;
    for (int64_t j = 0; j < dim; j++) {
        row[j] = problem->is_double ? ((const double *)problem->rows)[unit * dim + j]
                                    : ((const float *)problem->rows)[unit * dim + j];
        square += row[j] * row[j];
    }
    if (problem->is_scaled && square > 0.0)
        for (int64_t j = 0; j < dim; j++)
            row[j] /= sqrt(square);
}

int search(const Problem *problem)
{
    const int64_t n = problem->n, dim = problem->dim;
    int status = SEARCH_NO_MEMORY;
    double *sums = calloc((size_t)(n + 1) * (size_t)dim + 1, sizeof(double));
    double *row = malloc(((size_t)dim + 1) * sizeof(double));
    double *value = malloc((size_t)(n + 1) * sizeof(double));
    double *squares = malloc((size_t)(n + 1) * sizeof(double));
    double *mass = malloc((size_t)(n + 1) * sizeof(double));
    if (!sums || !row || !value || !squares || !mass)
        goto done;
    value[0] = squares[0] = mass[0] = 0.0;
    problem->previous[0] = 0;
    for (int64_t t = 1; t <= n; t++) {
        const double w = problem->weights[t - 1];
        double square = 0.0;
        read_row(problem, t - 1, row);
        for (int64_t j = 0; j < dim; j++) {
            sums[t * dim + j] = sums[(t - 1) * dim + j] + w * row[j];
            square += row[j] * row[j];
        }
        squares[t] = squares[t - 1] + w * square;
        mass[t] = mass[t - 1] + w;
        value[t] = INFINITY;
        problem->previous[t] = -1;
        if (!problem->allowed[t])
            continue;
        for (int64_t s = problem->first[t]; s <= problem->last[t]; s++) {
            const double held = mass[t] - mass[s] + problem->ridge;
            const double total = squared_distance(sums + t * dim, sums + s * dim, dim);
            const double v =
                value[s] + squares[t] - squares[s] - (held > 0.0 ? total / held : 0.0);
            if (v < value[t]) {
                value[t] = v;
                problem->previous[t] = s;
            }
        }
        value[t] += t < n ? problem->prices[t] : 0.0;
        if (t % 64 == 0 && problem->interrupted(problem->context)) {
            status = SEARCH_INTERRUPTED;
            goto done;
        }
    }
    status = SEARCH_DONE;
done:
    free(sums);
    free(row);
    free(value);
    free(squares);
    free(mass);
    return status;
}
