"""The cheapest boundaries at multiples of one price.

In:  a problem; then what a boundary costs at each unit, and factors of it, as often as wanted.
Out: the boundaries for each factor.

A short text has one window and so the same price everywhere.  The products of all its pairs are
known, and with them the costs of all segments: every factor is one more penalty on top of the
evidence.  In a long text the search walks once for all factors.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.granularity.text_scale.pairs import AllPairs
from embed_kcpd.native import native_available
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.objectives import Problem
from embed_kcpd.solvers.exact import boundaries_each
from embed_kcpd.solvers.feasible import infeasible
from embed_kcpd.solvers.search.engine import traced_each
from embed_kcpd.solvers.search.kept import KeptCosts
from embed_kcpd.solvers.windows import Windows


@dataclass(frozen=True)
class PriceMultiples:
    """A problem that is solved at several multiples of a price; ``pairs`` where they are known."""

    problem: Problem
    pairs: AllPairs | None = None

    def boundaries(self, price: FloatArray, factors: FloatArray) -> list[tuple[int, ...]]:
        """The boundaries that are cheapest at each multiple of ``price``, one number per unit."""
        problem = self.problem
        if self._kept is not None and price.min() == price.max():
            paid = np.append(problem.evidence, 0.0)
            starts = self._kept.starts(paid, price[0] * factors)
            if starts[:, -1].min() < 0:
                raise infeasible(problem.limits, problem.n_units)
            return traced_each(starts)
        prices = (factor * price + problem.evidence for factor in factors)
        return boundaries_each(problem.cost, prices, problem.limits)

    @cached_property
    def _kept(self) -> KeptCosts | None:
        problem = self.problem
        if self.pairs is None or not native_available() or not isinstance(problem.cost, LinearCost):
            return None
        windows = Windows.of(problem.limits, problem.n_units)
        return KeptCosts.of(problem.cost, windows, self.pairs.products)
