"""Rows that are scaled and shifted while they are read.

In:  vectors as they were given, a scale and a shift for each, a centre.
Out: ``Rows``: row i is ``scales[i] * values[i] - shifts[i] * centre``, in float64.

Setting a row to norm one and taking the document's mean off it are both of this form, so a
long input is never copied: C and NumPy read float32 vectors in place, a few at a time.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.native import checked_vector

CHUNK = 1024
"""Rows turned to float64 at a time."""

SHIFTED_AT_ONCE = 64
"""Rows shifted at a time: what is taken off them then stays in the processor's cache."""


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """An (n, dim) array that is computed when it is read; slices and ``np.asarray`` read it.

    ``values`` of float32 or float64 in C order are kept as they are, anything else is copied
    once.  ``longest`` is a bound on every squared length, below zero where none is known.

    >>> Rows(np.array([[3.0, 4.0]]), scales=np.array([0.2]))[:]
    array([[0.6, 0.8]])
    """

    values: Vectors
    scales: FloatArray | None = None
    shifts: FloatArray | None = None
    centre: FloatArray | None = None
    longest: float = -1.0

    def __post_init__(self) -> None:
        if self.values.ndim != 2:
            raise ValueError(f"rows must have shape (n, dim), got {self.values.shape}")
        n, dim = self.values.shape
        kind = np.float32 if self.values.dtype == np.float32 else np.float64
        object.__setattr__(self, "values", np.ascontiguousarray(self.values, dtype=kind))
        if self.is_plain and self.centre is None:
            return
        for name, length in (("scales", n), ("shifts", n), ("centre", dim)):
            given = getattr(self, name)
            if given is not None:
                object.__setattr__(self, name, checked_vector(given, np.float64, length, name))

    def __len__(self) -> int:
        return len(self.values)

    @property
    def shape(self) -> tuple[int, int]:
        n, dim = self.values.shape
        return n, dim

    @property
    def is_plain(self) -> bool:
        """Whether the values are the rows."""
        return self.scales is None and self.shifts is None

    def __getitem__(self, part: slice) -> FloatArray:
        rows: FloatArray = self.values[part].astype(np.float64)
        if self.scales is not None:
            rows *= self.scales[part, None]
        if self.shifts is not None and self.centre is not None:
            lines, shifts = np.atleast_2d(rows), np.atleast_1d(self.shifts[part])
            for start in range(0, len(lines), SHIFTED_AT_ONCE):
                near = slice(start, start + SHIFTED_AT_ONCE)
                lines[near] -= shifts[near, None] * self.centre
        return rows

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[Any]:
        if self.is_plain and not copy:
            return np.asarray(self.values, dtype=dtype or np.float64)
        return self[:].astype(dtype or np.float64, copy=False)

    def chunks(self, overlap: int = 0) -> Iterator[tuple[int, FloatArray]]:
        """Where each chunk starts, and its rows with ``overlap`` rows after it."""
        for start in range(0, len(self), CHUNK):
            yield start, self[start : start + CHUNK + overlap]

    def chunks_within(self, first: int, stop: int) -> Iterator[tuple[int, FloatArray]]:
        """Where each chunk starts that holds rows from ``first`` up to ``stop``, and these rows."""
        for low in range(first - first % CHUNK, stop, CHUNK):
            start = max(first, low)
            yield start, self[start : min(stop, low + CHUNK)]

    def weighted(self, weights: FloatArray) -> "Rows":
        """Each row times its weight."""
        scales = weights if self.scales is None else self.scales * weights
        shifts = None if self.shifts is None else self.shifts * weights
        return replace(self, scales=scales, shifts=shifts, longest=-1.0)

    def around(self, centre: FloatArray) -> "Rows":
        """The same rows less ``centre``; only rows that are not shifted can be moved."""
        if self.shifts is not None:
            raise ValueError("rows that are shifted already cannot be moved")
        return replace(self, shifts=np.ones(len(self)), centre=centre, longest=-1.0)

    def reversed(self) -> "Rows":
        """The rows from the last to the first."""
        return self.every(-1)

    def every(self, step: int) -> "Rows":
        """Rows that many apart, from the last one on where ``step`` is negative."""
        return self.part(slice(None, None, step))

    def part(self, part: slice) -> "Rows":
        """Some of the rows, not yet computed.

        >>> Rows(np.array([[1.0], [2.0]]), scales=np.array([2.0, 3.0])).part(slice(1, None))[:]
        array([[6.]])
        """
        scales = None if self.scales is None else self.scales[part]
        shifts = None if self.shifts is None else self.shifts[part]
        return replace(self, values=self.values[part], scales=scales, shifts=shifts)

    @property
    def arguments(self) -> tuple[object, ...]:
        """What functions in C take for rows."""
        values = self.values
        is_double = values.dtype == np.float64
        return values, is_double, *values.shape, self.scales, self.shifts, self.centre


def as_rows(rows: "Rows | FloatArray") -> Rows:
    """Rows as they are, or an array that is read as it is."""
    return rows if isinstance(rows, Rows) else Rows(np.asarray(rows))
