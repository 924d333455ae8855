/* Pk and WindowDiff of every candidate with every other one taken as truth.
 *
 * Windows of one size begin at every unit: the boundaries inside one are the difference of two
 * running counts, so a pair of candidates is one pass over both counts.
 */
#include "consensus.h"

#include <math.h>

#include "memory.h"
#include "search.h"

/* Half the mean segment of the candidate taken as truth, at least two units; the same in consensus.py.
 */
static int64_t window_size(const Candidates *given, int64_t which)
{
    const int64_t count = given->ends[which] - (which ? given->ends[which - 1] : 0);
    const double half = rint((double)given->n / (double)(count + 1) / 2.0);
    const int64_t size = half < 2.0 ? 2 : (int64_t)half;
    return size < given->n - 1 ? size : given->n - 1;
}

/* How many boundaries of a candidate stand at units up to each one. */
static void count_before(const Candidates *given, int64_t which, int32_t *before)
{
    const int64_t first = which ? given->ends[which - 1] : 0;
    for (int64_t k = first; k < given->ends[which]; k++)
        before[given->boundaries[k]] = 1;
    for (int64_t t = 1; t < given->n; t++)
        before[t] += before[t - 1];
}

/* The boundaries inside each window; `starts` is NULL where one begins at every unit. */
static void count_inside(const int32_t *restrict before, int64_t size, const int64_t *starts,
                         int64_t windows, int32_t *restrict inside)
{
    if (starts)
        for (int64_t k = 0; k < windows; k++)
            inside[k] = before[starts[k] + size] - before[starts[k]];
    else
        for (int64_t k = 0; k < windows; k++)
            inside[k] = before[k + size] - before[k];
}

/* Windows in which the numbers differ, and once more those in which one of them is none. */
static int64_t count_wrong(const int32_t *restrict truth, const int32_t *restrict other,
                           int64_t windows)
{
    int32_t wrong = 0;
    for (int64_t k = 0; k < windows; k++)
        wrong += (truth[k] != other[k]) + ((truth[k] == 0) != (other[k] == 0));
    return wrong;
}

int disagree(const Candidates *given)
{
    const int64_t n = given->n, count = given->count;
    int32_t *before = reserve(count * n, sizeof(int32_t));
    int32_t *truth = reserve(n, sizeof(int32_t)), *other = reserve(n, sizeof(int32_t));
    int64_t *starts = reserve(given->most, sizeof(int64_t));
    const int status = before && truth && other && starts ? SEARCH_DONE : SEARCH_NO_MEMORY;
    for (int64_t i = 0; i < count && status == SEARCH_DONE; i++)
        count_before(given, i, before + i * n);
    for (int64_t i = 0; i < count && status == SEARCH_DONE; i++) {
        const int64_t size = window_size(given, i), all = n - size;
        const int64_t windows = all < given->most ? all : given->most;
        const int64_t *spaced = windows < all ? starts : NULL;
        for (int64_t k = 0; k < windows && spaced; k++)
            starts[k] = k * all / windows;
        count_inside(before + i * n, size, spaced, windows, truth);
        for (int64_t j = 0; j < count; j++) {
            count_inside(before + j * n, size, spaced, windows, other);
            given->out[i * count + j] =
                (double)count_wrong(truth, other, windows) / (double)(2 * windows);
        }
    }
    release(before);
    release(truth);
    release(other);
    release(starts);
    return status;
}
