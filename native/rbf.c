/* The engine for the Gaussian kernel that fits the processor, or the one that is asked for. */
#include "rbf.h"

#include <math.h>
#include <stddef.h>

#include "rbf_engines.h"

static const RbfEngine *rbf_engine_of(EngineKind kind)
{
    const EngineKind best = best_engine();

    if (kind > best)
        return NULL;
#if HAS_VERSIONS
    switch (kind == ENGINE_BEST ? best : kind) {
    case ENGINE_AVX512:
        return &rbf_engine_avx512;
    case ENGINE_AVX2:
        return &rbf_engine_avx2;
    default:
        break;
    }
#endif
    return &rbf_engine_plain;
}

int rbf_search(const RbfProblem *problem, EngineKind engine)
{
    const RbfEngine *chosen = rbf_engine_of(engine);
    return chosen ? chosen->search(problem) : SEARCH_NO_ENGINE;
}

int rbf_along(const RbfAlong *wanted, EngineKind engine)
{
    const RbfEngine *chosen = rbf_engine_of(engine);
    return chosen ? chosen->along(wanted) : SEARCH_NO_ENGINE;
}

int rbf_distances(const RbfDistances *wanted, EngineKind engine)
{
    const RbfEngine *chosen = rbf_engine_of(engine);
    return chosen ? chosen->distances(wanted) : SEARCH_NO_ENGINE;
}

const char *rbf_fault(const RbfProblem *problem)
{
    if (problem->rows.n < 0 || problem->rows.dim < 0)
        return "the number of rows and their length must not be negative";
    if (!(isfinite(problem->rows.gamma) && problem->rows.gamma > 0.0))
        return "gamma must be a finite number above 0";
    if (problem->block < 0)
        return "block_size must not be negative";
    for (int64_t i = 0; i < problem->lists * problem->rows.n; i++)
        if (!isfinite(problem->prices[i]))
            return "prices must be finite numbers";
    return NULL;
}
