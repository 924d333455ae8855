"""Pictures of the studies, in one style.

In:  a study.
Out: a figure file; the ending of its name chooses the format.

Colour is the memory, solid with dots is what was seen, dashed is what the paper prints.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.outputs.figures import COLOURS, new_figure, put_legend, save_figure
from embed_kcpd.theory.experiments.study import Study
from embed_kcpd.theory.memory import MemoryEstimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SEEN, PRINTED, OURS = "o-", "--", ":"


@dataclass(frozen=True, slots=True)
class Line:
    """A column drawn against T, once per memory."""

    column: str
    style: str
    label: str


@dataclass(frozen=True, slots=True)
class Panel:
    """One pair of axes."""

    rows: Study
    lines: tuple[Line, ...]
    y_label: str
    reference: float | None = None
    is_share: bool = False


def draw_deviation(study: Study, path: Path) -> None:
    """Largest deviation seen and the two levels against T."""
    lines = (
        Line("largest deviation seen", SEEN, "largest seen"),
        Line("lambda_T", PRINTED, r"$\lambda_T$ (paper)"),
    )
    label = r"$\max\ |\hat C - C|\ /\ \sqrt{\mathrm{size}}$"
    _draw_panels([Panel(study.where("truth", "mean"), lines, label)], path)


def draw_stability(study: Study, path: Path) -> None:
    """Largest gain of a split, the penalty of A5 and the practical one."""
    lines = (
        Line("largest gain seen", SEEN, "largest gain seen"),
        Line("beta_T of A5", PRINTED, r"$\beta_T$ of A5 (paper)"),
        Line("0.1 sqrt(T log T)", OURS, r"$0.1\sqrt{T\log T}$"),
    )
    _draw_panels([Panel(study, lines, "gain of a split of a stationary block")], path)


def draw_oracle(study: Study, path: Path) -> None:
    """Excess of the estimate and the remainders, under the practical penalty."""
    lines = (
        Line("largest excess seen", SEEN, "largest excess seen"),
        Line("2 lambda_T T", PRINTED, r"$2\lambda_T T$ (paper)"),
        Line("remainder by count", OURS, "remainder by count (ours)"),
    )
    rows = study.where("penalty", "practical")
    _draw_panels([Panel(rows, lines, "population objective above the least")], path)


def draw_localisation(study: Study, path: Path) -> None:
    """Error over delta_T, and how often it is below one."""
    errors = (Line("mean error / delta_T", SEEN, "mean"),)
    shares = (Line("within delta_T", SEEN, "seen"),)
    panels = [
        Panel(study, errors, r"mean localisation error $/\ \delta_T$", reference=1.0),
        Panel(study, shares, r"replicates within $\delta_T$", reference=1.0, is_share=True),
    ]
    _draw_panels(panels, path)


def draw_agreement(study: Study, path: Path) -> None:
    """The largest standardised difference of every row."""
    figure, (axes,) = new_figure(width=6.4, height=3.4)
    kinds = list(dict.fromkeys(study.column("truth")))
    for colour, memory, rows in _by_memory(study):
        at = [kinds.index(kind) for kind in rows.column("truth")]
        shift = 0.12 * (COLOURS.index(colour) - 1.5)
        axes.plot(np.array(at) + shift, _numbers(rows, "largest z"), "o", color=colour)
        axes.plot([], [], "o", color=colour, label=f"m = {memory}")
    axes.axhline(5.0, color="black", linestyle="--", linewidth=1, label="five standard errors")
    axes.set_xticks(range(len(kinds)), [str(kind) for kind in kinds])
    axes.set_ylim(0, 6)
    axes.set_ylabel("largest difference in standard errors")
    axes.legend(ncols=3, frameon=False, fontsize=8)
    save_figure(figure, path)


def draw_constants(study: Study, path: Path) -> None:
    """How many times the printed value exceeds the one seen."""
    figure, (axes,) = new_figure(width=6.4, height=3.4)
    known = [row for row in study.rows if row[-1] is not None]
    names = list(dict.fromkeys(str(row[0]) for row in known))
    for colour, memory, rows in _by_memory(study):
        kept = [row for row in rows.rows if row[-1] is not None]
        at = [names.index(str(row[0])) for row in kept]
        ratios = [float(str(row[-1])) for row in kept]
        axes.plot(ratios, at, "o", color=colour, label=f"m = {memory}", alpha=0.85)
    axes.set_xscale("log")
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlim(left=1)
    axes.set_xlabel("printed value / value seen (1 would be tight)")
    axes.legend(frameon=False, fontsize=8)
    save_figure(figure, path)


def draw_requirements(study: Study, path: Path) -> None:
    """The smallest n against the signal."""
    figure, (axes,) = new_figure(width=6.4, height=3.8)
    for colour, memory, rows in _by_memory(study):
        at = _numbers(rows, "signal Delta^2")
        axes.plot(at, _numbers(rows, "A7' can hold from n ="), PRINTED, color=colour)
        axes.plot(at, _numbers(rows, "without A7 (ours) from n ="), OURS, color=colour)
        pays = _numbers(rows, "a boundary can pay from n =")
        axes.plot(at, pays, "-", color=colour, label=f"m = {memory}")
    axes.plot([], [], "k" + PRINTED, label="A7' can hold")
    axes.plot([], [], "k" + OURS, label="localisation without A7 (ours)")
    axes.plot([], [], "k-", label="some boundary can pay under A5")
    axes.set_xscale("log")
    axes.set_yscale("log")
    signals = sorted({float(str(cell)) for cell in study.column("signal Delta^2")})
    axes.set_xticks(signals, [f"{signal:g}" for signal in signals])
    axes.set_xticks([], minor=True)
    axes.set_xlabel(r"least signal $\Delta^2$ (at most 2 for a kernel bounded by 1)")
    axes.set_ylabel("smallest n (units)")
    put_legend(figure, axes)
    save_figure(figure, path)


def draw_memory(estimates: Mapping[str, MemoryEstimate], path: Path) -> None:
    """Correlation by lag of every source, with its interval."""
    columns = min(4, len(estimates))
    figure, grid = new_figure(columns, -(-len(estimates) // columns), width=2.0, height=1.6)
    top = max(
        correlation.value if correlation.high is None else correlation.high
        for estimate in estimates.values()
        for correlation in estimate.correlations
    )
    for axes in grid[len(estimates) :]:
        axes.set_visible(False)
    for axes, (source, estimate) in zip(grid, estimates.items(), strict=False):
        lags = np.arange(1, estimate.reach + 1)
        low, value, high = np.array(
            [
                (correlation.low, correlation.value, correlation.high)
                for correlation in estimate.correlations
            ],
            dtype=np.float64,
        ).T
        axes.fill_between(lags, low, high, color=COLOURS[0], alpha=0.25, linewidth=0)
        axes.plot(lags, value, SEEN, color=COLOURS[0], ms=3)
        axes.axhline(estimate.threshold, color="black", linestyle="--", linewidth=0.8)
        axes.set_title(source, fontsize=9)
        axes.set_xlim(0.5, estimate.reach + 0.5)
        axes.set_ylim(-0.05, max(0.1, 1.1 * top))
        axes.set_xticks(lags[:: 1 + estimate.reach // 6])
    figure.supxlabel("lag (units)", fontsize=9)
    figure.supylabel("correlation", fontsize=9)
    save_figure(figure, path)


def _draw_panels(panels: Sequence[Panel], path: Path) -> None:
    width = 6.4 if len(panels) == 1 else 4.8
    figure, grid = new_figure(len(panels), width=width, height=3.6)
    for axes, panel in zip(grid, panels, strict=True):
        _fill_panel(axes, panel)
    put_legend(figure, grid[0])
    save_figure(figure, path)


def _fill_panel(axes: "Axes", panel: Panel) -> None:
    for colour, memory, rows in _by_memory(panel.rows):
        for line in panel.lines:
            values = _numbers(rows, line.column)
            axes.plot(_numbers(rows, "T"), values, line.style, color=colour, ms=4)
        axes.plot([], [], "-", color=colour, label=f"m = {memory}")
    if len(panel.lines) > 1:
        for line in panel.lines:
            axes.plot([], [], line.style, color="black", ms=4, label=line.label)
    if panel.reference is not None:
        axes.axhline(panel.reference, color="black", linestyle="--", linewidth=1)
    axes.set_xscale("log")
    lengths = sorted({int(str(n)) for n in panel.rows.column("T")})
    axes.set_xticks(lengths, [f"{n:,}" for n in lengths])
    axes.set_xticks([], minor=True)
    axes.set_xlabel("T (units)")
    axes.set_ylabel(panel.y_label)
    if panel.is_share:
        axes.set_ylim(0, 1.05)
    else:
        axes.set_yscale("log")


def _by_memory(study: Study) -> Iterator[tuple[str, int, Study]]:
    memories = list(dict.fromkeys(study.column("m")))
    for place, memory in enumerate(memories):
        yield COLOURS[place % len(COLOURS)], int(str(memory)), study.where("m", memory)


def _numbers(study: Study, column: str) -> FloatArray:
    """A column as numbers; nothing and zero, which a logarithm cannot show, are left out."""
    return np.array([float(str(cell)) if cell else np.nan for cell in study.column(column)])
