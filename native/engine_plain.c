/* The engine for any processor. */
#include "engines.h"

#include "engine.c.inc"

int search_plain(const Problem *problem)
{
    return search_lazily(problem);
}
