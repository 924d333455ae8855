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
