/* What every function of the Python module shares: signals while the lock is released, and
 * what a status means to Python.
 */
#ifndef EMBED_KCPD_PYTHON_MODULE_H
#define EMBED_KCPD_PYTHON_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "cut.h"

/* Takes the interpreter lock back to let Python handle signals, then lets it go again;
 * `context` is the address of the thread state that was saved when it was let go. */
int python_interrupted(void *context);

/* None, or NULL with the exception that one of the SEARCH_ codes stands for. */
PyObject *python_answer(int status);

/* Whether something is wrong with what was given; it is then the exception. */
int python_fault(const char *fault);

/* For O&: where the numbers of an array lie.  Whoever calls answers for their kind and how many
 * there are. */
int array_at(PyObject *given, void *into);

/* The same, and NULL for None. */
int array_or_none(PyObject *given, void *into);

/* Boundaries, objective, costs and gains of a cut as tuples of numbers, None where the limits leave
 * none, or NULL with an exception; the cut is released. */
PyObject *python_cut(int status, Cut *cut, const double *prices);

#endif
