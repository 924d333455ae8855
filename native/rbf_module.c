/* The Gaussian kernel as Python functions. */
#include "rbf_module.h"

#include "rbf.h"

/* For O&: values, their kind, the shape and gamma. */
static int rbf_rows(PyObject *numbers, void *into)
{
    RbfRows *rows = into;
    unsigned long long values;
    long long n, dim;

    if (!PyTuple_Check(numbers) ||
        !PyArg_ParseTuple(numbers, "KpLLd", &values, &rows->is_double, &n, &dim, &rows->gamma))
        return 0;
    rows->values = (const void *)(uintptr_t)values;
    rows->n = n;
    rows->dim = dim;
    return 1;
}

PyObject *native_rbf_search(PyObject *self, PyObject *args)
{
    unsigned long long prices, first, last, ready, allowed, previous, costs;
    long long block, lists;
    int engine, status;
    const char *fault;
    PyThreadState *released;
    RbfProblem problem;

    (void)self;
    if (!PyArg_ParseTuple(args, "iO&LLKKKKKKK", &engine, rbf_rows, &problem.rows, &block, &lists,
                          &prices, &first, &last, &ready, &allowed, &previous, &costs))
        return NULL;
    problem.block = block;
    problem.lists = lists;
    problem.prices = (const double *)(uintptr_t)prices;
    problem.first = (const int64_t *)(uintptr_t)first;
    problem.last = (const int64_t *)(uintptr_t)last;
    problem.ready = (const int64_t *)(uintptr_t)ready;
    problem.allowed = (const unsigned char *)(uintptr_t)allowed;
    problem.previous = (int64_t *)(uintptr_t)previous;
    problem.costs = (double *)(uintptr_t)costs;
    problem.interrupted = python_interrupted;
    problem.context = &released;
    fault = rbf_fault(&problem);
    if (fault) {
        PyErr_SetString(PyExc_ValueError, fault);
        return NULL;
    }
    released = PyEval_SaveThread();
    status = rbf_search(&problem, (EngineKind)engine);
    PyEval_RestoreThread(released);
    return python_answer(status);
}

PyObject *native_rbf_along(PyObject *self, PyObject *args)
{
    unsigned long long edges, inside, across;
    long long count;
    int engine, status;
    PyThreadState *released;
    RbfAlong wanted;

    (void)self;
    if (!PyArg_ParseTuple(args, "iO&LKKK", &engine, rbf_rows, &wanted.rows, &count, &edges, &inside,
                          &across))
        return NULL;
    wanted.count = count;
    wanted.edges = (const int64_t *)(uintptr_t)edges;
    wanted.inside = (double *)(uintptr_t)inside;
    wanted.across = (double *)(uintptr_t)across;
    wanted.interrupted = python_interrupted;
    wanted.context = &released;
    for (int64_t k = 0; k < count; k++)
        if (wanted.edges[k] < 0 || wanted.edges[k + 1] < wanted.edges[k] ||
            wanted.edges[k + 1] > wanted.rows.n) {
            PyErr_SetString(PyExc_ValueError, "edges must rise from 0 to the number of rows");
            return NULL;
        }
    released = PyEval_SaveThread();
    status = rbf_along(&wanted, (EngineKind)engine);
    PyEval_RestoreThread(released);
    return python_answer(status);
}

PyObject *native_rbf_distances(PyObject *self, PyObject *args)
{
    unsigned long long distances, halves;
    int engine, status;
    PyThreadState *released;
    RbfDistances wanted;

    (void)self;
    if (!PyArg_ParseTuple(args, "iO&KK", &engine, rbf_rows, &wanted.rows, &distances, &halves))
        return NULL;
    wanted.distances = (double *)(uintptr_t)distances;
    wanted.halves = (double *)(uintptr_t)halves;
    wanted.interrupted = python_interrupted;
    wanted.context = &released;
    released = PyEval_SaveThread();
    status = rbf_distances(&wanted, (EngineKind)engine);
    PyEval_RestoreThread(released);
    return python_answer(status);
}
