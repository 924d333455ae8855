#ifndef EMBED_KCPD_SEARCH_H
#define EMBED_KCPD_SEARCH_H

#include "engines.h"
#include "problem.h"

/* Code for one kind of processor; BEST is the fastest that this one can run. */
typedef enum { ENGINE_BEST = 0, ENGINE_PLAIN = 1, ENGINE_AVX2 = 2, ENGINE_AVX512 = 3 } EngineKind;

/* The fastest engine that this processor can run; all below it run too. */
EngineKind best_engine(void);

/* What is wrong with the numbers of a problem that has so many price lists, for people; NULL if
 * nothing is. */
const char *fault_of(const Problem *problem, int64_t lists);

/* The functions of an engine; NULL if this processor cannot run it. */
const Engine *engine_of(EngineKind kind);

#endif
