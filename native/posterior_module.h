#ifndef EMBED_KCPD_POSTERIOR_MODULE_H
#define EMBED_KCPD_POSTERIOR_MODULE_H

#include "python_module.h"

/* posterior(...): addresses and numbers in, (has_marginals, none) out; see gibbs_native.py. */
PyObject *native_posterior(PyObject *self, PyObject *args);

#endif
