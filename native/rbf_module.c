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

/* Whether the stretches lie among the rows, and the first of them in order. */
static int are_stretches(const RbfSums *wanted)
{
    const int64_t *corners = wanted->corners;
    for (int64_t k = 0; k < 4 * wanted->count; k += 4) {
        if (corners[k] < 0 || corners[k + 1] < corners[k] || corners[k + 1] > wanted->rows.n ||
            corners[k + 2] < corners[k] || corners[k + 3] < corners[k + 2] ||
            corners[k + 3] > wanted->rows.n)
            return 0;
        if (k > 0 && corners[k] < corners[k - 4])
            return 0;
    }
    return 1;
}

PyObject *native_rbf_sums(PyObject *self, PyObject *args)
{
    unsigned long long corners, sums;
    long long count;
    int engine, status;
    PyThreadState *released;
    RbfSums wanted;

    (void)self;
    if (!PyArg_ParseTuple(args, "iO&LKK", &engine, rbf_rows, &wanted.rows, &count, &corners, &sums))
        return NULL;
    wanted.count = count;
    wanted.corners = (const int64_t *)(uintptr_t)corners;
    wanted.sums = (double *)(uintptr_t)sums;
    wanted.interrupted = python_interrupted;
    wanted.context = &released;
    if (!are_stretches(&wanted)) {
        PyErr_SetString(PyExc_ValueError, "stretches must lie among the rows, in order");
        return NULL;
    }
    released = PyEval_SaveThread();
    status = rbf_sums(&wanted, (EngineKind)engine);
    PyEval_RestoreThread(released);
    return python_answer(status);
}
