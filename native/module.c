/* The Python module embed_kcpd.solvers.search._native: addresses in, a status out.
 *
 * The stable ABI of Python 3.10 has no buffer protocol, so arrays arrive as addresses.
 * native.py is the only caller: it owns the arrays and checks their types and shapes.
 * What numbers they hold is checked here.  No state is kept between calls, so the module
 * needs no interpreter lock of its own.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "kept_module.h"
#include "memory.h"
#include "posterior_module.h"
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
    if (status == SEARCH_NO_ENGINE) {
        PyErr_SetString(PyExc_ValueError, "this processor cannot run that engine");
        return NULL;
    }
    Py_RETURN_NONE;
}

/* For O&: an address, where 0 stands for no array. */
static int address(PyObject *number, void *into)
{
    const unsigned long long value = PyLong_AsUnsignedLongLong(number);

    if (PyErr_Occurred())
        return 0;
    *(const void **)into = (const void *)(uintptr_t)value;
    return 1;
}

#define ROWS_FORMAT "(O&pLLO&O&O&)"

static PyObject *native_search(PyObject *self, PyObject *args)
{
    Problem problem;
    Rows *rows = &problem.rows;
    long long n, dim, block;
    int engine, status;
    const char *fault;
    PyThreadState *released;

    (void)self;
    if (!PyArg_ParseTuple(args, ROWS_FORMAT "O&ddLO&O&O&O&O&i", address, &rows->values,
                          &rows->is_double, &n, &dim, address, &rows->scales, address,
                          &rows->shifts, address, &rows->centre, address, &problem.weights,
                          &problem.ridge, &problem.longest, &block, address, &problem.prices,
                          address, &problem.first, address, &problem.last, address,
                          &problem.allowed, address, &problem.previous, &engine))
        return NULL;
    rows->n = n;
    rows->dim = dim;
    problem.block = block;
    problem.interrupted = interrupted;
    problem.context = &released;
    fault = fault_of(&problem);
    if (fault) {
        PyErr_SetString(PyExc_ValueError, fault);
        return NULL;
    }
    released = PyEval_SaveThread();
    status = search(&problem, (EngineKind)engine);
    PyEval_RestoreThread(released);
    return raise_or_none(status);
}

static PyObject *native_best_engine(PyObject *self, PyObject *args)
{
    (void)self;
    (void)args;
    return PyLong_FromLong((long)best_engine());
}

#ifdef EMBED_KCPD_TEST_BUILD
static PyObject *native_refuse_after(PyObject *self, PyObject *args)
{
    long long requests;

    (void)self;
    if (!PyArg_ParseTuple(args, "L", &requests))
        return NULL;
    refuse_after(requests);
    Py_RETURN_NONE;
}
#endif

static PyMethodDef methods[] = {
    {"search", native_search, METH_VARARGS, "Fill the best start of each end."},
    {"search_kept", native_search_kept, METH_VARARGS, "Best starts for many penalties."},
    {"posterior", native_posterior, METH_VARARGS, "Fill the probabilities of boundaries."},
    {"best_engine", native_best_engine, METH_NOARGS,
     "The fastest engine of this processor: 1 plain, 2 AVX2, 3 AVX512."},
#ifdef EMBED_KCPD_TEST_BUILD
    {"refuse_after", native_refuse_after, METH_VARARGS,
     "Refuse memory after so many requests; below zero refuses none."},
#endif
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    "_native",
    "Exact search in C; see native.py.",
    0,
    methods,
    slots,
    NULL,
    NULL,
    NULL,
};

PyMODINIT_FUNC PyInit__native(void)
{
    return PyModuleDef_Init(&module);
}
