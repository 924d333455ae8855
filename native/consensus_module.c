/* The disagreement of candidates as a Python function. */
#include "consensus_module.h"

#include "consensus.h"

/* Whether every boundary and every window lies inside the text. */
static int lies_inside(const Candidates *given)
{
    int64_t k = 0;
    for (int64_t i = 0; i < given->count; i++) {
        if (given->sizes[i] < 1 || given->sizes[i] >= given->n || given->ends[i] < k)
            return 0;
        for (; k < given->ends[i]; k++)
            if (given->boundaries[k] < 0 || given->boundaries[k] >= given->n)
                return 0;
    }
    return 1;
}

PyObject *native_disagreements(PyObject *self, PyObject *args)
{
    Candidates given;
    long long n, count, most;
    int status;

    (void)self;
    if (!PyArg_ParseTuple(args, "LLO&O&O&LO&", &n, &count, array_at, &given.boundaries, array_at,
                          &given.ends, array_at, &given.sizes, &most, array_at, &given.out))
        return NULL;
    given.n = n;
    given.count = count;
    given.most = most;
    if (python_fault(most < 1 || !lies_inside(&given) ? "a boundary is outside the text" : NULL))
        return NULL;
    Py_BEGIN_ALLOW_THREADS status = disagree(&given);
    Py_END_ALLOW_THREADS return python_answer(status);
}
