/* The edges of a segmentation, read back from each end's best start, as a Python function. */
#include "trace_module.h"

#include "python_module.h"

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
        const int64_t end = edges[at];
        const int64_t start = is_wide ? ((const int64_t *)starts)[end]
                                      : (int64_t)((const int32_t *)starts)[end];
        if (start < 0 || start >= end) {
            PyErr_SetString(PyExc_ValueError, "a start must lie before its end");
            return NULL;
        }
        edges[--at] = start;
    }
    return PyLong_FromLongLong(at);
}
