/* The engine of the posterior for processors with AVX512: the same source, wider vectors.
 *
 * Headers of the system come first: they must not be compiled for one processor.
 */
#include "posterior_engines.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "memory.h"

#if HAS_VERSIONS
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(                                                         \
    __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,avx2,fma"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512vl,avx512bw,avx512dq,avx2,fma")
#endif

#include "posterior_walk.h"

int posterior_avx512(Posterior *given)
{
    return walk_posterior(given);
}

#if defined(__clang__)
#pragma clang attribute pop
#endif
#else
typedef int not_for_this_processor;
#endif
