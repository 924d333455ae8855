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
#define CENTRE_ROWS 16   /* rows whose mean is the centre */
#define LEAST_PANELS 16  /* the first room */
#define LONGEST 1e300    /* half squared lengths below it can be added up */

typedef struct {
    const RbfRows *rows;
    int64_t size;       /* numbers in a panel */
    double scale;       /* sqrt(2 gamma) */
    double *centre;     /* dim */
    double *values;     /* room x size: panels from `oldest` to `end` */
    double *half;       /* n, padded: half the squared length of each row */
    int64_t oldest, end, room;
    int64_t from, to;   /* the rows that panels hold: panel 0 begins with `from` */
    int is_too_long;    /* whether a row was met that is not finite or too long */
} Panels;

/* The mean of a few rows, evenly spaced. */
static void take_centre(Panels *panels)
{
    const RbfRows *rows = panels->rows;
    const int64_t count = rows->n < CENTRE_ROWS ? rows->n : CENTRE_ROWS;
    const double share = 1.0 / (double)count;
    double *restrict centre = panels->centre;
    for (int64_t k = 0; k < count; k++) {
        const int64_t at = k * (rows->n / count) * rows->dim;
        if (rows->is_double)
            for (int64_t j = 0; j < rows->dim; j++)
                centre[j] += share * ((const double *)rows->values)[at + j];
        else
            for (int64_t j = 0; j < rows->dim; j++)
                centre[j] += share * (double)((const float *)rows->values)[at + j];
    }
}

/* Ready for rows from the first on; 0 without memory. */
static int prepare_panels(Panels *panels, const RbfRows *rows)
{
    const int64_t all = rows->n / RBF_PANEL + 1;
    panels->rows = rows;
    panels->to = rows->n;
    panels->size = rows->dim * RBF_PANEL;
    panels->scale = sqrt(2.0 * rows->gamma);
    panels->centre = reserve(rows->dim + 1, sizeof(double));
    panels->half = reserve((all + 1) * RBF_PANEL, sizeof(double));
    if (!panels->centre || !panels->half)
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
    const int64_t kept = panels->end - oldest, all = panels->rows->n / RBF_PANEL + 1;
    if (panels->end - panels->oldest < panels->room)
        return 1;
    if (2 * kept >= panels->room) {
        const int64_t least = all < LEAST_PANELS ? all : LEAST_PANELS;
        const int64_t room = panels->room ? 2 * panels->room : least;
        double *longer = reserve(room * panels->size, sizeof(double));
        if (!longer)
            return 0;
        if (kept)
            memcpy(longer, panel_at(panels, oldest),
                   (size_t)(kept * panels->size) * sizeof(double));
        release(panels->values);
        panels->values = longer;
        panels->room = room;
    } else {
        memmove(panels->values, panel_at(panels, oldest),
                (size_t)(kept * panels->size) * sizeof(double));
    }
    panels->oldest = oldest;
    return 1;
}

/* A panel that begins with one row: RBF_PANEL coordinates at a time are read row by row and
 * turned.  Places beyond the last row repeat it; their products are never used.  The rows of the
 * next panel are asked for meanwhile. */
#define DEFINE_READ(name, type)                                                                    \
    static void name(const Panels *panels, int64_t first, double *restrict panel)                 \
    {                                                                                              \
        const int64_t dim = panels->rows->dim, whole = dim / RBF_PANEL * RBF_PANEL;                \
        const double *restrict centre = panels->centre, scale = panels->scale;                     \
        const type *restrict rows[RBF_PANEL];                                                      \
        double square[RBF_PANEL][RBF_PANEL];                                                       \
        for (int64_t i = 0; i < RBF_PANEL; i++)                                                    \
            rows[i] = (const type *)panels->rows->values +                                         \
                      (first + i < panels->to ? first + i : panels->to - 1) * dim;                 \
        for (int64_t j = 0; j < whole; j += RBF_PANEL) {                                           \
            for (int i = 0; i < RBF_PANEL; i++) {                                                  \
                FETCH(rows[i] + RBF_PANEL * dim + j);                                              \
                for (int k = 0; k < RBF_PANEL; k++)                                                \
                    square[i][k] = scale * ((double)rows[i][j + k] - centre[j + k]);               \
            }                                                                                      \
            for (int k = 0; k < RBF_PANEL; k++)                                                    \
                for (int i = 0; i < RBF_PANEL; i++)                                                \
                    panel[(j + k) * RBF_PANEL + i] = square[i][k];                                 \
        }                                                                                          \
        for (int64_t j = whole; j < dim; j++)                                                      \
            for (int i = 0; i < RBF_PANEL; i++)                                                    \
                panel[j * RBF_PANEL + i] = scale * ((double)rows[i][j] - centre[j]);               \
    }

DEFINE_READ(read_floats, float)
DEFINE_READ(read_doubles, double)

/* Half the squared lengths; four sums at a time, so that none waits for itself. */
static void measure_halves(const double *restrict panel, int64_t size, double *restrict half)
{
    double sums[4 * RBF_PANEL] = {0.0};
    int64_t j = 0;
    for (; j + 4 * RBF_PANEL <= size; j += 4 * RBF_PANEL)
        for (int i = 0; i < 4 * RBF_PANEL; i++)
            sums[i] += panel[j + i] * panel[j + i];
    for (; j < size; j += RBF_PANEL)
        for (int i = 0; i < RBF_PANEL; i++)
            sums[i] += panel[j + i] * panel[j + i];
    for (int i = 0; i < RBF_PANEL; i++)
        half[i] = 0.5 * ((sums[i] + sums[i + RBF_PANEL]) +
                         (sums[i + 2 * RBF_PANEL] + sums[i + 3 * RBF_PANEL]));
}

/* Read panels up to `end`, forgetting those before `oldest` if there is need; 0 without memory. */
static int read_panels(Panels *panels, int64_t oldest, int64_t end)
{
    for (; panels->end < end; panels->end++) {
        const int64_t first = panels->from + panels->end * RBF_PANEL;
        double *panel;
        if (!make_room(panels, oldest))
            return 0;
        panel = panel_at(panels, panels->end);
        if (panels->rows->is_double)
            read_doubles(panels, first, panel);
        else
            read_floats(panels, first, panel);
        measure_halves(panel, panels->size, panels->half + panels->end * RBF_PANEL);
        for (int64_t i = panels->end * RBF_PANEL; i < (panels->end + 1) * RBF_PANEL; i++)
            panels->is_too_long |= !(panels->half[i] < LONGEST);
    }
    return 1;
}

/* Begin again with the rows from `from` to `to` alone; 0 without memory. */
static int read_stretch(Panels *panels, int64_t from, int64_t to)
{
    panels->oldest = panels->end = 0;
    panels->from = from;
    panels->to = to;
    return read_panels(panels, 0, (to - from + RBF_PANEL - 1) / RBF_PANEL);
}

#endif
