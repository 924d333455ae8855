/* The engine that fits the processor. */
#include "search.h"

#include "engines.h"

int search(const Problem *problem)
{
#if HAS_VERSIONS
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq"))
        return search_avx512(problem);
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return search_avx2(problem);
#endif
    return search_plain(problem);
}
