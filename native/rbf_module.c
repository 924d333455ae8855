/* The Gaussian kernel as Python functions. */
#include "rbf_module.h"

#include "cut.h"
#include "rbf.h"

/* For O&: values, their kind, the shape and gamma. */
static int rbf_rows(PyObject *numbers, void *into)
{
    RbfRows *rows = into;
    long long n, dim;

    if (!PyTuple_Check(numbers) ||
        !PyArg_ParseTuple(numbers, "O&pLLd", array_at, &rows->values, &rows->is_double, &n, &dim,
                          &rows->gamma))
        return 0;
    rows->n = n;
    rows->dim = dim;
    return 1;
}

PyObject *native_rbf_search(PyObject *self, PyObject *args)
{
    long long block, lists;
    int engine, status;
    PyThreadState *released;
    RbfProblem problem;

    (void)self;
    if (!PyArg_ParseTuple(args, "iO&LLO&O&O&O&O&O&O&", &engine, rbf_rows, &problem.rows, &block,
                          &lists, array_at, &problem.prices, array_at, &problem.first,
                          array_at, &problem.last, array_at, &problem.allowed, array_at,
                          &problem.previous, array_at, &problem.costs, array_at,
                          &problem.merged))
        return NULL;
    problem.block = block;
    problem.lists = lists;
    problem.met = NULL;
    problem.until = NULL;
    problem.interrupted = python_interrupted;
    problem.context = &released;
    if (python_fault(rbf_fault(&problem)))
        return NULL;
    released = PyEval_SaveThread();
    status = rbf_search(&problem, (EngineKind)engine);
    PyEval_RestoreThread(released);
    return python_answer(status);
}

PyObject *native_rbf_cut(PyObject *self, PyObject *args)
{
    int engine, status;
    PyThreadState *released;
    RbfProblem problem;
    Cut cut = {0};

    (void)self;
    if (!PyArg_ParseTuple(args, "iO&O&O&O&O&", &engine, rbf_rows, &problem.rows, array_at,
                          &problem.prices, array_at, &problem.first, array_at,
                          &problem.last, array_at, &problem.allowed))
        return NULL;
    problem.block = 0;
    problem.lists = 1;
    problem.interrupted = python_interrupted;
    problem.context = &released;
    if (python_fault(rbf_fault(&problem)))
        return NULL;
    released = PyEval_SaveThread();
    status = cut_rbf(&problem, (EngineKind)engine, &cut);
    PyEval_RestoreThread(released);
    return python_cut(status, &cut, problem.prices);
}

PyObject *native_rbf_along(PyObject *self, PyObject *args)
{
    long long count;
    int engine, status;
    PyThreadState *released;
    RbfAlong wanted;

    (void)self;
    if (!PyArg_ParseTuple(args, "iO&LO&O&O&", &engine, rbf_rows, &wanted.rows, &count, array_at,
                          &wanted.edges, array_or_none, &wanted.inside, array_at,
                          &wanted.across))
        return NULL;
    wanted.count = count;
    wanted.until = NULL;
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
    int engine, status;
    PyThreadState *released;
    RbfDistances wanted;

    (void)self;
    if (!PyArg_ParseTuple(args, "iO&O&O&", &engine, rbf_rows, &wanted.rows, array_at,
                          &wanted.distances, array_at, &wanted.halves))
        return NULL;
    wanted.interrupted = python_interrupted;
    wanted.context = &released;
    released = PyEval_SaveThread();
    status = rbf_distances(&wanted, (EngineKind)engine);
    PyEval_RestoreThread(released);
    return python_answer(status);
}
