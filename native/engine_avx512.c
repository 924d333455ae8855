/* The engine for processors with AVX512: the same source, compiled for wider vectors.
 *
 * Headers of the system come first: they must not be compiled for one processor.
 */
#include "engines.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "memory.h"

#if HAS_VERSIONS
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(                                                                      \
    __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,avx2,fma"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512vl,avx512bw,avx512dq,avx2,fma")
#endif

#include "engine.c.inc"

const Engine engine_avx512 = THIS_ENGINE;

#if defined(__clang__)
#pragma clang attribute pop
#endif
#else
typedef int not_for_this_processor;
#endif
