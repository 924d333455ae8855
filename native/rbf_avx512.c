/* The Gaussian kernel for processors with AVX512: the same source, wider vectors.
 *
 * Headers of the system come first: they must not be compiled for one processor.
 */
#include "rbf_engines.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "memory.h"

#if HAS_VERSIONS
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,avx2,fma"))), \
                             apply_to = function)
#else
#pragma GCC target("avx512f,avx512vl,avx512bw,avx512dq,avx2,fma")
#endif

#define RBF_LANES 8 /* numbers in a vector */
#define RBF_TILE 8  /* rows whose products are kept in registers together */

#include "rbf_distances.h"
#include "rbf_search.h"
#include "rbf_sums.h"

const RbfEngine rbf_engine_avx512 = THIS_RBF_ENGINE;

#if defined(__clang__)
#pragma clang attribute pop
#endif
#else
typedef int not_for_this_processor;
#endif
