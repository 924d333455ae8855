/* The posterior as Python functions: arrays in, results written to the caller's arrays. */
#include "posterior_module.h"

#include <stdlib.h>

#include "posterior.h"
#include "python_module.h"

#define OPENED "embed_kcpd posterior"

static void close_opened(PyObject *capsule)
{
    Posterior *given = PyCapsule_GetPointer(capsule, OPENED);

    close_posterior(given);
    free(given);
}

PyObject *native_open_posterior(PyObject *self, PyObject *args)
{
    long long n, dim, room;
    PyObject *capsule;
    Posterior *given = calloc(1, sizeof(Posterior));

    (void)self;
    if (!given)
        return PyErr_NoMemory();
    if (!PyArg_ParseTuple(args, "(O&ppLL)(O&O&O&O&O&dd)(O&O&O&O&)(O&L)", array_at, &given->rows,
                          &given->is_double, &given->is_rbf, &n, &dim, array_at, &given->factor,
                          array_at, &given->shift, array_at, &given->centre, array_or_none,
                          &given->spread, array_or_none, &given->mass, &given->ridge, &given->slack,
                          array_at, &given->first, array_at, &given->last, array_at, &given->ready,
                          array_at, &given->allowed, array_at, &given->kept, &room)) {
        free(given);
        return NULL;
    }
    given->n = n;
    given->dim = dim;
    given->room = room;
    capsule = PyCapsule_New(given, OPENED, close_opened);
    if (!capsule)
        free(given);
    return capsule;
}

/* Ask the engine, with the interpreter lock released. */
static int ask(Posterior *given, int engine)
{
    PyThreadState *released = PyEval_SaveThread();
    int status;

    given->interrupted = python_interrupted;
    given->context = &released;
    status = posterior(given, (EngineKind)engine);
    PyEval_RestoreThread(released);
    return status;
}

PyObject *native_posterior_order(PyObject *self, PyObject *args)
{
    PyObject *capsule;
    Posterior *given;
    OrderSums order;
    int engine, status;

    (void)self;
    if (!PyArg_ParseTuple(args, "OO&O&i", &capsule, array_at, &order.per_unit, array_at,
                          &order.parts, &engine))
        return NULL;
    given = PyCapsule_GetPointer(capsule, OPENED);
    if (!given)
        return NULL;
    given->order = &order;
    status = ask(given, engine);
    given->order = NULL;
    if (status != SEARCH_DONE)
        return python_answer(status);
    return Py_BuildValue("(dd)", order.neighbours, order.squares);
}

PyObject *native_posterior(PyObject *self, PyObject *args)
{
    PyObject *capsule;
    Posterior *given;
    long long reach;
    double temperature, fewest, most;
    const double *prices;
    double *at, *links;
    int engine, status;

    (void)self;
    if (!PyArg_ParseTuple(args, "OdO&ddO&O&Li", &capsule, &temperature, array_at, &prices, &fewest,
                          &most, array_at, &at, array_at, &links, &reach, &engine))
        return NULL;
    given = PyCapsule_GetPointer(capsule, OPENED);
    if (!given)
        return NULL;
    given->temperature = temperature;
    given->prices = prices;
    given->fewest = fewest;
    given->most = most;
    given->at = at;
    given->links = links;
    given->reach = reach;
    status = ask(given, engine);
    if (status != SEARCH_DONE)
        return python_answer(status);
    return Py_BuildValue("(dddid)", given->log_sum, given->expected, given->variance,
                         given->has_marginals, given->none);
}
