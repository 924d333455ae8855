/* The Gaussian kernel for any processor. */
#include "rbf_engines.h"

#if defined(__GNUC__)
#define RBF_LANES 2
#define RBF_TILE 2
#else
#define RBF_LANES 1
#define RBF_TILE 1
#endif

#include "rbf_distances.h"
#include "rbf_search.h"
#include "rbf_sums.h"

const RbfEngine rbf_engine_plain = THIS_RBF_ENGINE;
