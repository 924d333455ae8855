/* Checks of a problem, and the engine that fits the processor. */
#include "search.h"

#include <math.h>
#include <stddef.h>

EngineKind best_engine(void)
{
#if HAS_VERSIONS
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq"))
        return ENGINE_AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return ENGINE_AVX2;
#endif
    return ENGINE_PLAIN;
}

const char *fault_of(const Problem *problem, int64_t lists)
{
    if (problem->rows.n < 0 || problem->rows.dim < 0)
        return "the number of rows and their length must not be negative";
    if (problem->block < 0)
        return "block_size must not be negative";
    if (!(isfinite(problem->ridge) && problem->ridge >= 0.0))
        return "ridge must be a finite number from 0 on";
    if (isnan(problem->longest))
        return "longest must be a number";
    if (problem->rows.n > INT32_MAX)
        return "there are more rows than one search can take";
    for (int64_t i = 0; i < lists * problem->rows.n; i++)
        if (!isfinite(problem->prices[i]))
            return "prices must be finite numbers";
    for (int64_t i = 0; i < problem->rows.n; i++) {
        if (!(isfinite(problem->weights[i]) && problem->weights[i] >= 0.0))
            return "weights must be finite numbers from 0 on";
    }
    return NULL;
}

const Engine *engine_of(EngineKind kind)
{
    const EngineKind best = best_engine();

    if (kind > best)
        return NULL;
#if HAS_VERSIONS
    switch (kind == ENGINE_BEST ? best : kind) {
    case ENGINE_AVX512:
        return &engine_avx512;
    case ENGINE_AVX2:
        return &engine_avx2;
    default:
        break;
    }
#endif
    return &engine_plain;
}
