/* How much several segmentations of one text disagree, window by window (consensus.py). */
#ifndef EMBED_KCPD_CONSENSUS_H
#define EMBED_KCPD_CONSENSUS_H

#include <stdint.h>

typedef struct {
    int64_t n, count;          /* units, candidates */
    const int64_t *boundaries; /* those of all candidates, one after the other */
    const int64_t *ends;       /* count: where those of each candidate end */
    int64_t most;              /* windows that are compared; of more, as many evenly spaced ones */
    double *out; /* count x count: (Pk + WindowDiff) / 2 of the second if the first were true */
} Candidates;

/* Fill `out`; answers one of the SEARCH_ codes. */
int disagree(const Candidates *candidates);

#endif
