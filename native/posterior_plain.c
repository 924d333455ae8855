/* The engine of the posterior for any processor. */
#include <math.h>
#include <string.h>

#include "posterior_walk.h"

int posterior_plain(Posterior *given)
{
    return walk_posterior(given);
}

void close_posterior(Posterior *given)
{
    close_walk(given);
}
