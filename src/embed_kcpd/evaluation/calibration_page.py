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
    CutText,
    claims,
    claims_below_chance,
    fitted,
    left_out,
)
from embed_kcpd.evaluation.claims import N_BINS, Claims, bin_numbers, joined
from embed_kcpd.outputs.figures import COLOURS, new_figure
from embed_kcpd.result.certainty import LIKELY, SURE

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NEARLY_CERTAIN = 0.9
HIGH_ERROR = 0.12

FEWEST_SHOWN = 15
"""Claims in a bin of the figure; the share of fewer says nothing."""

COLUMNS = (
    "set",
    "boundaries",
    "hit",
    "error left out",
    "by chance",
    "told the hit rate",
    "error as shipped",
    f"left out stated {NEARLY_CERTAIN:g} or more",
    "hit of these",
)

Row = tuple[str, int, float, float, float, float, float, int, float | None]
Sets = Mapping[str, Sequence[CutText]]


def calibration_row(name: str, unseen: Claims, shipped: Claims) -> Row:
    """What was claimed of one set with constants of other families, and as shipped."""
    count, share = unseen.above(NEARLY_CERTAIN)
    hit = float(unseen.hit.mean()) if len(unseen.hit) else 0.0
    errors = (unseen.error(), unseen.error_by_chance(), unseen.told().error(), shipped.error())
    return (name, len(unseen.hit), hit, *errors, count, share)


def calibration_result(sets: Sets, command: str) -> dict[str, object]:
    """The table in the form that ``make docs`` prints."""
    constants = left_out(sets)
    unseen = {name: claims(sets[name], constants[name]) for name in sets}
    below = joined(claims_below_chance(sets[name], constants[name]) for name in sets)
    rows = [calibration_row(name, made, claims(sets[name])) for name, made in unseen.items()]
    return {
        "title": "Confidence: stated probabilities against hit rates",
        "command": command,
        "columns": COLUMNS,
        "rows": rows,
        "notes": [
            *_error_notes(rows, unseen),
            _words_note(joined(unseen.values())),
            f"{len(below.hit)} boundaries would be stated below the chance of a random place and "
            f"are stated at it; {int(below.hit.sum())} of them are hit.",
            "A boundary is hit when a true one lies within one unit of it.",
            "Left out: the constants were fitted on the sets of all other families.",
            f"Fitted on all sets: {_constants(fitted(sets))}; shipped: {_constants(SHIPPED)}.",
        ],
    }


def _error_notes(rows: Sequence[Row], unseen: Mapping[str, Claims]) -> tuple[str, str]:
    error, chance, told, shipped = np.mean([row[3:7] for row in rows], axis=0)
    equal = np.mean([made.error_in_equal_bins() for made in unseen.values()])
    return (
        f"Expected calibration error, mean over sets: {error:.3f} left out, "
        f"{shipped:.3f} as shipped. Above {HIGH_ERROR:g} left out: "
        f"{sum(row[3] > HIGH_ERROR for row in rows)} of {len(rows)} sets.",
        f"By chance alone, if every probability were right, it would be {chance:.3f}; if only "
        f"the hit rate of each set were known beforehand, {told:.3f}; over bins of equally "
        f"many boundaries it is {equal:.3f}.",
    )


def _words_note(made: Claims) -> str:
    """How often boundaries are hit by the word that is said of them, and at the very top."""
    parts = [
        f"{word} {_percent(share)} of {count}"
        for word, (count, share) in (
            (f"stated at {NEARLY_CERTAIN:g} or more", made.above(NEARLY_CERTAIN)),
            ("sure", made.above(SURE)),
            ("likely", made.between(LIKELY, SURE)),
            ("a guess", made.between(0.0, LIKELY)),
        )
    ]
    return f"Hit, left out, over all sets: {', '.join(parts)}."


def _percent(share: float | None) -> str:
    return "none" if share is None else f"{share:.0%}"


def _constants(calibration: Calibration) -> str:
    return ", ".join(f"{value:.2f}" for value in astuple(calibration))


def reliability_figure(sets: Sets) -> "Figure":
    """Share of hits against stated probability, left out, a line for each set."""
    figure, (axis,) = new_figure(width=6.4, height=5.2)
    axis.plot([0, 1], [0, 1], color="#999999", linestyle=":")
    for number, (name, calibration) in enumerate(left_out(sets).items()):
        stated, hit = _points(claims(sets[name], calibration))
        # Colours come again after one round, so the second round is dashed.
        style = "o-" if number < len(COLOURS) else "s--"
        axis.plot(stated, hit, style, markersize=3, linewidth=1, label=name)
    axis.set_xlabel("stated probability")
    axis.set_ylabel("share of boundaries with a true one near")
    axis.set_xlim(0, 1)
    axis.set_ylim(0, 1.02)
    axis.legend(fontsize=7, ncols=2)
    return figure


def _points(made: Claims) -> tuple[list[float], list[float]]:
    """Mean stated probability and share of hits of the bins that hold enough claims."""
    bins = bin_numbers(made.stated)
    used = [number for number in range(N_BINS) if (bins == number).sum() >= FEWEST_SHOWN]
    stated = [float(made.stated[bins == number].mean()) for number in used]
    return stated, [float(made.hit[bins == number].mean()) for number in used]
