"""Segments found and errors against C on every set, as small multiples.

In:  the errors of each set and kernel over all scales, with the scales that were chosen.
Out: a matplotlib figure: a row for each set, columns for segments, Pk and WindowDiff.

Colour is the kernel; a mark on a line is a choice of C.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from embed_kcpd.evaluation.scale_choice import BEND, CHORD, PAPER, ScaleChoices
from embed_kcpd.outputs.figures import COLOURS, QUIET, new_figure, put_legend, put_title
from embed_kcpd.problem.kernels import Cosine, Rbf

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LOOKS = {Cosine.name: (COLOURS[0], "cosine kernel"), Rbf.name: (COLOURS[1], "RBF kernel")}
MARKS = {CHORD: "o", BEND: "v", PAPER: "D", "best C": "*"}
SIZES = {"*": 11.0}
COLUMNS = {"segments": "segments", "pk": "Pk in percent", "wd": "WindowDiff in percent"}


def scale_figure(choices: Sequence[ScaleChoices]) -> "Figure":
    """One row for each set, in the order in which they come."""
    sets = [list(group) for _, group in groupby(choices, lambda each: each.curve.set)]
    figure, panels = new_figure(len(COLUMNS), len(sets), width=3.4, height=2.3)
    for place, kernels in enumerate(sets):
        row = panels[place * len(COLUMNS) : (place + 1) * len(COLUMNS)]
        for axes, (field, label) in zip(row, COLUMNS.items(), strict=True):
            for each in kernels:
                _draw_line(axes, each, field)
            _frame(axes, label)
            put_title(axes, kernels[0].curve.set)
        _draw_true_segments(row[0], kernels[0].curve.true_segments)
    for name, mark in MARKS.items():
        panels[0].plot([], [], mark, color=QUIET, markersize=SIZES.get(mark, 6.0), label=name)
    put_legend(figure, panels[0], columns=2 + len(MARKS))
    return figure


def _draw_line(axes: "Axes", choices: ScaleChoices, field: str) -> None:
    """The line of one kernel, and a mark at each choice."""
    curve = choices.curve
    values = getattr(curve, field)
    colour, label = LOOKS[curve.kernel]
    axes.plot(curve.scales, values, color=colour, linewidth=1.4, label=label)
    for name, scale in {**choices.chosen, "best C": curve.best}.items():
        mark = MARKS[name]
        axes.plot(
            [scale],
            [values[curve.scales.index(scale)]],
            mark,
            color=colour,
            markersize=SIZES.get(mark, 6.0),
            markeredgecolor="white",
            markeredgewidth=0.8,
        )


def _draw_true_segments(axes: "Axes", count: float) -> None:
    axes.axhline(count, color=QUIET, linestyle="--", linewidth=1)
    axes.annotate(
        f"true {count:.1f}",
        (1.0, count),
        xycoords=("axes fraction", "data"),
        xytext=(-2, 3),
        textcoords="offset points",
        ha="right",
        color=QUIET,
        fontsize=8,
    )


def _frame(axes: "Axes", label: str) -> None:
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_xlabel("C")
    axes.set_ylabel(label)
    if label == COLUMNS["segments"]:
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter("{x:g}")
    else:
        axes.set_ylim(0, None)
