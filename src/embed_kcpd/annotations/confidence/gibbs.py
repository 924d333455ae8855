"""The Gibbs distribution over segmentations.

In:  a segment cost, a temperature, limits; then the price of a boundary at each unit.
Out: a ``Posterior``: the probability of a boundary at each unit, near it, and of none at all.

Every admissible segmentation gets the weight exp(-objective / temperature), so the optimum is
the most probable one and close rivals share its weight.  Sums over all segmentations follow
the solver's recursion with log-sum-exp in place of min:

    log_sum[0] = 0
    log_sum[e] = logsumexp over starts s of  log_sum[s] - (C(s, e) + price[s]) / temperature

The share of start s in log_sum[e] is the probability that the segment ending at e starts at
s.  Walking back from the end of the text, these shares give every marginal.  The expected
number of boundaries needs no way back: it is carried along with log_sum.
"""

import math

from embed_kcpd.annotations.confidence.gibbs_native import NativeGibbs
from embed_kcpd.annotations.confidence.gibbs_numpy import NumpyGibbs
from embed_kcpd.annotations.confidence.protocol import Gibbs
from embed_kcpd.errors import OptionsError
from embed_kcpd.native import native_available
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.costs.protocol import SegmentCost
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.problem.limits import UNLIMITED, Limits


def gibbs(cost: SegmentCost, temperature: float, limits: Limits = UNLIMITED) -> Gibbs:
    """The distribution for any prices: in C where it was built, else in NumPy."""
    if not (math.isfinite(temperature) and temperature > 0):
        raise OptionsError(f"the temperature must be a positive number, got {temperature}")
    if native_available() and isinstance(cost, (LinearCost, RbfCost)) and cost.n_units > 0:
        return NativeGibbs(cost, temperature, limits)
    return NumpyGibbs(cost, temperature, limits)
