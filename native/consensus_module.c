/* The disagreement of candidates as a Python function. */
#include "consensus_module.h"

#include "consensus.h"
#include "memory.h"

/* How many boundaries there are in a list of tuples of them; -1 with an exception for anything else.
 */
static int64_t count_boundaries(PyObject *candidates)
{
    int64_t total = 0;
    const Py_ssize_t count = PyList_Size(candidates);
    for (Py_ssize_t i = 0; i < count; i++) {
        const Py_ssize_t size = PyTuple_Size(PyList_GetItem(candidates, i));
        if (size < 0)
            return -1;
        total += size;
    }
    return count < 0 ? -1 : total;
}

/* The boundaries of all candidates one after the other, and where those of each end; answers 0 with
 * an exception where one is not a number inside the text. */
static int read_candidates(PyObject *candidates, int64_t n, int64_t *boundaries, int64_t *ends)
{
    int64_t k = 0;
    for (Py_ssize_t i = 0; i < PyList_Size(candidates); i++) {
        PyObject *one = PyList_GetItem(candidates, i);
        for (Py_ssize_t j = 0; j < PyTuple_Size(one); j++) {
            const long long boundary = PyLong_AsLongLong(PyTuple_GetItem(one, j));
            if (PyErr_Occurred() ||
                python_fault(boundary < 0 || boundary >= n ? "a boundary is outside the text" : NULL))
                return 0;
            boundaries[k++] = boundary;
        }
        ends[i] = k;
    }
    return 1;
}

static int disagree_candidates(PyObject *candidates, int64_t total, Candidates *given)
{
    int64_t *boundaries = reserve_unset(total + 1, sizeof(int64_t));
    int64_t *ends = reserve_unset(given->count + 1, sizeof(int64_t));
    int status = boundaries && ends ? SEARCH_DONE : SEARCH_NO_MEMORY;
    if (status == SEARCH_DONE) {
        if (read_candidates(candidates, given->n, boundaries, ends)) {
            given->boundaries = boundaries;
            given->ends = ends;
            Py_BEGIN_ALLOW_THREADS status = disagree(given);
            Py_END_ALLOW_THREADS
        } else {
            status = SEARCH_INTERRUPTED; /* the exception is set */
        }
    }
    release(boundaries);
    release(ends);
    return status;
}

PyObject *native_disagreements(PyObject *self, PyObject *args)
{
    Candidates given;
    PyObject *candidates;
    long long n, most;
    int64_t total;

    (void)self;
    if (!PyArg_ParseTuple(args, "LOLO&", &n, &candidates, &most, array_at, &given.out))
        return NULL;
    given.n = n;
    given.most = most;
    if (python_fault(n < 2 || most < 1 ? "there must be two units and a window" : NULL))
        return NULL;
    total = count_boundaries(candidates);
    if (total < 0)
        return NULL;
    given.count = PyList_Size(candidates);
    return python_answer(disagree_candidates(candidates, total, &given));
}
