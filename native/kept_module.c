/* Kept costs and the search over them as Python functions. */
#include "kept_module.h"

#include "kept.h"
#include "python_module.h"

PyObject *native_search_kept(PyObject *self, PyObject *args)
{
    long long n, lists;
    int engine, status;
    PyThreadState *released;
    Kept kept;

    (void)self;
    if (!PyArg_ParseTuple(args, "LO&dO&LO&O&O&O&O&O&i", &n, array_at, &kept.costs, &kept.slack,
                          array_at, &kept.prices, &lists, array_at, &kept.penalties, array_at,
                          &kept.first, array_at, &kept.last, array_at, &kept.ready, array_at,
                          &kept.allowed, array_at, &kept.previous, &engine))
        return NULL;
    kept.n = n;
    kept.lists = lists;
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
