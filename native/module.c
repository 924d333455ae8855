/* The Python module embed_kcpd.solvers.search._native: addresses in, a status out.
 *
 * The stable ABI of Python 3.10 has no buffer protocol, so arrays arrive as addresses.
 * native.py is the only caller: it owns the arrays and checks their types and shapes.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "memory.h"
#include "search.h"

/* Re-acquire the interpreter lock to let Python handle signals, then let it go again. */
static int interrupted(void *context)
{
    PyThreadState **released = context;
    int stop;

    PyEval_RestoreThread(*released);
    stop = PyErr_CheckSignals() != 0;
    *released = PyEval_SaveThread();
    return stop;
}

static PyObject *raise_or_none(int status)
{
    if (status == SEARCH_NO_MEMORY)
        return PyErr_NoMemory();
    if (status == SEARCH_INTERRUPTED)
        return NULL; /* PyErr_CheckSignals has set the exception */
    Py_RETURN_NONE;
}

static PyObject *native_search(PyObject *self, PyObject *args)
{
    Problem problem;
    unsigned long long rows, weights, prices, first, last, allowed, previous;
    long long n, dim, block;
    PyThreadState *released;
    int status;

    (void)self;
    if (!PyArg_ParseTuple(args, "KppLLKdLKKKKK", &rows, &problem.is_double, &problem.is_scaled,
                          &n, &dim, &weights, &problem.ridge, &block, &prices, &first, &last,
                          &allowed, &previous))
        return NULL;
    problem.rows = (const void *)(uintptr_t)rows;
    problem.n = n;
    problem.dim = dim;
    problem.block = block;
    problem.weights = (const double *)(uintptr_t)weights;
    problem.prices = (const double *)(uintptr_t)prices;
    problem.first = (const int64_t *)(uintptr_t)first;
    problem.last = (const int64_t *)(uintptr_t)last;
    problem.allowed = (const unsigned char *)(uintptr_t)allowed;
    problem.previous = (int64_t *)(uintptr_t)previous;
    problem.interrupted = interrupted;
    problem.context = &released;
    released = PyEval_SaveThread();
    status = search(&problem);
    PyEval_RestoreThread(released);
    return raise_or_none(status);
}

static PyObject *native_refuse_after(PyObject *self, PyObject *args)
{
    long long requests;

    (void)self;
    if (!PyArg_ParseTuple(args, "L", &requests))
        return NULL;
    refuse_after(requests);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"search", native_search, METH_VARARGS, "Fill the best start of each end."},
    {"refuse_after", native_refuse_after, METH_VARARGS,
     "For tests: refuse memory after so many requests; below zero refuses none."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_native", "Exact search in C; see native.py.", 0, methods,
    NULL,                  NULL,      NULL,                                NULL,
};

PyMODINIT_FUNC PyInit__native(void)
{
    return PyModule_Create(&module);
}
