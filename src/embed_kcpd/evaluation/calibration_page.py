"""The calibration as a table and as a reliability diagram.

In:  the texts of each set as the default cuts them.
Out: rows for the benchmark page, a figure (extra ``plot``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import astuple
from typing import TYPE_CHECKING

import numpy as np

from embed_kcpd.annotations.confidence.calibration import SHIPPED, Calibration
from embed_kcpd.evaluation.calibration import (
    N_BINS,
    Claims,
    CutText,
    bin_numbers,
    claims,
    fitted,
    left_out,
)
from embed_kcpd.outputs.figures import new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NEARLY_CERTAIN = 0.9
COLUMNS = (
    "set",
    "boundaries",
    "hit",
    "error left out",
    "error as shipped",
    f"left out stated {NEARLY_CERTAIN:g} or more",
    "hit of these",
)

Row = tuple[str, int, float, float, float, int, float | None]
Sets = Mapping[str, Sequence[CutText]]


def calibration_rows(sets: Sets) -> list[Row]:
    """One row per set."""
    rows: list[Row] = []
    for name, calibration in left_out(sets).items():
        unseen, shipped = claims(sets[name], calibration), claims(sets[name])
        count, share = unseen.above(NEARLY_CERTAIN)
        hit = float(unseen.hit.mean()) if len(unseen.hit) else 0.0
        rows.append((name, len(unseen.hit), hit, unseen.error(), shipped.error(), count, share))
    return rows


def calibration_result(sets: Sets, command: str) -> dict[str, object]:
    """The table in the form that ``make docs`` prints."""
    rows = calibration_rows(sets)
    unseen = float(np.mean([row[3] for row in rows]))
    seen = float(np.mean([row[4] for row in rows]))
    n_top = sum(row[5] for row in rows)
    top_hits = sum(row[5] * (row[6] or 0.0) for row in rows)
    return {
        "title": "Confidence: stated probabilities against hit rates",
        "command": command,
        "columns": COLUMNS,
        "rows": rows,
        "notes": [
            f"Expected calibration error, mean over sets: {unseen:.3f} left out, "
            f"{seen:.3f} as shipped.",
            f"Of {n_top} boundaries stated at {NEARLY_CERTAIN:g} or more, left out, "
            f"{top_hits / max(1, n_top):.0%} are hit.",
            "A boundary is hit when a true one lies within one unit of it.",
            "Left out: the constants were fitted on the sets of all other families.",
            f"Fitted on all sets: {_constants(fitted(sets))}; shipped: {_constants(SHIPPED)}.",
        ],
    }


def _constants(calibration: Calibration) -> str:
    return ", ".join(f"{value:.2f}" for value in astuple(calibration))


def reliability_figure(sets: Sets) -> "Figure":
    """Share of hits against stated probability, left out, a line for each set."""
    figure, (axis,) = new_figure(width=6.4, height=5.2)
    axis.plot([0, 1], [0, 1], color="#999999", linestyle=":")
    for name, calibration in left_out(sets).items():
        stated, hit = _points(claims(sets[name], calibration))
        axis.plot(stated, hit, marker="o", markersize=3, linewidth=1, label=name)
    axis.set_xlabel("stated probability")
    axis.set_ylabel("share of boundaries with a true one near")
    axis.set_xlim(0, 1)
    axis.set_ylim(0, 1.02)
    axis.legend(fontsize=7, ncols=2)
    return figure


def _points(made: Claims) -> tuple[list[float], list[float]]:
    """Mean stated probability and share of hits of the bins with at least five claims."""
    bins = bin_numbers(made.stated)
    used = [number for number in range(N_BINS) if (bins == number).sum() >= 5]
    stated = [float(made.stated[bins == number].mean()) for number in used]
    return stated, [float(made.hit[bins == number].mean()) for number in used]
