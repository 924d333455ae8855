/* The engines of the posterior, once for each kind of processor; posterior.c picks one. */
#ifndef EMBED_KCPD_POSTERIOR_ENGINES_H
#define EMBED_KCPD_POSTERIOR_ENGINES_H

#include "engines.h"
#include "posterior.h"

int posterior_plain(Posterior *given);
int posterior_avx2(Posterior *given);
int posterior_avx512(Posterior *given);

#endif
