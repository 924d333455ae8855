#ifndef EMBED_KCPD_CONSENSUS_MODULE_H
#define EMBED_KCPD_CONSENSUS_MODULE_H

#include "python_module.h"

/* disagreements(...): boundaries in, a matrix filled; see consensus.py. */
PyObject *native_disagreements(PyObject *self, PyObject *args);

#endif
