#ifndef EMBED_KCPD_POSTERIOR_MODULE_H
#define EMBED_KCPD_POSTERIOR_MODULE_H

#include "python_module.h"

/* open_posterior(...): arrays and numbers in, what posterior takes out; the arrays must live as
 * long as it does; see gibbs_native.py. */
PyObject *native_open_posterior(PyObject *self, PyObject *args);

/* posterior_order(opened, per_unit, room, engine): (neighbours, squares) out. */
PyObject *native_posterior_order(PyObject *self, PyObject *args);

/* posterior(opened, ...): prices in, (log_sum, expected, variance, has_marginals, none) out. */
PyObject *native_posterior(PyObject *self, PyObject *args);

#endif
