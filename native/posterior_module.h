#ifndef EMBED_KCPD_POSTERIOR_MODULE_H
#define EMBED_KCPD_POSTERIOR_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* posterior(...): addresses and numbers in, (has_marginals, none) out; see gibbs_native.py. */
PyObject *native_posterior(PyObject *self, PyObject *args);

#endif
