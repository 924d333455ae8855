/* Kept costs and the search over them as Python functions. */
#include "kept_module.h"

#include "kept.h"
#include "python_module.h"

PyObject *native_search_kept(PyObject *self, PyObject *args)
{
    unsigned long long costs, prices, penalties, first, last, ready, allowed, previous;
    long long n, lists;
    int engine, status;
    PyThreadState *released;
    Kept kept;

    (void)self;
    if (!PyArg_ParseTuple(args, "LKdKLKKKKKKi", &n, &costs, &kept.slack, &prices, &lists,
                          &penalties, &first, &last, &ready, &allowed, &previous, &engine))
        return NULL;
    kept.n = n;
    kept.lists = lists;
    kept.costs = (const double *)(uintptr_t)costs;
    kept.prices = (const double *)(uintptr_t)prices;
    kept.penalties = (const double *)(uintptr_t)penalties;
    kept.first = (const int64_t *)(uintptr_t)first;
    kept.last = (const int64_t *)(uintptr_t)last;
    kept.ready = (const int64_t *)(uintptr_t)ready;
    kept.allowed = (const unsigned char *)(uintptr_t)allowed;
    kept.previous = (int32_t *)(uintptr_t)previous;
    kept.interrupted = python_interrupted;
    kept.context = &released;
    released = PyEval_SaveThread();
    status = search_kept(&kept, (EngineKind)engine);
    PyEval_RestoreThread(released);
    return python_answer(status);
}

PyObject *native_fill_kept(PyObject *self, PyObject *args)
{
    const double *products, *squares, *mass;
    double ridge, *costs;
    long long n;
    int status;

    (void)self;
    if (!PyArg_ParseTuple(args, "LO&O&O&dO&", &n, array_at, &products, array_at, &squares, array_at,
                          &mass, &ridge, array_at, &costs))
        return NULL;
    Py_BEGIN_ALLOW_THREADS status = fill_kept(n, products, squares, mass, ridge, costs);
    Py_END_ALLOW_THREADS return python_answer(status);
}
