/* The posterior as a Python function: addresses in, results written to the caller's arrays. */
#include "posterior_module.h"

#include "posterior.h"
#include "python_module.h"

typedef unsigned long long Address;

static int parse(PyObject *args, Posterior *given, int *engine)
{
    Address rows, factor, shift, centre, spread, mass, prices, first, last, ready, allowed;
    Address kept, pairs, log_sum, expected, at, links;
    long long n, dim, reach, room;

    if (!PyArg_ParseTuple(args, "(KppLL)(KKKKKdd)(dKKKKK)(KKL)(ddd)(KKKKL)i", &rows,
                          &given->is_double, &given->is_rbf, &n, &dim, &factor, &shift, &centre,
                          &spread, &mass, &given->ridge, &given->slack, &given->temperature,
                          &prices, &first, &last, &ready, &allowed, &kept, &pairs, &room,
                          &given->far_tolerance, &given->fewest, &given->most, &log_sum, &expected,
                          &at, &links, &reach, engine))
        return 0;
    given->rows = (const void *)(uintptr_t)rows;
    given->n = n;
    given->dim = dim;
    given->factor = (const double *)(uintptr_t)factor;
    given->shift = (const double *)(uintptr_t)shift;
    given->centre = (const double *)(uintptr_t)centre;
    given->spread = (const double *)(uintptr_t)spread;
    given->mass = (const double *)(uintptr_t)mass;
    given->prices = (const double *)(uintptr_t)prices;
    given->first = (const int64_t *)(uintptr_t)first;
    given->last = (const int64_t *)(uintptr_t)last;
    given->ready = (const int64_t *)(uintptr_t)ready;
    given->allowed = (const unsigned char *)(uintptr_t)allowed;
    given->kept = (double *)(uintptr_t)kept;
    given->pairs = (KeptPair *)(uintptr_t)pairs;
    given->room = room;
    given->log_sum = (double *)(uintptr_t)log_sum;
    given->expected = (double *)(uintptr_t)expected;
    given->at = (double *)(uintptr_t)at;
    given->links = (double *)(uintptr_t)links;
    given->reach = reach;
    return 1;
}

PyObject *native_posterior(PyObject *self, PyObject *args)
{
    Posterior given;
    PyThreadState *released;
    int engine, status;

    (void)self;
    if (!parse(args, &given, &engine))
        return NULL;
    given.interrupted = python_interrupted;
    given.context = &released;
    released = PyEval_SaveThread();
    status = posterior(&given, (EngineKind)engine);
    PyEval_RestoreThread(released);
    if (status != SEARCH_DONE)
        return python_answer(status);
    return Py_BuildValue("(id)", given.has_marginals, given.none);
}
