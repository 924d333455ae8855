/* The engines for any processor. */
#include "engines.h"
#include "lazy.h"

int search_plain(const Problem *problem)
{
    return search_lazily(problem);
}
