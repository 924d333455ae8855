#ifndef EMBED_KCPD_KEPT_MODULE_H
#define EMBED_KCPD_KEPT_MODULE_H

#include "python_module.h"

/* search_kept(...): arrays and numbers in, best starts written to an array; see kept.py. */
PyObject *native_search_kept(PyObject *self, PyObject *args);

/* fill_kept(...): products of rows in, the costs of all segments written to an array. */
PyObject *native_fill_kept(PyObject *self, PyObject *args);

#endif
