"""The penalty path around a decision: coarser and finer segmentations of the same text.

In:  vectors, the objective, and the decision that was made about them.
Out: a ``PenaltyPath``, computed when it is asked for.

Where the price of a boundary differs along the text, it differs alike on the whole path: a
boundary pays the penalty, the evidence at its place, and as much more or less than the median
as it did in the decision.  At the median itself the path holds the optimum of the decision's
own prices.
"""

from dataclasses import dataclass

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.granularity.protocol import Decision, middle
from embed_kcpd.problem.costs.protocol import SegmentCost
from embed_kcpd.problem.limits import Limits
from embed_kcpd.problem.objectives import Objective, Problem
from embed_kcpd.result.path import PathRange, PathStep, PenaltyPath


@dataclass(frozen=True, slots=True, eq=False)
class PathAround:
    """What a path is computed from; it holds no costs, which are large, and no encoder."""

    objective: Objective
    vectors: Vectors
    words: FloatArray
    limits: Limits
    prices: FloatArray

    @classmethod
    def of(cls, problem: Problem, decision: Decision, vectors: Vectors) -> "PathAround":
        price = middle(decision.prices - problem.evidence)
        prices = decision.prices - price
        return cls(problem.objective, vectors, problem.words, problem.limits, prices)

    def __call__(self, within: PathRange) -> PenaltyPath:
        from embed_kcpd.solvers import penalty_path

        return penalty_path(
            self._cost(),
            self.prices,
            self.limits,
            within.lowest,
            within.highest,
            fewest=within.fewest,
            most=within.most,
        )

    def few_steps(
        self, *, most: int, n_steps: int, own: int, stable: float
    ) -> tuple[PathStep, ...]:
        """Steps of up to ``most`` segments, about ``n_steps`` of them (see ``few_steps``)."""
        from embed_kcpd.solvers.few_steps import Wanted, few_steps

        wanted = Wanted(most, n_steps, own, stable)
        return few_steps(self._cost(), self.prices, self.limits, wanted)

    def _cost(self) -> SegmentCost:
        return self.objective.problem(self.vectors, self.words, self.limits).cost
