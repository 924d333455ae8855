/* What the default rule measures on short segments of a text (short_texts.py). */
#ifndef EMBED_KCPD_SHORT_H
#define EMBED_KCPD_SHORT_H

#include <stdint.h>

#include "engines.h"

typedef struct {
    const Rows *rows;
    const double *weights; /* of the units of one segment after the other */
    double ridge;
    int64_t count;
    const int64_t *starts, *ends; /* count: the segments, each decided as a text of its own */
    const int64_t *places;        /* count: where the first unit of each stands in `near` */
    int64_t widest;               /* numbers from one curve to the next */
    int64_t columns;              /* numbers from one distance to the next in `near` */
    double *sums;   /* count x SHORT_SUMS, out, over ordered pairs of two units: see below */
    double *curves; /* count x widest, out: similarity of units l apart, less that of all pairs, for
                     * l up to curve_length(n); the rest is left as it is */
    double *near;   /* out: the product of unit i with unit i + d at d * columns + place + i, for d
                     * up to NEAR_WIDTH; what lies past the last unit is left as it is */
    double *costs;  /* out, one segment after the other: of [s, t) at t (t - 1) / 2 + s */
} ShortTexts;

enum {
    SHORT_NEIGHBOURS, /* the products of neighbours, once each */
    SHORT_TOTAL,      /* all products */
    SHORT_UNITS,      /* for each unit the sum of its products, squared */
    SHORT_PAIRS,      /* squared products */
    SHORT_PLAIN,      /* products of rows without weights */
    SHORT_SPREAD,     /* the squares of these */
    SHORT_SUMS
};

#define NEAR_WIDTH 5 /* distances in `near`; twice the widest of contrast.GAP_WIDTHS, less one */

/* Up to half the units, and two where there are three. */
int64_t curve_length(int64_t n);

/* What is wrong with the segments, for people; NULL if nothing is. */
const char *fault_of_short_texts(const ShortTexts *texts);

/* Fill what is out, NaN where a row has no direction; answers one of the SEARCH_ codes. */
int measure_short_texts(const ShortTexts *texts, const Engine *engine);

#endif
