/* What every function of the Python module shares: signals while the lock is released, and
 * what a status means to Python.
 */
#ifndef EMBED_KCPD_PYTHON_MODULE_H
#define EMBED_KCPD_PYTHON_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Takes the interpreter lock back to let Python handle signals, then lets it go again;
 * `context` is the address of the thread state that was saved when it was let go. */
int python_interrupted(void *context);

/* None, or NULL with the exception that one of the SEARCH_ codes stands for. */
PyObject *python_answer(int status);

/* Where the numbers of an array lie; NULL with an exception for anything else. */
void *python_data(PyObject *array);

/* The same as a number; NumPy's own attribute for this takes a microsecond or two. */
PyObject *python_address(PyObject *self, PyObject *array);

#endif
