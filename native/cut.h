/* A finished segmentation: the answer of a search for one price list, and what it costs. */
#ifndef EMBED_KCPD_CUT_H
#define EMBED_KCPD_CUT_H

#include "rbf.h"
#include "search.h"

typedef struct {
    int64_t segments; /* 0 where the limits leave no answer */
    int64_t *edges;   /* segments + 1 */
    double *single;   /* segments: what each costs */
    double *merged;   /* segments - 1: what each two neighbours would cost together */
} Cut;

/* Search, read the edges back and price them; each answers one of the SEARCH_ codes.  What a search
 * writes (`previous`, `costs`, `merged`) is reserved here. */
int cut_rows(Problem *problem, const Engine *engine, Cut *cut);
int cut_rbf(RbfProblem *problem, EngineKind engine, Cut *cut);

void release_cut(Cut *cut);

#endif
