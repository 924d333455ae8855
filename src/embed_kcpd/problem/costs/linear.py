"""The segment cost of weighted vectors: their spread around a (shrunken) mean.

In:  vectors with weights.
Out: a ``SegmentCost`` the solvers can ask for C(start, end).

One family serves the paper and the contrast objective:
``C(s, e) = sum w |x|**2 - |sum w x|**2 / (sum w + ridge)``.
The paper's cost is w = 1, ridge = 0.  Splitting a segment lowers the summed cost, except
that each split may add at most ``ridge * max |x|**2`` (``slack`` below, proved in
docs/explanation/solver.md).
"""

import math
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from embed_kcpd.arrays import FloatArray, IntArray, Vectors, median
from embed_kcpd.errors import OptionsError, VectorsError
from embed_kcpd.problem.costs.protocol import CostsAlong
from embed_kcpd.problem.row_measures import segment_sums, squared_lengths
from embed_kcpd.problem.rows import CHUNK, Rows

_STORED_SUMS = 2**23
"""Numbers up to which all prefix sums are kept (64 MB); longer inputs are summed again."""

_SAMPLE = 1024
"""Evenly spaced rows that tell the centre."""

_SHORTEST, _LONGEST = 1e-280, 1e280
"""Squared lengths that float64 can add up without losing them."""

_DIGITS, _LEAST_SHARE = 2e-16, 1e-5
"""Rounding of float64, and the share of a price or cost from which on it changes answers."""

_OUTLYING = 1e10
"""Squared distance, as a multiple of the usual one, beyond which one row drowns the others."""

_SAME = 1e-13
"""Squared distance, as a share of squared lengths, that rounding to float32 leaves between equal
rows."""

_TINY = 1e-100


class LinearCost:
    """Weighted spread of rows around their (shrunken) mean; the rows are not copied.

    Without a ridge the cost does not change when all rows move together, so they are centred
    when they are read: sums stay small, and differences of sums lose nothing.
    """

    def __init__(
        self, rows: Vectors | Rows, weights: FloatArray | None = None, ridge: float = 0.0
    ) -> None:
        self.source = rows if isinstance(rows, Rows) else Rows(np.asarray(rows))
        n = len(self.source)
        self.weights = np.ones(n) if weights is None else _checked_weights(weights, n)
        self.ridge = float(ridge)
        if not 0.0 <= self.ridge < math.inf:
            raise OptionsError(f"the ridge must be a number from 0 on, got {ridge}")
        if self.source.longest < 0.0:
            self._check_lengths()

    def _check_lengths(self) -> None:
        """Refuse rows whose costs float64 cannot tell apart."""
        lengths = self.lengths
        if not np.isfinite(lengths).all():
            raise _immeasurable(self.source.values)
        longest = float(lengths.max(initial=0.0))
        if longest > _LONGEST or (longest < _SHORTEST and self._is_short()):
            unit = int(np.argmax(np.abs(self.source.values).max(axis=1)))
            raise VectorsError(
                f"the squared lengths of the vectors, such as that of unit {unit}, are beyond what "
                "float64 can add up; scale all vectors to lengths near one"
            )

    def check_prices(self, prices: FloatArray) -> None:
        """Refuse prices and costs that are smaller than the rounding in the sums.

        One vector far from all others makes sums so large that the rest has no digits left.
        """
        if self.source.longest >= 0.0:
            return
        known = np.abs(prices[prices != 0.0])
        if len(known) == 0:
            return
        price, rounding = median(known), _DIGITS * float(self.squares[-1])
        if rounding <= _LEAST_SHARE * price:
            return
        unit = int(np.argmax(self.lengths))
        usual, farthest = self._distances(unit)
        if rounding > _LEAST_SHARE * usual and farthest > _OUTLYING * usual:
            raise VectorsError(
                f"unit {unit} is so far from the others that nothing is left of prices near "
                f"{price:.3g} in sums of {float(self.squares[-1]):.3g}; "
                "drop the unit, scale its vector, or raise the prices"
            )

    def _distances(self, unit: int) -> tuple[float, float]:
        """Squared distances to the median row: the median of those that differ, and a unit's."""
        sample = self.source[:: max(1, self.n_units // _SAMPLE)]
        middle = np.median(sample, axis=0)
        squares = squared(sample - middle)
        differs = squares > _SAME * (squared(sample) + float(middle @ middle))
        usual = float(np.median(squares[differs])) if differs.any() else 0.0
        return usual, float(squared(self.source[unit : unit + 1] - middle)[0])

    def _is_short(self) -> bool:
        """Whether rows that differ are so short that their squares vanish."""
        values = self.source.values
        return bool(np.any(values)) and float(np.abs(values).max()) < np.sqrt(_SHORTEST)

    @cached_property
    def lengths(self) -> FloatArray:
        """Squared lengths of the centred rows."""
        return squared_lengths(self.moved)

    @cached_property
    def squares(self) -> FloatArray:
        """Running sums of the weighted squared lengths."""
        return _running_sums(self.lengths * self.weights)

    @cached_property
    def mass(self) -> FloatArray:
        """Running sums of the weights."""
        return _running_sums(self.weights)

    @cached_property
    def slack(self) -> float:
        """The most that splitting a segment can add: what the ridge can save."""
        if self.ridge == 0.0:
            return 0.0
        known = self.source.longest
        return self.ridge * (known if known >= 0.0 else float(self.lengths.max(initial=0.0)))

    @cached_property
    def centre(self) -> FloatArray:
        """What is taken off every row: near their mean, or zero where the origin matters."""
        n, dim = self.source.shape
        if self.source.shifts is not None or self.ridge > 0.0 or n == 0:
            return np.zeros(dim)
        centre: FloatArray = self.source[:: max(1, n // _SAMPLE)].mean(axis=0)
        return centre

    @cached_property
    def moved(self) -> Rows:
        """The centred rows."""
        return self.source if self.source.shifts is not None else self.source.around(self.centre)

    @property
    def near_rows(self) -> Rows:
        """The rows, centred unless their length is bounded: sums of segments lose no digits."""
        return self.source if self.source.longest >= 0.0 else self.moved

    @cached_property
    def rows(self) -> Vectors:
        """The rows as one array; a copy of the input where it is scaled."""
        return self.source.values if self.source.is_plain else self.source[:]

    @property
    def n_units(self) -> int:
        return len(self.source)

    @property
    def dim(self) -> int:
        return self.source.shape[1]

    def running(self, start: int, end: int) -> FloatArray:
        """Sums of the weighted centred rows from ``start`` up to each edge until ``end``."""
        weighted = self.source[start:end]
        if self.source.shifts is None:
            weighted -= self.centre
        weighted *= self.weights[start:end, None]
        sums = np.zeros((end - start + 1, self.dim))
        np.cumsum(weighted, axis=0, out=sums[1:])
        return sums

    def sums_at(self, edges: IntArray) -> FloatArray:
        """The sum of all weighted centred rows before each of the rising ``edges``."""
        sums, before = np.zeros((len(edges), self.dim)), np.zeros(self.dim)
        for start in range(0, self.n_units, CHUNK):
            end = min(start + CHUNK, self.n_units)
            running = before + self.running(start, end)
            inside = slice(*np.searchsorted(edges, (start, end + 1)))
            sums[inside] = running[edges[inside] - start]
            before = running[-1]
        return sums

    def column(self, starts: IntArray, end: int) -> FloatArray:
        if self.source.values.size <= _STORED_SUMS:
            sums = self._sums[end] - self._sums[starts]
        else:
            least = int(starts.min(initial=end))
            running = self.running(least, end)
            sums = running[-1] - running[starts - least]
        return self._spread(starts, end, squared(sums))

    def _spread(self, starts: IntArray, ends: IntArray | int, energy: FloatArray) -> FloatArray:
        """C(start, end) from the squared length of each segment's sum."""
        mass = self.mass[ends] - self.mass[starts] + self.ridge
        return scatter(self.squares[ends] - self.squares[starts], energy, mass)

    @cached_property
    def _sums(self) -> FloatArray:
        return self.running(0, self.n_units)

    def along(self, lists: Sequence[IntArray]) -> list[CostsAlong]:
        """The costs along each list of edges, from one pass over the rows for each list."""
        return [self._along(edges) for edges in lists]

    def _along(self, edges: IntArray) -> CostsAlong:
        sums = segment_sums(self.near_rows, self.weights, edges)
        mass = self.mass[edges]
        both = sums.energy[1:] + sums.energy[:-1] + 2.0 * sums.cross
        return (
            scatter(sums.squares, sums.energy, mass[1:] - mass[:-1] + self.ridge),
            scatter(sums.squares[1:] + sums.squares[:-1], both, mass[2:] - mass[:-2] + self.ridge),
        )

    def between(self, sums: FloatArray, edges: slice) -> FloatArray:
        """C(start, end) at row ``end``, column ``start`` from running sums at some edges.

        Entries with ``start >= end`` mean nothing.
        """
        squares, mass = self.squares[edges], self.mass[edges]
        products: FloatArray = sums @ sums.T
        lengths = np.diagonal(products).copy()
        products *= -2.0
        products += lengths
        products += lengths[:, None]
        return scatter(squares[:, None] - squares, products, mass[:, None] - mass + self.ridge)

    def mirrored(self) -> "LinearCost":
        """The cost of the units in reverse order."""
        return LinearCost(self.source.reversed(), self.weights[::-1], self.ridge)

    def matrix(self) -> FloatArray:
        """C(start, end) at row ``end``, column ``start``; infinite where no segment lies."""
        costs = self.between(self.running(0, self.n_units), slice(None))
        costs[np.triu_indices(len(costs))] = np.inf
        return costs


def _running_sums(values: FloatArray) -> FloatArray:
    """The sum of the first t values at each edge t, from 0 on."""
    sums = np.zeros(len(values) + 1)
    np.cumsum(values, out=sums[1:])
    return sums


def _checked_weights(weights: FloatArray, n_units: int) -> FloatArray:
    checked = np.asarray(weights, dtype=np.float64)
    is_one_each = checked.shape == (n_units,)
    if not (is_one_each and checked.sum() < np.inf and checked.min(initial=0.0) >= 0.0):
        raise VectorsError(f"each of the {n_units} units needs a weight, a number from 0 on")
    return checked


def scatter(squares: FloatArray, energy: FloatArray, mass: FloatArray) -> FloatArray:
    """``squares - energy / mass``, between zero and ``squares`` whatever the rounding.

    Without mass there is nothing to spread; ``squares`` is zero then.
    """
    costs: FloatArray = np.maximum(energy, 0.0)
    costs /= np.maximum(mass, _TINY)
    np.subtract(squares, costs, out=costs)
    np.maximum(costs, 0.0, out=costs)
    return costs


def squared(sums: FloatArray) -> FloatArray:
    """Squared length of each row."""
    lengths: FloatArray = np.einsum("sd,sd->s", sums, sums)
    return lengths


def _immeasurable(values: Vectors) -> VectorsError:
    """Which vector has no squared length, and why."""
    largest = np.abs(values).max(axis=1)
    unit = int(np.argmax(np.where(np.isnan(largest), np.inf, largest)))
    if not np.isfinite(largest[unit]):
        return VectorsError(f"the vector of unit {unit} is not finite; check the encoder")
    return VectorsError(
        f"the vector of unit {unit} holds numbers up to {float(largest[unit]):.3g}, whose squares "
        "overflow; scale all vectors to lengths near one"
    )
