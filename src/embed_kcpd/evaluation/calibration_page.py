"""The calibration as a table and as a reliability diagram.

In:  claims of each set at each warmth.
Out: rows for the benchmark page, a figure (extra ``plot``).
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from embed_kcpd.annotations.confidence import TEMPERATURE_SCALE
from embed_kcpd.evaluation.calibration import N_BINS, Claims, ClaimsByWarmth, bin_numbers, left_out
from embed_kcpd.outputs.figures import new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SURE = 0.9
COLUMNS = (
    "set",
    "boundaries",
    "hit",
    "warmth left out",
    "error left out",
    "error at the default",
    f"stated {SURE:g} or more",
    "hit of these",
)

Row = tuple[str, int, float, float, float, float, int, float | None]


def calibration_rows(sets: Mapping[str, ClaimsByWarmth]) -> list[Row]:
    """One row per set."""
    rows: list[Row] = []
    for name, warmth in left_out(sets).items():
        own, default = sets[name][warmth], sets[name][TEMPERATURE_SCALE]
        count, share = default.above(SURE)
        hit = float(own.hit.mean()) if len(own.hit) else 0.0
        rows.append((name, len(own.hit), hit, warmth, own.error(), default.error(), count, share))
    return rows


def calibration_result(rows: list[Row], command: str) -> dict[str, object]:
    """The table in the form that ``make docs`` prints."""
    unseen = float(np.mean([row[4] for row in rows]))
    seen = float(np.mean([row[5] for row in rows]))
    return {
        "title": "Confidence: stated probabilities against hit rates",
        "command": command,
        "columns": COLUMNS,
        "rows": rows,
        "notes": [
            f"Expected calibration error, mean over sets: {unseen:.3f} left out, "
            f"{seen:.3f} at the default warmth {TEMPERATURE_SCALE:g}.",
            "A boundary is hit when a true one lies within one unit of it.",
            "Left out: the warmth was chosen on the sets of all other families.",
        ],
    }


def reliability_figure(sets: Mapping[str, ClaimsByWarmth]) -> "Figure":
    """Share of hits against stated probability at the default warmth, a line for each set."""
    figure, (axis,) = new_figure(width=6.4, height=5.2)
    axis.plot([0, 1], [0, 1], color="#999999", linestyle=":")
    for name, claims in sets.items():
        stated, hit = _points(claims[TEMPERATURE_SCALE])
        axis.plot(stated, hit, marker="o", markersize=3, linewidth=1, label=name)
    axis.set_xlabel("stated probability")
    axis.set_ylabel("share of boundaries with a true one near")
    axis.set_xlim(0, 1)
    axis.set_ylim(0, 1.02)
    axis.legend(fontsize=7, ncols=2)
    return figure


def _points(claims: Claims) -> tuple[list[float], list[float]]:
    """Mean stated probability and share of hits of the bins with at least five claims."""
    bins = bin_numbers(claims.stated)
    used = [number for number in range(N_BINS) if (bins == number).sum() >= 5]
    stated = [float(claims.stated[bins == number].mean()) for number in used]
    return stated, [float(claims.hit[bins == number].mean()) for number in used]
