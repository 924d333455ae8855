#include "python_module.h"

#include "problem.h"

int python_interrupted(void *context)
{
    PyThreadState **released = context;
    int stop;

    PyEval_RestoreThread(*released);
    stop = PyErr_CheckSignals() != 0;
    *released = PyEval_SaveThread();
    return stop;
}

PyObject *python_answer(int status)
{
    if (status == SEARCH_NO_MEMORY)
        return PyErr_NoMemory();
    if (status == SEARCH_INTERRUPTED)
        return NULL; /* PyErr_CheckSignals has set the exception */
    if (status == SEARCH_NO_ENGINE) {
        PyErr_SetString(PyExc_ValueError, "this processor cannot run that engine");
        return NULL;
    }
    if (status == SEARCH_TOO_LONG) {
        PyErr_SetString(PyExc_OverflowError, "a row is not finite or too long");
        return NULL;
    }
    Py_RETURN_NONE;
}

int python_fault(const char *fault)
{
    if (fault)
        PyErr_SetString(PyExc_ValueError, fault);
    return fault != NULL;
}

/* What NumPy tells C about an array, documented as `__array_struct__`. */
#define C_ORDER 0x1
#define ALIGNED 0x100
#define NATIVE_BYTES 0x200
#define READABLE (C_ORDER | ALIGNED | NATIVE_BYTES)

typedef struct {
    int two; /* always 2 */
    int n_dimensions;
    char kind;
    int item_size, flags;
    Py_ssize_t *shape, *strides;
    void *data;
    PyObject *description;
} ArrayStruct;

/* Where the numbers of an array lie; NULL with an exception for anything else. */
static void *data_of(PyObject *array)
{
    PyObject *capsule = PyObject_GetAttrString(array, "__array_struct__");
    const ArrayStruct *described;
    void *data = NULL;

    if (!capsule)
        return NULL;
    described = PyCapsule_GetPointer(capsule, NULL);
    if (described && described->two != 2)
        PyErr_SetString(PyExc_TypeError, "this object does not describe itself as an array");
    else if (described && (described->flags & READABLE) != READABLE)
        PyErr_SetString(PyExc_ValueError,
                        "the numbers of an array must lie side by side, in this machine's order");
    else if (described)
        data = described->data;
    Py_DECREF(capsule);
    return data;
}

int array_at(PyObject *given, void *into)
{
    *(void **)into = data_of(given);
    return !PyErr_Occurred();
}

int array_or_none(PyObject *given, void *into)
{
    *(void **)into = NULL;
    return given == Py_None || array_at(given, into);
}

/* Put a number into a tuple; 0 without memory. */
static int put(PyObject *tuple, int64_t at, PyObject *number)
{
    return number && PyTuple_SetItem(tuple, (Py_ssize_t)at, number) == 0;
}

/* The three tuples of a cut, and its objective. */
static PyObject *described(const Cut *cut, const double *prices)
{
    const int64_t last = cut->segments - 1;
    PyObject *boundaries = PyTuple_New((Py_ssize_t)last), *gains = PyTuple_New((Py_ssize_t)last);
    PyObject *costs = PyTuple_New((Py_ssize_t)cut->segments), *all = NULL;
    int is_whole = boundaries && gains && costs;
    double objective = 0.0;

    for (int64_t k = 0; k < cut->segments && is_whole; k++) {
        objective += cut->single[k];
        is_whole = put(costs, k, PyFloat_FromDouble(cut->single[k]));
    }
    for (int64_t k = 0; k < last && is_whole; k++) {
        const double paid = prices[cut->edges[k + 1]];
        const double gain = cut->merged[k] - cut->single[k] - cut->single[k + 1] - paid;
        objective += paid;
        is_whole = put(boundaries, k, PyLong_FromLongLong(cut->edges[k + 1])) &&
                   put(gains, k, PyFloat_FromDouble(gain));
    }
    if (is_whole)
        all = Py_BuildValue("OdOO", boundaries, objective, costs, gains);
    Py_XDECREF(boundaries);
    Py_XDECREF(gains);
    Py_XDECREF(costs);
    return all;
}

PyObject *python_cut(int status, Cut *cut, const double *prices)
{
    PyObject *answer = python_answer(status);

    if (answer && cut->segments) {
        Py_DECREF(answer);
        answer = described(cut, prices);
    }
    release_cut(cut);
    return answer;
}
