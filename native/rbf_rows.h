/* The rows that a few others meet: where they lie, or moved by a centre and scaled, in a ring.
 *
 * The exponent of the kernel is 2 gamma x . y - gamma |x|^2 - gamma |y|^2.  Where no row is long in
 * this measure the three are exact enough as they are, and nothing is copied.  A longer row, or a
 * number of coordinates that is no multiple of eight, asks for the ring: from there on rows are
 * moved, which leaves distances and shrinks rounding.
 */
#ifndef EMBED_KCPD_RBF_ROWS_H
#define EMBED_KCPD_RBF_ROWS_H

#include "exponential.h"
#include "products.h"
#include "rbf_panels.h"

#define NEAR_ROWS 256 /* rows of the ring, and the most that four others meet together */
#define NEAR_ENDS 4   /* rows that are taken together */
#define NEAR_AHEAD 16 /* rows that are moved together, or asked for before they are met */
#define IN_PLACE 16.0 /* gamma |x|^2 below which rows are not moved */

typedef struct {
    Panels *panels;  /* what is given, the centre, and half the squared length of each row */
    int is_moved;    /* whether rows are taken from the ring instead of where they lie */
    double *ring;    /* NEAR_ROWS x length; fewer where the text is shorter */
    double *widened; /* NEAR_ENDS x length: float32 as float64 */
    double *values;  /* NEAR_ENDS x NEAR_ROWS: products, then kernel values */
    const double *ends[NEAR_ENDS]; /* the rows that meet others now */
    double factor;                 /* of a product in the exponent of the kernel */
    int64_t length;                /* numbers that are multiplied */
    int64_t begin, end;            /* from which and up to which rows were measured */
    int64_t held;                  /* up to which they were moved */
} RbfNear;

#if LOADS_FREELY
DEFINE_TILE(tile_floats, float, LOAD_FLOATS)
DEFINE_HALF_TILE(half_tile_floats, float, LOAD_FLOATS, _mm512_storeu_pd)
DEFINE_HALF_TILE(half_tile_doubles, double, LOAD_DOUBLES, KEEP_NOTHING)
#endif

/* Ready for rows from any on; 0 without memory. */
static int prepare_near(RbfNear *near, Panels *panels)
{
    near->panels = panels;
    near->factor = 2.0 * panels->rows->gamma;
    near->length = (panels->rows->dim + 7) / 8 * 8;
    near->widened = reserve(NEAR_ENDS * near->length, sizeof(double));
    near->values = reserve(NEAR_ENDS * NEAR_ROWS, sizeof(double));
    return near->widened && near->values;
}

static void release_near(RbfNear *near)
{
    release(near->ring);
    release(near->widened);
    release(near->values);
}

/* Whether rows can be taken where they lie at all. */
static int is_plain(const RbfRows *rows)
{
    return LOADS_FREELY && rows->dim % 8 == 0;
}

/* Forget what was measured, and begin with the four rows around one. */
static void begin_near(RbfNear *near, int64_t row)
{
    near->begin = near->end = near->held = row / NEAR_ENDS * NEAR_ENDS;
}

/* Where the numbers of a row begin as they were given. */
static const char *given_row(const RbfRows *rows, int64_t row)
{
    return (const char *)rows->values +
           row * rows->dim * (int64_t)(rows->is_double ? sizeof(double) : sizeof(float));
}

/* Four rows from one on; beyond the last it is taken again, and what it gives is never used. */
static void take_four(const RbfNear *near, int64_t row, const void **four)
{
    const RbfRows *rows = near->panels->rows;
    for (int64_t k = 0; k < NEAR_ENDS; k++) {
        const int64_t at = row + k < rows->n ? row + k : rows->n - 1;
        four[k] = near->is_moved ? (const void *)(near->ring + at % NEAR_ROWS * near->length)
                                 : (const void *)given_row(rows, at);
    }
}

/* The four rows from one on are those that meet others from now on, in float64. */
static void take_ends(RbfNear *near, int64_t row)
{
    const void *four[NEAR_ENDS];
    take_four(near, row, four);
    for (int64_t k = 0; k < NEAR_ENDS; k++) {
        double *restrict widened = near->widened + k * near->length;
        const float *restrict given = four[k];
        near->ends[k] = four[k];
        if (near->is_moved || near->panels->rows->is_double)
            continue;
        near->ends[k] = widened;
        for (int64_t j = 0; j < near->length; j++)
            widened[j] = (double)given[j];
    }
}

/* out[t * NEAR_ROWS + i]: products of these four with the four from `row` on. */
static void near_tile(const RbfNear *near, int64_t row, const char *soon, double *out)
{
    const void *four[NEAR_ENDS];
    take_four(near, row, four);
#if LOADS_FREELY
    if (!near->is_moved && !near->panels->rows->is_double) {
        tile_floats(near->ends, (const float *const *)four, near->length, NEAR_ROWS, soon, out);
        return;
    }
#endif
    tile_doubles(near->ends, (const double *const *)four, near->length, NEAR_ROWS, soon, out);
}

/* Products of the four rows from one on among themselves, and half their squared lengths; whether
 * none is too long for them. */
static int meet_four(RbfNear *near, int64_t row, double *out)
{
    const double most = near->is_moved ? LONGEST : IN_PLACE;
    const void *four[NEAR_ENDS];
    double squares[NEAR_ENDS];
    int is_short = 1;
    take_four(near, row, four);
    for (int64_t k = 0; k < NEAR_ENDS; k++)
        near->ends[k] = four[k];
#if LOADS_FREELY
    if (!near->is_moved && !near->panels->rows->is_double) {
        half_tile_floats((const float *const *)four, near->length, near->widened, NEAR_ROWS, out,
                         squares);
        for (int64_t k = 0; k < NEAR_ENDS; k++)
            near->ends[k] = near->widened + k * near->length;
    } else
#endif
        half_tile_doubles(near->ends, near->length, NULL, NEAR_ROWS, out, squares);
    for (int64_t k = 0; k < NEAR_ENDS; k++) {
        near->panels->half[row + k] = 0.5 * near->factor * squares[k];
        is_short &= near->panels->half[row + k] < most;
    }
    return is_short;
}

/* Move one row into the ring. */
#define DEFINE_MOVE(name, type)                                                                    \
    static void name(RbfNear *near, int64_t row)                                                   \
    {                                                                                              \
        const int64_t dim = near->panels->rows->dim;                                               \
        const type *restrict given = (const type *)near->panels->rows->values + row * dim;         \
        const double *restrict centre = near->panels->centre, scale = near->panels->scale;         \
        double *restrict moved = near->ring + row % NEAR_ROWS * near->length;                      \
        for (int64_t j = 0; j < dim; j++)                                                          \
            moved[j] = scale * ((double)given[j] - centre[j]);                                     \
    }

DEFINE_MOVE(move_floats, float)
DEFINE_MOVE(move_doubles, double)

/* The next few: memory is slow at the first of them. */
static void move_next(RbfNear *near)
{
    const RbfRows *rows = near->panels->rows;
    const int64_t end = near->held + NEAR_AHEAD < rows->n ? near->held + NEAR_AHEAD : rows->n;
    for (; near->held < end; near->held++)
        if (rows->is_double)
            move_doubles(near, near->held);
        else
            move_floats(near, near->held);
}

/* From here on rows are moved; 0 without memory. */
static int begin_moving(RbfNear *near)
{
    const int64_t n = near->panels->rows->n;
    near->is_moved = 1;
    near->factor = 1.0;
    near->ring = reserve((n < NEAR_ROWS ? n : NEAR_ROWS) * near->length, sizeof(double));
    return near->ring != NULL;
}

/* Measure the rows from `low` to `end`; `out` has the products of the last four among themselves.
 * 0 without memory. */
static int measure_near(RbfNear *near, int64_t low, int64_t end, double *out)
{
    if (near->end < low)
        begin_near(near, low);
    if (!near->is_moved && !is_plain(near->panels->rows) && !begin_moving(near))
        return 0;
    while (near->end < end) {
        if (near->is_moved && near->held <= near->end)
            move_next(near);
        if (meet_four(near, near->end, out)) {
            near->end += NEAR_ENDS;
        } else if (near->is_moved) {
            near->panels->is_too_long = 1;
            return 1;
        } else {
            begin_near(near, low);
            if (!begin_moving(near))
                return 0;
        }
    }
    return 1;
}

/* Kernel values from products, for one unit and a multiple of eight others from another on. */
static void near_kernel(const RbfNear *near, int64_t unit, int64_t low, int64_t width,
                        double *restrict row)
{
    const double *restrict halves = near->panels->half + low;
    const double half = near->panels->half[unit], factor = near->factor;
    for (int64_t begin = 0; begin < width; begin += 8)
#pragma omp simd
        for (int64_t i = begin; i < begin + 8; i++) {
            const double power = factor * row[i] - half - halves[i];
            row[i] = exponential(power < 0.0 ? power : 0.0);
        }
}

/* The kernel between the units from `start` to `middle`, at most NEAR_ROWS of them, and those from
 * `from` to `end`, which were all measured. */
static double near_sum(RbfNear *near, int64_t start, int64_t middle, int64_t from, int64_t end)
{
    double sum = 0.0;
    for (int64_t low = from; low < end; low += NEAR_ENDS) {
        take_ends(near, low);
        for (int64_t i = start; i < middle; i += NEAR_ENDS)
            near_tile(near, i, NULL, near->values + i - start);
        for (int64_t t = low; t < low + NEAR_ENDS && t < end; t++) {
            double *restrict row = near->values + (t - low) * NEAR_ROWS;
            near_kernel(near, t, start, middle - start, row);
            for (int64_t i = 0; i < middle - start; i++)
                sum += row[i];
        }
    }
    return sum;
}

#endif
