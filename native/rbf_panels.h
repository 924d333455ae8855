/* Rows as the products of the kernel read them, for a stretch of the text that moves on.
 *
 * Rows are moved by a centre, which leaves distances and shrinks rounding, and scaled by
 * sqrt(2 gamma): the kernel of x and y is then exp(x . y - |x|^2 / 2 - |y|^2 / 2).  RBF_PANEL rows
 * lie side by side, coordinate by coordinate.  Panels before the oldest that is needed are
 * forgotten, so that memory follows the longest segment, not the text.
 */
#ifndef EMBED_KCPD_RBF_PANELS_H
#define EMBED_KCPD_RBF_PANELS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "memory.h"
#include "rbf.h"

#define RBF_PANEL 8      /* rows side by side */
#define CENTRE_ROWS 64   /* rows whose mean is the centre */
#define LEAST_PANELS 16  /* the first room */

typedef struct {
    const RbfRows *rows;
    int64_t size;       /* numbers in a panel */
    double scale;       /* sqrt(2 gamma) */
    double *centre;     /* dim */
    double *values;     /* room x size: panels from `oldest` to `end` */
    double *half;       /* n, padded: half the squared length of each row */
    int64_t oldest, end, room;
} Panels;

static double coordinate(const RbfRows *rows, int64_t at)
{
    return rows->is_double ? ((const double *)rows->values)[at]
                           : (double)((const float *)rows->values)[at];
}

/* The mean of a few rows, evenly spaced. */
static void take_centre(Panels *panels)
{
    const RbfRows *rows = panels->rows;
    const int64_t count = rows->n < CENTRE_ROWS ? rows->n : CENTRE_ROWS;
    for (int64_t k = 0; k < count; k++) {
        const int64_t at = k * (rows->n / count) * rows->dim;
        for (int64_t j = 0; j < rows->dim; j++)
            panels->centre[j] += coordinate(rows, at + j) / (double)count;
    }
}

/* Ready for rows from the first on; 0 without memory. */
static int prepare_panels(Panels *panels, const RbfRows *rows)
{
    const int64_t all = rows->n / RBF_PANEL + 1;
    panels->rows = rows;
    panels->size = rows->dim * RBF_PANEL;
    panels->scale = sqrt(2.0 * rows->gamma);
    panels->room = all < LEAST_PANELS ? all : LEAST_PANELS;
    panels->centre = reserve(rows->dim + 1, sizeof(double));
    panels->half = reserve(all * RBF_PANEL, sizeof(double));
    panels->values = reserve(panels->room * panels->size, sizeof(double));
    if (!panels->centre || !panels->half || !panels->values)
        return 0;
    take_centre(panels);
    return 1;
}

static void release_panels(Panels *panels)
{
    release(panels->centre);
    release(panels->half);
    release(panels->values);
}

static double *panel_at(const Panels *panels, int64_t panel)
{
    return panels->values + (panel - panels->oldest) * panels->size;
}

/* Room for one more panel; 0 without memory.  What is forgotten makes room first. */
static int make_room(Panels *panels, int64_t oldest)
{
    const int64_t kept = panels->end - oldest;
    if (panels->end - panels->oldest < panels->room)
        return 1;
    if (2 * kept > panels->room) {
        double *longer = reserve(2 * panels->room * panels->size, sizeof(double));
        if (!longer)
            return 0;
        memcpy(longer, panel_at(panels, oldest), (size_t)(kept * panels->size) * sizeof(double));
        release(panels->values);
        panels->values = longer;
        panels->room *= 2;
    } else {
        memmove(panels->values, panel_at(panels, oldest),
                (size_t)(kept * panels->size) * sizeof(double));
    }
    panels->oldest = oldest;
    return 1;
}

/* A full panel of rows: RBF_PANEL coordinates at a time are read row by row and turned. */
#define DEFINE_READ(name, type)                                                                    \
    static void name(const Panels *panels, const type *restrict rows, double *restrict panel,     \
                     double *restrict half)                                                        \
    {                                                                                              \
        const int64_t dim = panels->rows->dim, whole = dim / RBF_PANEL * RBF_PANEL;                \
        const double *restrict centre = panels->centre, scale = panels->scale;                     \
        double sums[RBF_PANEL] = {0.0}, square[RBF_PANEL][RBF_PANEL];                              \
        for (int64_t j = 0; j < whole; j += RBF_PANEL) {                                           \
            for (int i = 0; i < RBF_PANEL; i++)                                                    \
                for (int k = 0; k < RBF_PANEL; k++)                                                \
                    square[i][k] = scale * ((double)rows[i * dim + j + k] - centre[j + k]);        \
            for (int k = 0; k < RBF_PANEL; k++)                                                    \
                for (int i = 0; i < RBF_PANEL; i++)                                                \
                    panel[(j + k) * RBF_PANEL + i] = square[i][k];                                 \
        }                                                                                          \
        for (int64_t j = whole; j < dim; j++)                                                      \
            for (int i = 0; i < RBF_PANEL; i++)                                                    \
                panel[j * RBF_PANEL + i] = scale * ((double)rows[i * dim + j] - centre[j]);        \
        for (int64_t j = 0; j < dim; j++)                                                          \
            for (int i = 0; i < RBF_PANEL; i++)                                                    \
                sums[i] += panel[j * RBF_PANEL + i] * panel[j * RBF_PANEL + i];                    \
        for (int i = 0; i < RBF_PANEL; i++)                                                        \
            half[i] = 0.5 * sums[i];                                                               \
    }

DEFINE_READ(read_floats, float)
DEFINE_READ(read_doubles, double)

/* Any panel, also one beyond the last row: what is not there is zero. */
static void read_any(const Panels *panels, int64_t first, double *panel, double *half)
{
    const RbfRows *rows = panels->rows;
    const int64_t count = rows->n - first < RBF_PANEL ? rows->n - first : RBF_PANEL;
    for (int64_t i = 0; i < RBF_PANEL; i++)
        for (int64_t j = 0; j < rows->dim; j++) {
            double value = 0.0;
            if (i < count)
                value = panels->scale *
                        (coordinate(rows, (first + i) * rows->dim + j) - panels->centre[j]);
            panel[j * RBF_PANEL + i] = value;
            half[i] += 0.5 * value * value;
        }
}

/* Read panels up to `end`, forgetting those before `oldest` if there is need; 0 without memory. */
static int read_panels(Panels *panels, int64_t oldest, int64_t end)
{
    const RbfRows *rows = panels->rows;
    if (panels->end < oldest)
        panels->oldest = panels->end = oldest;
    for (; panels->end < end; panels->end++) {
        const int64_t first = panels->end * RBF_PANEL;
        double *panel, *half = panels->half + first;
        if (!make_room(panels, oldest))
            return 0;
        panel = panel_at(panels, panels->end);
        if (first + RBF_PANEL > rows->n)
            read_any(panels, first, panel, half);
        else if (rows->is_double)
            read_doubles(panels, (const double *)rows->values + first * rows->dim, panel, half);
        else
            read_floats(panels, (const float *)rows->values + first * rows->dim, panel, half);
    }
    return 1;
}

#endif
