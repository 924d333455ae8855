#ifndef EMBED_KCPD_RBF_MODULE_H
#define EMBED_KCPD_RBF_MODULE_H

#include "python_module.h"

PyObject *native_rbf_search(PyObject *self, PyObject *args);
PyObject *native_rbf_cut(PyObject *self, PyObject *args);
PyObject *native_rbf_along(PyObject *self, PyObject *args);
PyObject *native_rbf_distances(PyObject *self, PyObject *args);

#endif
