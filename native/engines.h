/* The engine, once for each kind of processor; search.c picks one. */
#ifndef EMBED_KCPD_ENGINES_H
#define EMBED_KCPD_ENGINES_H

#include "problem.h"

#if (defined(__x86_64__) || defined(_M_X64)) && (defined(__GNUC__) || defined(__clang__))
#define HAS_VERSIONS 1
#else
#define HAS_VERSIONS 0
#endif

/* Everything that reads rows; each but `directions` answers one of the SEARCH_ codes. */
typedef struct {
    int (*search)(const Problem *problem);
    int (*search_lists)(const Problem *problem, int64_t lists, int32_t *previous);
    int (*squares)(const Rows *rows, double *squares);
    int (*directions)(const Rows *rows, double least, double most, double *scales);
    int (*sum)(const Rows *rows, const double *weights, double *sum);
    int (*band)(const Rows *rows, int64_t width, double *products);
    int (*chain)(const Rows *rows, const double *weights, double *own, double *next, double *sum);
    int (*along)(const Rows *rows, const double *weights, const int64_t *edges, int64_t segments,
                 double *squares, double *energy, double *cross);
    int (*dots)(const Rows *rows, const double *vector, double *dots);
    int (*read)(const Rows *rows, int64_t first, int64_t step, int64_t count, double factor,
                float *into);
    int (*windows)(const Rows *rows, const double *weights, int64_t stride, int64_t n_windows,
                   double *curves);
    int (*inside)(const Rows *rows, const double *weights, int64_t start, int64_t end, double *out);
    int (*pairs)(const Rows *rows, const double *weights, int64_t start, int64_t end,
                 double *pairs);
} Engine;

extern const Engine engine_plain, engine_avx2, engine_avx512;

/* What engine.c.inc defines, as one value. */
#define THIS_ENGINE                                                                                \
    {search_one, search_lists, measure_squares, measure_directions, measure_sum, measure_band, \
     measure_chain, measure_along, measure_dots, read_rows, measure_windows, measure_inside, \
     multiply_segment}

#endif
