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
    Py_RETURN_NONE;
}

/* What NumPy tells C about an array, documented as `__array_struct__`. */
typedef struct {
    int two; /* always 2 */
    int n_dimensions;
    char kind;
    int item_size, flags;
    Py_ssize_t *shape, *strides;
    void *data;
    PyObject *description;
} ArrayStruct;

void *python_data(PyObject *array)
{
    PyObject *capsule = PyObject_GetAttrString(array, "__array_struct__");
    const ArrayStruct *described;
    void *data = NULL;

    if (!capsule)
        return NULL;
    described = PyCapsule_GetPointer(capsule, NULL);
    if (described && described->two == 2)
        data = described->data;
    else if (described)
        PyErr_SetString(PyExc_TypeError, "this object does not describe itself as an array");
    Py_DECREF(capsule);
    return data;
}

PyObject *python_address(PyObject *self, PyObject *array)
{
    void *data = python_data(array);

    (void)self;
    return PyErr_Occurred() ? NULL : PyLong_FromVoidPtr(data);
}
