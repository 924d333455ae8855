/* A program for valgrind: searches of many shapes, and every allocation refused in turn.
 *
 * Python itself is not clean under valgrind, so the search runs without it here.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../native/cut.h"
#include "../native/kept.h"
#include "../native/memory.h"
#include "../native/posterior.h"
#include "../native/rbf.h"
#include "../native/search.h"
#include "../native/short.h"

#define MOST 700

static float rows[MOST * 24];
static double weights[MOST], prices[MOST + 1];
static int64_t first[MOST + 1], last[MOST + 1], previous[MOST + 1];
static double totals[MOST + 1];
static unsigned char allowed[MOST + 1];

static int never(void *context)
{
    (void)context;
    return 0;
}

static double uniform(void)
{
    return (double)rand() / (double)RAND_MAX;
}

static Problem problem_of(int64_t n, int64_t dim, int64_t least, int64_t most)
{
    Problem problem = {{rows, 0, n, dim, NULL, NULL, NULL}, weights, 0.0, -1.0, 0, prices,
                       first, last, allowed, previous, n % 2 ? totals : NULL, never, NULL};
    if (n % 2 == 0) {
        problem.rows.scales = problem.rows.shifts = weights;
        problem.rows.centre = prices; /* any numbers will do */
    }
    for (int64_t i = 0; i < n * dim; i++)
        rows[i] = (float)(uniform() + (i / dim / 40) % 3);
    for (int64_t t = 0; t <= n; t++) {
        first[t] = t > most ? t - most : 0;
        last[t] = t - least;
        allowed[t] = t == 0 || t == n || least == 1 || uniform() < 0.9;
    }
    for (int64_t i = 0; i < n; i++) {
        weights[i] = uniform();
        prices[i] = 3.0 * uniform();
    }
    problem.ridge = n % 3 == 0 ? 1.0 : 0.0;
    problem.block = n % 5;
    return problem;
}

static double running[2 * MOST + 2], zeros[24], per_unit[2 * MOST];
static double at[MOST + 1], links[2 * (MOST + 1)], doubles[MOST * 24];
static int64_t ready[MOST + 1];

/* Probabilities for the same numbers; every second one by a kernel. */
static Posterior posterior_of(int64_t n, int64_t dim, int64_t least, int64_t most)
{
    const Problem problem = problem_of(n, dim, least, most);
    Posterior given = {0};
    for (int64_t i = 0; i < n * dim; i++)
        doubles[i] = rows[i];
    for (int64_t i = 0; i < n; i++) {
        double square = 0.0;
        for (int64_t j = 0; j < dim; j++)
            square += doubles[i * dim + j] * doubles[i * dim + j];
        running[i + 1] = running[i] + weights[i] * square;
        running[MOST + 2 + i] = running[MOST + 1 + i] + weights[i];
    }
    for (int64_t t = 0, e = 0; t <= n; ready[t++] = e)
        while (e <= n && last[e] < t)
            e++;
    for (int64_t t = 0; t <= n; t++)
        at[t] = links[2 * t] = links[2 * t + 1] = 0.0;
    prices[0] = 0.0;
    given.is_rbf = given.is_double = n % 2 == 0;
    given.rows = given.is_double ? (const void *)doubles : (const void *)rows;
    given.n = n;
    given.dim = dim;
    given.factor = given.shift = weights;
    given.centre = zeros;
    given.spread = running;
    given.mass = running + MOST + 1;
    given.ridge = problem.ridge;
    given.slack = problem.ridge * 100.0;
    given.temperature = 2.0;
    given.prices = prices;
    given.first = first;
    given.last = last;
    given.ready = ready;
    given.allowed = allowed;
    given.most = INFINITY;
    given.at = at;
    given.links = links;
    given.reach = 2;
    given.interrupted = never;
    return given;
}

static int run_posterior(EngineKind engine)
{
    int refused = 0;
    refuse_after(-1);
    for (int64_t n = 1; n < 60; n++) {
        Posterior given = posterior_of(7 * n, 1 + n % 24, 1 + n % 4, n % 2 ? 1000 : 30);
        OrderSums order = {per_unit, per_unit + MOST, 0.0, 0.0};
        for (int again = 0; again < 3; again++) {
            given.order = given.is_rbf && again == 0 ? &order : NULL;
            if (posterior(&given, engine) != SEARCH_DONE)
                return 1;
        }
        close_posterior(&given);
    }
    for (int64_t n = MOST - 1; n <= MOST; n++)
        for (int64_t granted = 0;; granted++) {
            Posterior given = posterior_of(n, 24, 1, 1000);
            int status;
            refuse_after(granted);
            status = posterior(&given, engine);
            close_posterior(&given);
            if (status == SEARCH_DONE)
                break;
            refused++;
        }
    printf("engine %d: 59 posteriors, and %d more that ran out of memory\n", engine, refused);
    return refused < 40;
}

static int run(EngineKind engine)
{
    int refused = 0;
    refuse_after(-1);
    for (int64_t n = 0; n < 60; n++) {
        const Problem problem = problem_of(7 * n, 1 + n % 24, 1 + n % 4, n % 2 ? 1000 : 30);
        if (fault_of(&problem, 1) || engine_of(engine)->search(&problem) != SEARCH_DONE)
            return 1;
    }
    for (int64_t block = 0; block <= 16; block += 16) /* without bounds, then with them */
        for (int64_t granted = 0;; granted++) {
            Problem problem = problem_of(MOST, 24, 1, 1000);
            problem.block = block;
            refuse_after(granted);
            if (engine_of(engine)->search(&problem) == SEARCH_DONE)
                break;
            refused++;
        }
    printf("engine %d: 60 searches, and %d more that ran out of memory\n", engine, refused);
    return refused < 37;
}

static int64_t starts[2 * (MOST + 1)];
static double two_prices[2 * MOST], costs[2 * (MOST + 1)], met[2 * (MOST + 1)];
static double inside[3], across[2];
static float distances[MOST * (MOST - 1) / 2];

/* Two price lists for the same numbers, by a kernel; every second time of float64. */
static RbfProblem rbf_of(int64_t n, int64_t dim, int64_t least, int64_t most)
{
    const Posterior given = posterior_of(n, dim, least, most);
    RbfProblem problem = {{given.rows, given.is_double, n, dim, 0.2}, n % 5 * 8, 2, two_prices,
                          first, last, allowed, starts, costs, met, NULL, NULL, never, NULL};
    for (int64_t i = 0; i < 2 * n; i++)
        two_prices[i] = 3.0 * uniform();
    return problem;
}

/* One search, the sums over three parts of the rows, all distances, and two finished cuts. */
static int rbf_status(int64_t n, int64_t dim, int64_t least, int64_t most, int64_t granted,
                      EngineKind engine)
{
    const RbfProblem problem = rbf_of(n, dim, least, most);
    const int64_t edges[4] = {0, n / 3, n / 2, n};
    const RbfAlong wanted = {problem.rows, 3, edges, inside, across, NULL, never, NULL};
    const RbfDistances pairs = {problem.rows, distances, costs, never, NULL};
    RbfProblem alone = problem;
    Problem plain = problem_of(n, dim, least, most);
    Cut cuts[2] = {{0}, {0}};
    int status;
    alone.lists = 1;
    across[0] = across[1] = NAN;
    refuse_after(granted);
    status = rbf_fault(&problem) ? SEARCH_NO_ENGINE : rbf_search(&problem, engine);
    status = status == SEARCH_DONE ? rbf_along(&wanted, engine) : status;
    status = status == SEARCH_DONE ? rbf_distances(&pairs, engine) : status;
    status = status == SEARCH_DONE ? cut_rbf(&alone, engine, cuts) : status;
    status = status == SEARCH_DONE ? cut_rows(&plain, engine_of(engine), cuts + 1) : status;
    release_cut(cuts);
    release_cut(cuts + 1);
    return status;
}

static int run_rbf(EngineKind engine)
{
    int refused = 0;
    for (int64_t n = 0; n < 60; n++)
        if (rbf_status(7 * n, n % 25, 1 + n % 4, n % 2 ? 1000 : 30, -1, engine) != SEARCH_DONE)
            return 1;
    while (rbf_status(MOST, 24, 1, 1000, refused, engine) == SEARCH_NO_MEMORY)
        refused++;
    printf("engine %d: 60 searches with a kernel, and %d more that ran out of memory\n", engine,
           refused);
    return refused < 15;
}

#define LISTS 9

static double tables[LISTS * MOST], curves[2 * 5 * 100];
static int32_t list_starts[LISTS * (MOST + 1)];

/* Many price lists in one walk, and the windows of similarity by distance. */
static int run_lists(EngineKind engine)
{
    const Engine *chosen = engine_of(engine);
    int refused = 0;
    refuse_after(-1);
    for (int64_t i = 0; i < LISTS * MOST; i++)
        tables[i] = 20.0 * uniform();
    for (int64_t n = 0; n < 60; n++) {
        Problem problem = problem_of(7 * n, 1 + n % 24, 1 + n % 4, n % 2 ? 1000 : 30);
        problem.prices = tables;
        if (chosen->search_lists(&problem, 1 + n % LISTS, list_starts) != SEARCH_DONE)
            return 1;
        if (n > 9 && chosen->windows(&problem.rows, weights, 1 + n % 5, n, curves) != SEARCH_DONE)
            return 1;
        if (chosen->inside(&problem.rows, weights, n / 2, 7 * n, curves) != SEARCH_DONE)
            return 1;
    }
    for (int64_t granted = 0;; granted++) {
        Problem problem = problem_of(MOST, 24, 1, 1000);
        problem.prices = tables;
        refuse_after(granted);
        if (chosen->search_lists(&problem, LISTS, list_starts) == SEARCH_DONE)
            break;
        refused++;
    }
    printf("engine %d: 60 walks, and %d more that ran out of memory\n", engine, refused);
    return refused < 60;
}

#define SEGMENTS 3
#define PENALTIES 17

static double sums[SEGMENTS * SHORT_SUMS], similar[SEGMENTS * 48];
static double near[(NEAR_WIDTH + 1) * MOST], kept_costs[SEGMENTS * 96 * 97 / 2];
static double penalties[PENALTIES];
static int32_t short_starts[PENALTIES * 97];

/* Three segments, and the first of them at many prices; sizes from one unit to the longest. */
static int short_status(int64_t size, int64_t dim, int64_t granted, EngineKind engine)
{
    Problem problem = problem_of(3 * size, dim, 1, 1000);
    const int64_t first_units[SEGMENTS] = {0, size, 2 * size}, ends[SEGMENTS] = {size, 2 * size, 3 * size};
    const ShortTexts texts = {&problem.rows, weights, 1.0, SEGMENTS, first_units, ends, first_units, 48,
                              MOST, sums, similar, near, kept_costs};
    const Kept kept = {size, kept_costs, 1.0, prices, PENALTIES, penalties, first, last, previous,
                       allowed, short_starts, never, NULL};
    int status;
    for (int64_t k = 0; k < PENALTIES; k++)
        penalties[k] = uniform();
    refuse_after(granted);
    if (fault_of_short_texts(&texts))
        return SEARCH_NO_ENGINE;
    status = measure_short_texts(&texts, engine_of(engine));
    return status == SEARCH_DONE ? search_kept(&kept, engine) : status;
}

static int run_short(EngineKind engine)
{
    int refused = 0;
    for (int64_t size = 1; size <= 96; size++)
        if (short_status(size, 1 + size % 24, -1, engine) != SEARCH_DONE)
            return 1;
    while (short_status(96, 24, refused, engine) == SEARCH_NO_MEMORY)
        refused++;
    refuse_after(-1);
    printf("engine %d: 96 sizes of short segments, and %d times no memory\n", engine, refused);
    return refused < 10;
}

int main(void)
{
    for (int engine = ENGINE_PLAIN; engine <= (int)best_engine(); engine++)
        if (run((EngineKind)engine) || run_lists((EngineKind)engine) ||
            run_posterior((EngineKind)engine) || run_rbf((EngineKind)engine) ||
            run_short((EngineKind)engine))
            return 1;
    return 0;
}
