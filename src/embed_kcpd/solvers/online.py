"""A segmentation that grows: new units at the end, without starting again.

In:  vectors, a few at a time.
Out: at any moment the segmentation a fresh solve of everything so far would give.

The recursion runs forward, so whole blocks of units are settled for good; only the units
after the last whole block are looked at again when more arrive.  Everything that grows with
the text doubles its room when it is full, so one more unit costs a block, not the text.
That needs prices and rows
that do not change afterwards: cosine rows, or rows around a centre that is fixed in advance.
The contrast objective centres on the whole document and prices a gap by the units behind it,
so on a stream it is given here with a centre of one's own and without the price of the gap.
"""

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import FloatArray, IntArray, checked_vectors, unit_rows
from embed_kcpd.errors import LimitsError, OptionsError, TooFewUnitsError, VectorsError
from embed_kcpd.given_numbers import is_number
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.problem.limits import UNLIMITED, Limits
from embed_kcpd.problem.rows import Rows
from embed_kcpd.result.segmentation import Segmentation
from embed_kcpd.solvers.exact import priced_segmentation
from embed_kcpd.solvers.feasible import infeasible
from embed_kcpd.solvers.search.block_lazy import Search
from embed_kcpd.solvers.search.engine import BLOCK, traced
from embed_kcpd.solvers.search.linear import LinearFrontier
from embed_kcpd.solvers.windows import Windows


class RunningSegmentation:
    """The cheapest segmentation of all vectors appended so far, at a fixed penalty.

    ``centre``, where given, is taken from every vector before it is set to norm one;
    ``ridge`` shrinks segment means as in the contrast objective.  Limits are those on the
    number of units in a segment.

    >>> running = RunningSegmentation(penalty=0.5)
    >>> running.append([[1, 0], [1, 0]])
    >>> running.append([[0, 1], [0, 1]])
    >>> running.boundaries
    (2,)
    """

    def __init__(
        self,
        penalty: float,
        *,
        centre: npt.ArrayLike | None = None,
        ridge: float = 0.0,
        limits: Limits = UNLIMITED,
    ) -> None:
        if not (is_number(penalty) and penalty >= 0):
            raise OptionsError(f"the penalty must be a number from 0 on, got {penalty!r}")
        if not (is_number(ridge) and ridge >= 0):
            raise OptionsError(f"the ridge must be a number from 0 on, got {ridge!r}")
        if not isinstance(limits, Limits):
            raise OptionsError(f"limits must be Limits(...), got {limits!r:.60}")
        if limits.budgets or limits.forced or limits.forbidden:
            raise LimitsError("a running segmentation takes min_size and max_size only")
        self.penalty, self.limits = float(penalty), limits
        self._ridge = float(ridge)
        self._centre = None if centre is None else _checked_centre(centre)
        self._state: _State | None = None

    def __repr__(self) -> str:
        return f"RunningSegmentation(penalty={self.penalty:g}, n_units={self.n_units})"

    @property
    def n_units(self) -> int:
        return 0 if self._state is None else self._state.cost.n_units

    def append(self, vectors: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> None:
        """Add units behind the last one; each weighs one unless ``weights`` are given."""
        rows = checked_vectors(vectors)
        added = _checked_weights(weights, len(rows))
        if len(rows) == 0:
            return
        if self._centre is not None:
            if self._centre.shape != rows.shape[1:]:
                raise VectorsError(
                    f"the centre has shape {self._centre.shape}, but the vectors have "
                    f"{rows.shape[1]} numbers each"
                )
            rows = rows - self._centre
        directions = unit_rows(rows)
        if self._state is None:
            self._state = _State(rows.shape[1], self._ridge, self.penalty, self.limits)
        self._state.cost.extend(directions, added)
        self._state.advance()

    @property
    def boundaries(self) -> tuple[int, ...]:
        """Where the units so far are cut; the text is never searched again for it."""
        if self._state is None:
            return ()
        if self.n_units < self.limits.min_size:
            raise TooFewUnitsError(self.n_units, self.limits.min_size)
        if not np.isfinite(self._state.total):
            raise infeasible(self.limits, self.n_units)
        return traced(self._state.starts)

    @property
    def segmentation(self) -> Segmentation:
        """The same with costs and gains: one pass over the rows."""
        if self._state is None:
            return Segmentation(0, (), 0.0)
        cost = self._state.cost
        plain = LinearCost(cost.source, cost.weights, cost.ridge)
        return priced_segmentation(plain, np.full(self.n_units, self.penalty), self.boundaries)


def _checked_centre(centre: npt.ArrayLike) -> FloatArray:
    try:
        point = np.asarray(centre, dtype=np.float64)
    except (TypeError, ValueError):
        point = np.full(1, np.nan)
    if point.ndim != 1 or not np.isfinite(point).all():
        raise VectorsError("the centre must be one vector of finite numbers")
    return point


def _checked_weights(weights: npt.ArrayLike | None, n_units: int) -> FloatArray:
    """The weights of new units, one each where none are given."""
    if weights is None:
        return np.ones(n_units)
    try:
        added = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError):
        added = np.full(n_units, np.nan)
    if added.shape != (n_units,) or not (np.isfinite(added) & (added >= 0)).all():
        raise VectorsError(f"each of the {n_units} new units needs a weight from 0 on")
    return added


class _State:
    """The cost and a search with more room than units; what is settled stays in place."""

    def __init__(self, dim: int, ridge: float, penalty: float, limits: Limits) -> None:
        self.cost = _GrowingCost(dim, ridge)
        self._penalty, self._limits, self._settled = penalty, limits, 0
        self.frontier = LinearFrontier(self.cost, 1, BLOCK)
        self._search = self._with_room(BLOCK)

    @property
    def total(self) -> float:
        """The least total of all units; infinite where the limits cannot be met."""
        return float(self._search.value[0, self.cost.n_units])

    @property
    def starts(self) -> IntArray:
        """The best start of each edge."""
        return self._search.previous[0, : self.cost.n_units + 1]

    def _with_room(self, n: int) -> Search:
        """An empty search for ``n`` units.

        Windows reach beyond the last unit: they say when a new start becomes long enough.
        """
        room = n + self._limits.min_size
        windows = Windows.of(self._limits, room)
        return Search(np.full((1, room), self._penalty), windows, self.frontier)

    def advance(self) -> None:
        """Settle the blocks that are whole now, and fill the edges after them."""
        n = self.cost.n_units
        self.frontier.reserve(n // BLOCK + 1)
        if n + self._limits.min_size > self._search.windows.n_units:
            self._grow(2 * n)
        while self._settled + BLOCK <= n:
            self._search.settle(self._settled, self._settled + BLOCK)
            self._settled += BLOCK
        if self._settled < n:
            self._search.fill(self._settled, n)

    def _grow(self, n: int) -> None:
        """The same search with room for ``n`` units."""
        old, known = self._search, slice(0, self._settled + 1)
        self._search = self._with_room(n)
        self._search.value[:, known] = old.value[:, known]
        self._search.previous[:, known] = old.previous[:, known]


class _GrowingCost(LinearCost):
    """A ``LinearCost`` of rows of norm one that takes more of them; buffers double when full."""

    def __init__(self, dim: int, ridge: float) -> None:
        super().__init__(np.zeros((0, dim)), None, ridge)
        self.slack = self.ridge
        self._rows, self._numbers = np.zeros((BLOCK, dim)), np.zeros((3, BLOCK + 1))

    def extend(self, rows: FloatArray, added: FloatArray) -> None:
        old, n = self.n_units, self.n_units + len(rows)
        if rows.shape[1] != self._rows.shape[1]:
            raise VectorsError(
                f"the vectors so far have {self._rows.shape[1]} numbers, the new {rows.shape[1]}"
            )
        while n > len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
            self._numbers = np.pad(self._numbers, ((0, 0), (0, self._numbers.shape[1])))
        self._rows[old:n] = rows
        norms = np.einsum("td,td->t", rows, rows)
        for row, values in zip(self._numbers, (added * norms, added), strict=False):
            row[old + 1 : n + 1] = row[old] + np.cumsum(values)
        self._numbers[2, old:n] = added
        self.source, self.weights = Rows(self._rows[:n]), self._numbers[2, :n]
        self.squares, self.mass = self._numbers[0, : n + 1], self._numbers[1, : n + 1]
