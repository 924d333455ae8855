/* The code for the Gaussian kernel, once for each kind of processor; rbf.c picks one. */
#ifndef EMBED_KCPD_RBF_ENGINES_H
#define EMBED_KCPD_RBF_ENGINES_H

#include "engines.h"
#include "rbf.h"

typedef struct {
    int (*search)(const RbfProblem *problem);
    int (*along)(const RbfAlong *wanted);
    int (*distances)(const RbfDistances *wanted);
} RbfEngine;

extern const RbfEngine rbf_engine_plain, rbf_engine_avx2, rbf_engine_avx512;

/* What rbf_search.h, rbf_sums.h and rbf_distances.h define, as one value. */
#define THIS_RBF_ENGINE {search_rbf, sum_rbf, measure_distances}

#endif
