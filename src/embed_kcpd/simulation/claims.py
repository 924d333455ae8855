"""What the paper says about its simulation, held against a study.

In:  the rows of a study.
Out: each claim with what was measured, and whether it agrees.

The paper's figures have no numbers, so its sentences are tested: that C = 0.1 is the best of
the four factors on long sequences, that errors fall as sequences grow, that the memory m makes
no difference.  Differences are told from chance by twice the standard error of a mean.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from embed_kcpd.simulation.rows import Row
from embed_kcpd.simulation.study import PAPER_SCALE

MIDDLE_MEMORY = 20
"""The memory at which the paper shows encoders and factors."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of the paper, the rows it was tested on, what they say."""

    text: str
    where: str
    measured: str
    agrees: bool


def claims(rows: Sequence[Row]) -> tuple[Claim, ...]:
    """All claims, for each encoder and kernel."""
    found: list[Claim] = []
    for encoder, kernel in dict.fromkeys((row.encoder, row.kernel) for row in rows):
        mine = [row for row in rows if (row.encoder, row.kernel) == (encoder, kernel)]
        where = f"{encoder}, {kernel} kernel"
        shown = [row for row in mine if row.memory == shown_memory(mine)]
        paper = [row for row in shown if row.scale == PAPER_SCALE]
        found.append(_best_scale(shown, where))
        found += [_falls(paper, where, "Pk"), _falls(paper, where, "WindowDiff")]
        if len({row.memory for row in mine}) > 1:
            found.append(_memory([row for row in mine if row.scale == PAPER_SCALE], where))
    return tuple(found)


def shown_memory(rows: Iterable[Row]) -> int:
    """The memory that figures and tables show: the paper's 20, or the one in the middle."""
    memories = sorted({row.memory for row in rows})
    return MIDDLE_MEMORY if MIDDLE_MEMORY in memories else memories[len(memories) // 2]


def _best_scale(rows: Sequence[Row], where: str) -> Claim:
    """The best factor at every length, by mean Pk."""
    paper_rows = [row for row in rows if row.scale is not None]
    lengths = sorted({row.n_units for row in paper_rows})
    best = [
        min((row for row in paper_rows if row.n_units == length), key=lambda row: row.pk)
        for length in lengths
    ]
    measured = ", ".join(f"T = {row.n_units}: C = {row.scale:g}" for row in best)
    agrees = best[-1].scale == PAPER_SCALE
    return Claim("C = 0.1 is best on long sequences", where, f"least Pk at {measured}", agrees)


def _falls(rows: Sequence[Row], where: str, measure: str) -> Claim:
    """From the shortest sequences to the longest, by more than chance; rises on the way told."""
    ordered = sorted(rows, key=lambda row: row.n_units)
    value = _pk if measure == "Pk" else _wd
    values = [value(row) for row in ordered]
    rises = [
        f"T = {right.n_units}"
        for left, right in pairwise(ordered)
        if _is_above(value(right), value(left))
    ]
    measured = " → ".join(f"{mean:.1f}" for mean, _ in values)
    if rises:
        measured += f"; rises at {', '.join(rises)}"
    agrees = _is_above(values[0], values[-1]) and not rises
    return Claim(f"{measure} falls as T grows (C = 0.1)", where, measured, agrees)


def _memory(rows: Sequence[Row], where: str) -> Claim:
    """The spread over the memories at each length."""
    lengths = sorted({row.n_units for row in rows})
    parts, apart = [], []
    for length in lengths:
        values = sorted(_pk(row) for row in rows if row.n_units == length)
        parts.append(f"T = {length}: {values[-1][0] - values[0][0]:.1f}")
        apart.append(_is_above(values[-1], values[0]))
    measured = f"Pk of the memories apart by {', '.join(parts)}"
    return Claim("m makes no difference (C = 0.1)", where, measured, not any(apart))


Mean = tuple[float, float]
"""A mean and its standard error."""


def _pk(row: Row) -> Mean:
    return row.pk, row.pk_sd / row.replicates**0.5


def _wd(row: Row) -> Mean:
    return row.wd, row.wd_sd / row.replicates**0.5


def _is_above(left: Mean, right: Mean) -> bool:
    """Whether the first mean is the greater one by more than two standard errors."""
    return left[0] - right[0] > 2 * math.hypot(left[1], right[1])
