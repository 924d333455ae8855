#ifndef EMBED_KCPD_TRACE_MODULE_H
#define EMBED_KCPD_TRACE_MODULE_H

#include "python_module.h"

/* trace(...): best starts in; the last places of an array of n + 1 edges are filled, and the first
 * of them is the answer. */
PyObject *native_trace(PyObject *self, PyObject *args);

/* boundaries(...): rows of best starts in; a list with a tuple of boundaries for each out. */
PyObject *native_boundaries(PyObject *self, PyObject *args);

#endif
