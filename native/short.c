/* One pass over the products of all pairs for each of the things that depend on them.
 *
 * A product of weighted rows is the product of the rows times both weights.
 */
#include "short.h"

#include "kept.h"
#include "memory.h"

#define TINY 1e-12 /* no mean is divided by less; the same in reach.py */

/* One segment. */
typedef struct {
    int64_t n, columns;
    const double *products, *weights; /* n x n, n */
    double ridge, *sums, *curve, *near, *costs;
} Short;

int64_t curve_length(int64_t n)
{
    const int64_t half = n / 2 > 2 ? n / 2 : 2;
    return half < n - 1 ? half : n - 1;
}

static void measure_sums(const Short *text, const double *inverse)
{
    const int64_t n = text->n;
    double *sums = text->sums;
    for (int k = 0; k < SHORT_SUMS; k++)
        sums[k] = 0.0;
    for (int64_t i = 0; i < n; i++) {
        const double *restrict with = text->products + i * n, own = with[i];
        double unit = 0.0, squares = 0.0, plain = 0.0, spread = 0.0;
#pragma omp simd reduction(+ : unit, squares, plain, spread)
        for (int64_t j = 0; j < n; j++) {
            const double of_rows = with[j] * inverse[j];
            unit += with[j];
            squares += with[j] * with[j];
            plain += of_rows;
            spread += of_rows * of_rows;
        }
        unit -= own;
        sums[SHORT_NEIGHBOURS] += i + 1 < n ? with[i + 1] : 0.0;
        sums[SHORT_TOTAL] += unit;
        sums[SHORT_UNITS] += unit * unit;
        sums[SHORT_PAIRS] += squares - own * own;
        sums[SHORT_PLAIN] += inverse[i] * (plain - own * inverse[i]);
        sums[SHORT_SPREAD] +=
            inverse[i] * inverse[i] * (spread - own * own * inverse[i] * inverse[i]);
    }
}

static void measure_curve(const Short *text)
{
    const int64_t n = text->n, farthest = curve_length(n);
    const double *weights = text->weights;
    double mass = 0.0, squares = 0.0, all, mean;
    for (int64_t i = 0; i < n; i++) {
        mass += weights[i];
        squares += weights[i] * weights[i];
    }
    all = mass * mass - squares;
    mean = text->sums[SHORT_TOTAL] / (all > TINY ? all : TINY);
    for (int64_t apart = 1; apart <= farthest; apart++) {
        double alike = 0.0, weight = 0.0;
        for (int64_t i = 0; i + apart < n; i++) {
            alike += text->products[i * n + i + apart];
            weight += weights[i] * weights[i + apart];
        }
        text->curve[apart - 1] = alike / (weight > TINY ? weight : TINY) - mean;
    }
}

static void copy_near(const Short *text)
{
    for (int64_t i = 0; i < text->n; i++)
        for (int64_t apart = 0; apart <= NEAR_WIDTH && i + apart < text->n; apart++)
            text->near[apart * text->columns + i] = text->products[i * text->n + i + apart];
}

/* `room` holds 3 n + 2 numbers. */
static int measure_short(const Short *text, double *room)
{
    const int64_t n = text->n;
    double *inverse = room, *squares = inverse + n, *mass = squares + n + 1;
    squares[0] = mass[0] = 0.0;
    for (int64_t i = 0; i < n; i++) {
        const double weight = text->weights[i];
        inverse[i] = weight > 0.0 ? 1.0 / weight : 1.0;
        squares[i + 1] = squares[i] + text->products[i * n + i] * inverse[i];
        mass[i + 1] = mass[i] + weight;
    }
    measure_sums(text, inverse);
    measure_curve(text);
    copy_near(text);
    return fill_kept(n, text->products, squares, mass, text->ridge, text->costs);
}

const char *fault_of_short_texts(const ShortTexts *texts)
{
    for (int64_t k = 0; k < texts->count; k++) {
        const int64_t start = texts->starts[k], end = texts->ends[k], place = texts->places[k];
        if (start < 0 || end <= start || end > texts->rows->n)
            return "a segment is empty or outside the text";
        if (curve_length(end - start) > texts->widest || place < 0 ||
            place + end - start > texts->columns)
            return "there is no room for a segment";
    }
    return NULL;
}

int measure_short_texts(const ShortTexts *texts, const Engine *engine)
{
    const double *weights = texts->weights;
    int64_t longest = 0, filled = 0;
    double *products, *room;
    int status;
    for (int64_t k = 0; k < texts->count; k++)
        if (texts->ends[k] - texts->starts[k] > longest)
            longest = texts->ends[k] - texts->starts[k];
    products = reserve_unset(longest * longest, sizeof(double));
    room = reserve_unset(3 * longest + 2, sizeof(double));
    status = products && room ? SEARCH_DONE : SEARCH_NO_MEMORY;
    for (int64_t k = 0; k < texts->count && status == SEARCH_DONE; k++) {
        const int64_t start = texts->starts[k], n = texts->ends[k] - start;
        const Short text = {n, texts->columns, products, weights, texts->ridge,
                            texts->sums + k * SHORT_SUMS, texts->curves + k * texts->widest,
                            texts->near + texts->places[k], texts->costs + filled};
        status = engine->pairs(texts->rows, weights, start, start + n, products);
        if (status == SEARCH_DONE)
            status = measure_short(&text, room);
        filled += n * (n + 1) / 2;
        weights += n;
    }
    release(products);
    release(room);
    return status;
}
