#ifndef EMBED_KCPD_SEARCH_H
#define EMBED_KCPD_SEARCH_H

#include "problem.h"

/* Fill problem->previous; answers one of the SEARCH_ codes. */
int search(const Problem *problem);

#endif
