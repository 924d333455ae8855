#ifndef EMBED_KCPD_KEPT_MODULE_H
#define EMBED_KCPD_KEPT_MODULE_H

#include "python_module.h"

/* search_kept(...): addresses and numbers in, best starts written to an array; see kept.py. */
PyObject *native_search_kept(PyObject *self, PyObject *args);

#endif
