/* The edges of segmentations, read back from each end's best start, as Python functions. */
#include "trace_module.h"

#include "python_module.h"

/* The start of the segment that ends at `end`, or -1 with an exception if it does not lie before. */
static int64_t start_of(const void *starts, int is_wide, int64_t end)
{
    const int64_t start =
        is_wide ? ((const int64_t *)starts)[end] : (int64_t)((const int32_t *)starts)[end];
    if (start >= 0 && start < end)
        return start;
    PyErr_SetString(PyExc_ValueError, "a start must lie before its end");
    return -1;
}

PyObject *native_trace(PyObject *self, PyObject *args)
{
    const void *starts;
    int64_t *edges, at;
    long long n;
    int is_wide;

    (void)self;
    if (!PyArg_ParseTuple(args, "O&pLO&", array_at, &starts, &is_wide, &n, array_at, &edges))
        return NULL;
    edges[at = n] = n;
    while (edges[at] > 0) {
        const int64_t start = start_of(starts, is_wide, edges[at]);
        if (start < 0)
            return NULL;
        edges[--at] = start;
    }
    return PyLong_FromLongLong(at);
}

/* A tuple of the boundaries of one segmentation. */
static PyObject *boundaries_of(const void *starts, int is_wide, int64_t n)
{
    Py_ssize_t count = 0;
    PyObject *boundaries;
    for (int64_t at = n; at > 0; count++)
        if ((at = start_of(starts, is_wide, at)) < 0)
            return NULL;
    boundaries = PyTuple_New(count > 0 ? count - 1 : 0);
    for (int64_t at = n; boundaries && --count > 0;) {
        PyObject *boundary = PyLong_FromLongLong(at = start_of(starts, is_wide, at));
        if (!boundary || PyTuple_SetItem(boundaries, count - 1, boundary) < 0) {
            Py_DECREF(boundaries);
            return NULL;
        }
    }
    return boundaries;
}

PyObject *native_boundaries(PyObject *self, PyObject *args)
{
    const char *starts;
    PyObject *all;
    long long lists, n;
    int is_wide;

    (void)self;
    if (!PyArg_ParseTuple(args, "O&pLL", array_at, &starts, &is_wide, &lists, &n))
        return NULL;
    all = PyList_New((Py_ssize_t)lists);
    for (long long k = 0; all && k < lists; k++) {
        PyObject *boundaries = boundaries_of(starts, is_wide, n);
        if (!boundaries || PyList_SetItem(all, (Py_ssize_t)k, boundaries) < 0) {
            Py_DECREF(all);
            return NULL;
        }
        starts += (n + 1) * (is_wide ? (int64_t)sizeof(int64_t) : (int64_t)sizeof(int32_t));
    }
    return all;
}
