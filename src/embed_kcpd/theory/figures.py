"""Pictures of the studies, in one style.

In:  a study.
Out: a figure file; the ending of its name chooses the format.

Colour is the memory, solid with dots is what was seen, dashed is what the paper prints.
"""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.errors import MissingExtraError, OutputError
from embed_kcpd.outputs.files import write_atomically
from embed_kcpd.theory.experiments.study import Study
from embed_kcpd.theory.memory import MemoryEstimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

STYLE: Any = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "svg.hashsalt": "embed-kcpd",
    "figure.dpi": 120,
}
Fill = Callable[["Figure"], None]
"""Draws on an empty figure."""

COLOURS = ("#3b528b", "#21918c", "#e08214", "#b2182b", "#762a83", "#555555")
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

    def fill(figure: "Figure") -> None:
        axes = figure.subplots()
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
        axes.legend(ncols=3)

    save_figure(fill, path, (6.4, 3.4))


def draw_constants(study: Study, path: Path) -> None:
    """How many times the printed value exceeds the one seen."""

    def fill(figure: "Figure") -> None:
        axes = figure.subplots()
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
        axes.legend()

    save_figure(fill, path, (6.4, 3.4))


def draw_requirements(study: Study, path: Path) -> None:
    """The smallest n against the signal."""

    def fill(figure: "Figure") -> None:
        axes = figure.subplots()
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
        figure.legend(loc="outside lower center", ncols=4)

    save_figure(fill, path, (6.4, 3.8))


def draw_memory(estimates: Mapping[str, MemoryEstimate], path: Path) -> None:
    """Correlation by lag of every source, with its interval."""
    width = min(4, len(estimates))
    height = -(-len(estimates) // width)

    def fill(figure: "Figure") -> None:
        grid = figure.subplots(height, width, squeeze=False, sharey=True)
        for axes in grid.flat[len(estimates) :]:
            axes.set_visible(False)
        for axes, (source, estimate) in zip(grid.flat, estimates.items(), strict=False):
            lags = np.arange(1, estimate.reach + 1)
            low, value, high = np.array(
                [(one.low, one.value, one.high) for one in estimate.correlations]
            ).T
            axes.fill_between(lags, low, high, color=COLOURS[0], alpha=0.25, linewidth=0)
            axes.plot(lags, value, SEEN, color=COLOURS[0], ms=3)
            axes.axhline(estimate.threshold, color="black", linestyle="--", linewidth=0.8)
            axes.set_title(source, fontsize=9)
            axes.set_xlim(0.5, estimate.reach + 0.5)
            axes.xaxis.get_major_locator().set_params(integer=True)
        figure.supxlabel("lag (units)", fontsize=9)
        figure.supylabel("correlation", fontsize=9)

    save_figure(fill, path, (1.9 * width + 0.6, 1.5 * height + 0.6))


def _draw_panels(panels: Sequence[Panel], path: Path) -> None:
    def fill(figure: "Figure") -> None:
        grid = figure.subplots(1, len(panels), squeeze=False)[0]
        for axes, panel in zip(grid, panels, strict=True):
            _fill_panel(axes, panel)
        handles = figure.axes[0].get_legend_handles_labels()
        figure.legend(*handles, loc="outside lower center", ncols=4)

    save_figure(fill, path, (3.2 * (1 + len(panels)), 3.6))


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


def save_figure(fill: Fill, path: Path, size: tuple[float, float]) -> None:
    """Make a figure, let ``fill`` draw on it, and write it whole."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError("matplotlib", "plot") from None
    ending = path.suffix.removeprefix(".") or "svg"
    buffer = io.BytesIO()
    with rc_context(STYLE):
        figure = Figure(figsize=size, layout="constrained")
        fill(figure)
        # Without a date the same study gives the same file.
        metadata = {"Date": None} if ending == "svg" else None
        try:
            figure.savefig(buffer, format=ending, metadata=metadata)
        except ValueError as error:
            raise OutputError(f"cannot draw {path}: {error}") from None
    write_atomically(path, buffer.getvalue())
