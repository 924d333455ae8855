/* The Python module embed_kcpd._native: arrays in, a status out.
 *
 * The stable ABI of Python 3.10 has no buffer protocol, so arrays describe themselves (array_at).
 * Only embed_kcpd calls: it owns the arrays and checks their types and shapes.  What numbers they
 * hold is checked here.  No state is kept between
 * calls, so the module needs no interpreter lock of its own.
 */
#include "consensus_module.h"
#include "kept_module.h"
#include "memory.h"
#include "posterior_module.h"
#include "python_module.h"
#include "rbf_module.h"
#include "search.h"
#include "short.h"
#include "trace_module.h"

/* For O&: the engine of a number. */
static int engine(PyObject *number, void *into)
{
    const long kind = PyLong_AsLong(number);

    if (PyErr_Occurred())
        return 0;
    *(const Engine **)into = kind < 0 ? NULL : engine_of((EngineKind)kind);
    if (!*(const Engine **)into)
        PyErr_SetString(PyExc_ValueError, "this processor cannot run that engine");
    return *(const Engine **)into != NULL;
}

/* For O&: the seven numbers of rows, as native.py puts them together. */
static int rows(PyObject *numbers, void *into)
{
    Rows *given = into;
    long long n, dim;

    if (!PyTuple_Check(numbers) ||
        !PyArg_ParseTuple(numbers, "O&pLLO&O&O&", array_at, &given->values, &given->is_double, &n,
                          &dim, array_or_none, &given->scales, array_or_none, &given->shifts,
                          array_or_none, &given->centre))
        return 0;
    given->n = n;
    given->dim = dim;
    return !python_fault(given->shifts && !given->centre ? "shifted rows need a centre" : NULL);
}

static PyObject *native_search(PyObject *self, PyObject *args)
{
    Problem problem;
    const Engine *chosen;
    long long block;
    PyThreadState *released;
    int status;

    (void)self;
    if (!PyArg_ParseTuple(args, "O&O&O&ddLO&O&O&O&O&O&", engine, &chosen, rows, &problem.rows,
                          array_at, &problem.weights, &problem.ridge, &problem.longest, &block,
                          array_at, &problem.prices, array_at, &problem.first, array_at,
                          &problem.last, array_at, &problem.allowed, array_at, &problem.previous,
                          array_or_none, &problem.values))
        return NULL;
    problem.block = block;
    problem.interrupted = python_interrupted;
    problem.context = &released;
    if (python_fault(fault_of(&problem, 1)))
        return NULL;
    released = PyEval_SaveThread();
    status = chosen->search(&problem);
    PyEval_RestoreThread(released);
    return python_answer(status);
}

static PyObject *native_cut(PyObject *self, PyObject *args)
{
    Problem problem;
    const Engine *chosen;
    PyThreadState *released;
    Cut cut = {0};
    int status;

    (void)self;
    if (!PyArg_ParseTuple(args, "O&O&O&ddO&O&O&O&", engine, &chosen, rows, &problem.rows,
                          array_at, &problem.weights, &problem.ridge, &problem.longest,
                          array_at, &problem.prices, array_at, &problem.first, array_at,
                          &problem.last, array_at, &problem.allowed))
        return NULL;
    problem.block = 0;
    problem.values = NULL;
    problem.interrupted = python_interrupted;
    problem.context = &released;
    if (python_fault(fault_of(&problem, 1)))
        return NULL;
    released = PyEval_SaveThread();
    status = cut_rows(&problem, chosen, &cut);
    PyEval_RestoreThread(released);
    return python_cut(status, &cut, problem.prices);
}

static PyObject *native_search_lists(PyObject *self, PyObject *args)
{
    Problem problem = {0};
    const Engine *chosen;
    long long block, lists;
    int32_t *previous;
    PyThreadState *released;
    int status;

    (void)self;
    if (!PyArg_ParseTuple(args, "O&O&O&ddLLO&O&O&O&O&", engine, &chosen, rows, &problem.rows,
                          array_at, &problem.weights, &problem.ridge, &problem.longest, &block,
                          &lists, array_at, &problem.prices, array_at, &problem.first, array_at,
                          &problem.last, array_at, &problem.allowed, array_at, &previous))
        return NULL;
    problem.block = block;
    problem.interrupted = python_interrupted;
    problem.context = &released;
    if (python_fault(lists < 1 ? "there must be a price list" : fault_of(&problem, lists)))
        return NULL;
    released = PyEval_SaveThread();
    status = chosen->search_lists(&problem, lists, previous);
    PyEval_RestoreThread(released);
    return python_answer(status);
}

static PyObject *native_squares(PyObject *self, PyObject *args)
{
    Rows given;
    const Engine *chosen;
    double *squares;
    int status;

    (void)self;
    if (!PyArg_ParseTuple(args, "O&O&O&", engine, &chosen, rows, &given, array_at, &squares))
        return NULL;
    Py_BEGIN_ALLOW_THREADS status = chosen->squares(&given, squares);
    Py_END_ALLOW_THREADS return python_answer(status);
}

static PyObject *native_directions(PyObject *self, PyObject *args)
{
    Rows given;
    const Engine *chosen;
    double *scales, least, most;
    int are_all;

    (void)self;
    if (!PyArg_ParseTuple(args, "O&O&ddO&", engine, &chosen, rows, &given, &least, &most, array_at,
                          &scales))
        return NULL;
    Py_BEGIN_ALLOW_THREADS are_all = chosen->directions(&given, least, most, scales);
    Py_END_ALLOW_THREADS return PyBool_FromLong(are_all);
}

static PyObject *native_sum(PyObject *self, PyObject *args)
{
    Rows given;
    const Engine *chosen;
    double *weights, *sum;
    int status;

    (void)self;
    if (!PyArg_ParseTuple(args, "O&O&O&O&", engine, &chosen, rows, &given, array_at, &weights,
                          array_at, &sum))
        return NULL;
    Py_BEGIN_ALLOW_THREADS status = chosen->sum(&given, weights, sum);
    Py_END_ALLOW_THREADS return python_answer(status);
}

static PyObject *native_band(PyObject *self, PyObject *args)
{
    Rows given;
    const Engine *chosen;
    double *products;
    long long width;
    int status;

    (void)self;
    if (!PyArg_ParseTuple(args, "O&O&LO&", engine, &chosen, rows, &given, &width, array_at,
                          &products))
        return NULL;
    if (width < 0) {
        PyErr_SetString(PyExc_ValueError, "width must not be negative");
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS status = chosen->band(&given, width, products);
    Py_END_ALLOW_THREADS return python_answer(status);
}

static PyObject *native_chain(PyObject *self, PyObject *args)
{
    Rows given;
    const Engine *chosen;
    double *weights, *own, *next, *sum;
    int status;

    (void)self;
    if (!PyArg_ParseTuple(args, "O&O&O&O&O&O&", engine, &chosen, rows, &given, array_at, &weights,
                          array_at, &own, array_at, &next, array_at, &sum))
        return NULL;
    Py_BEGIN_ALLOW_THREADS status = chosen->chain(&given, weights, own, next, sum);
    Py_END_ALLOW_THREADS return python_answer(status);
}

static PyObject *native_along(PyObject *self, PyObject *args)
{
    Rows given;
    const Engine *chosen;
    double *weights, *squares, *energy, *cross;
    int64_t *edges;
    long long segments;
    int status;

    (void)self;
    if (!PyArg_ParseTuple(args, "O&O&O&O&LO&O&O&", engine, &chosen, rows, &given, array_at,
                          &weights, array_at, &edges, &segments, array_at, &squares, array_at,
                          &energy, array_at, &cross))
        return NULL;
    for (int64_t k = 0; k < segments; k++)
        if (edges[k] < 0 || edges[k + 1] < edges[k] || edges[k + 1] > given.n) {
            PyErr_SetString(PyExc_ValueError, "edges must rise from 0 to the number of rows");
            return NULL;
        }
    Py_BEGIN_ALLOW_THREADS status =
        chosen->along(&given, weights, edges, segments, squares, energy, cross);
    Py_END_ALLOW_THREADS return python_answer(status);
}

static PyObject *native_dots(PyObject *self, PyObject *args)
{
    Rows given;
    const Engine *chosen;
    double *vector, *dots;
    int status;

    (void)self;
    if (!PyArg_ParseTuple(args, "O&O&O&O&", engine, &chosen, rows, &given, array_at, &vector,
                          array_at, &dots))
        return NULL;
    Py_BEGIN_ALLOW_THREADS status = chosen->dots(&given, vector, dots);
    Py_END_ALLOW_THREADS return python_answer(status);
}

static PyObject *native_read(PyObject *self, PyObject *args)
{
    Rows given;
    const Engine *chosen;
    long long first, step, count;
    double factor;
    float *into;
    int status;

    (void)self;
    if (!PyArg_ParseTuple(args, "O&O&LLLdO&", engine, &chosen, rows, &given, &first, &step, &count,
                          &factor, array_at, &into))
        return NULL;
    if (first < 0 || step < 1 || count < 0 || (count && first + (count - 1) * step >= given.n)) {
        PyErr_SetString(PyExc_ValueError, "there are not so many rows");
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS status = chosen->read(&given, first, step, count, factor, into);
    Py_END_ALLOW_THREADS return python_answer(status);
}

static PyObject *native_windows(PyObject *self, PyObject *args)
{
    Rows given;
    const Engine *chosen;
    double *weights, *curves;
    long long stride, n_windows;
    int status;

    (void)self;
    if (!PyArg_ParseTuple(args, "O&O&O&LLO&", engine, &chosen, rows, &given, array_at, &weights,
                          &stride, &n_windows, array_at, &curves))
        return NULL;
    if (stride < 1 || n_windows < 0) {
        PyErr_SetString(PyExc_ValueError, "stride must be positive and n_windows not negative");
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS status = chosen->windows(&given, weights, stride, n_windows, curves);
    Py_END_ALLOW_THREADS return python_answer(status);
}

static PyObject *native_inside(PyObject *self, PyObject *args)
{
    Rows given;
    const Engine *chosen;
    double *weights, *sums;
    long long start, end;
    int status;

    (void)self;
    if (!PyArg_ParseTuple(args, "O&O&O&LLO&", engine, &chosen, rows, &given, array_at, &weights,
                          &start, &end, array_at, &sums))
        return NULL;
    if (start < 0 || end < start || end > given.n) {
        PyErr_SetString(PyExc_ValueError, "there are not so many rows");
        return NULL;
    }
    Py_BEGIN_ALLOW_THREADS status = chosen->inside(&given, weights, start, end, sums);
    Py_END_ALLOW_THREADS return python_answer(status);
}

static PyObject *native_short_texts(PyObject *self, PyObject *args)
{
    ShortTexts texts;
    Rows given;
    const Engine *chosen;
    long long count, widest, columns;
    int status;

    (void)self;
    if (!PyArg_ParseTuple(args, "O&O&O&dLO&O&O&LLO&O&O&O&", engine, &chosen, rows, &given, array_at,
                          &texts.weights, &texts.ridge, &count, array_at, &texts.starts, array_at,
                          &texts.ends, array_at, &texts.places, &widest, &columns, array_at,
                          &texts.sums, array_at, &texts.curves, array_at, &texts.near, array_at,
                          &texts.costs))
        return NULL;
    texts.rows = &given;
    texts.count = count;
    texts.widest = widest;
    texts.columns = columns;
    if (python_fault(fault_of_short_texts(&texts)))
        return NULL;
    Py_BEGIN_ALLOW_THREADS status = measure_short_texts(&texts, chosen);
    Py_END_ALLOW_THREADS return python_answer(status);
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
    {"cut", native_cut, METH_VARARGS, "Boundaries, objective, costs and gains."},
    {"rbf_cut", native_rbf_cut, METH_VARARGS, "The same with the Gaussian kernel."},
    {"search_lists", native_search_lists, METH_VARARGS,
     "Fill the best start of each end for each price list."},
    {"search_kept", native_search_kept, METH_VARARGS, "Best starts for many penalties."},
    {"fill_kept", native_fill_kept, METH_VARARGS, "Fill the costs of all segments."},
    {"boundaries", native_boundaries, METH_VARARGS, "Boundaries that best starts lead back to."},
    {"trace", native_trace, METH_VARARGS, "Fill the edges that best starts lead back to."},
    {"disagreements", native_disagreements, METH_VARARGS, "Fill how much candidates disagree."},
    {"open_posterior", native_open_posterior, METH_VARARGS, "What posterior takes."},
    {"posterior_order", native_posterior_order, METH_VARARGS, "Fill sums over all pairs."},
    {"posterior", native_posterior, METH_VARARGS, "Fill the probabilities of boundaries."},
    {"rbf_search", native_rbf_search, METH_VARARGS, "Best starts with the Gaussian kernel."},
    {"rbf_distances", native_rbf_distances, METH_VARARGS, "Fill squared distances of all pairs, in float32."},
    {"rbf_along", native_rbf_along, METH_VARARGS, "Fill sums of the kernel along segments."},
    {"squares", native_squares, METH_VARARGS, "Fill the squared length of each row."},
    {"directions", native_directions, METH_VARARGS,
     "Fill one over the length of each row; whether all lengths lie between two numbers."},
    {"sum", native_sum, METH_VARARGS, "Fill the weighted sum of all rows."},
    {"band", native_band, METH_VARARGS, "Fill the products of rows that are near each other."},
    {"chain", native_chain, METH_VARARGS, "Fill squares, products of neighbours, the weighted sum."},
    {"along", native_along, METH_VARARGS, "Fill squares, energies and products of segments."},
    {"dots", native_dots, METH_VARARGS, "Fill the product of each row with one vector."},
    {"read", native_read, METH_VARARGS, "Fill rows that are evenly spaced, as float32."},
    {"windows", native_windows, METH_VARARGS, "Fill similarity by distance of each window."},
    {"inside", native_inside, METH_VARARGS, "Fill what the order inside a segment depends on."},
    {"short_texts", native_short_texts, METH_VARARGS, "Fill what is measured on short segments."},
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
