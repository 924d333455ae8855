"""The figures of the study, as in the paper, and one page with all of it.

In:  the rows of a study.
Out: figures (extra ``plot``) and an HTML page.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from embed_kcpd.outputs.figures import (
    figure_part,
    new_figure,
    page,
    put_legend,
    put_title,
    table_part,
)
from embed_kcpd.problem.kernels import Cosine
from embed_kcpd.simulation.claims import claims, shown_memory
from embed_kcpd.simulation.rows import Row
from embed_kcpd.simulation.study import PAPER_SCALE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Line = tuple[str, Sequence[Row]]


def encoder_figure(rows: Sequence[Row]) -> "Figure":
    """Pk and WindowDiff against T for each encoder, the number of change points dashed."""
    memory = shown_memory(rows)
    chosen = [r for r in rows if r.memory == memory and r.kernel == Cosine.name]
    lines = _lines([r for r in chosen if r.scale == PAPER_SCALE], lambda r: r.encoder)
    lines += _lines([r for r in chosen if r.scale is None], lambda r: f"{r.encoder}, default rule")
    figure, axes = new_figure(columns=2)
    for axis, measure, title in zip(axes, ("pk", "wd"), ("Pk (%)", "WindowDiff (%)"), strict=True):
        _draw(axis, lines, measure)
        put_title(axis, f"{title}, C = {PAPER_SCALE:g}, m = {memory}")
        _draw_change_points(axis, lines[0][1])
    put_legend(figure, axes[0], columns=5)
    return figure


def scale_figure(rows: Sequence[Row]) -> "Figure":
    """Pk against T for each factor C, both kernels, beside the default rule."""
    encoder, memory = rows[0].encoder, shown_memory(rows)
    chosen = [r for r in rows if r.encoder == encoder and r.memory == memory]
    kernels = sorted({r.kernel for r in chosen if r.scale is not None})
    figure, axes = new_figure(columns=len(kernels))
    for axis, kernel in zip(axes, kernels, strict=True):
        mine = [r for r in chosen if r.scale is None or r.kernel == kernel]
        _draw(axis, _lines(mine, lambda r: "default" if r.scale is None else f"C = {r.scale:g}"))
        put_title(axis, f"Pk (%), {kernel} kernel, {encoder}, m = {memory}")
    put_legend(figure, axes[0], columns=5)
    return figure


def memory_figure(rows: Sequence[Row]) -> "Figure":
    """Pk against T for each memory m."""
    encoder = rows[0].encoder
    chosen = [r for r in rows if r.encoder == encoder and r.kernel == Cosine.name]
    figure, (axis,) = new_figure(width=5.4)
    _draw(axis, _lines([r for r in chosen if r.scale == PAPER_SCALE], lambda r: f"m = {r.memory}"))
    put_title(axis, f"Pk (%), C = {PAPER_SCALE:g}, {encoder}")
    put_legend(figure, axis)
    return figure


def study_page(rows: Sequence[Row], title: str) -> str:
    """Figures and the whole table in one file."""
    columns = ("encoder", "m", "T", "K", "rule", "Pk", "sd", "WD", "sd", "found - true")
    table = [
        [r.encoder, r.memory, r.n_units, r.n_change_points, r.rule]
        + [f"{value:.1f}" for value in (r.pk, r.pk_sd, r.wd, r.wd_sd, r.extra_boundaries)]
        for r in rows
    ]
    return page(
        title,
        [
            figure_part(encoder_figure(rows), "Errors against length"),
            figure_part(scale_figure(rows), "The factor C"),
            figure_part(memory_figure(rows), "The memory m"),
            table_part("What the paper says", CLAIM_COLUMNS, claim_cells(rows)),
            table_part("Every row", columns, table),
        ],
    )


CLAIM_COLUMNS = ("the paper", "tested on", "measured", "agrees")


def claim_cells(rows: Sequence[Row]) -> list[list[str]]:
    """The claims of the paper as rows of a table."""
    return [
        [claim.text, claim.where, claim.measured, "yes" if claim.agrees else "no"]
        for claim in claims(rows)
    ]


def _lines(rows: Sequence[Row], label: Callable[[Row], str]) -> list[Line]:
    labels = list(dict.fromkeys(label(row) for row in rows))
    return [(text, [row for row in rows if label(row) == text]) for text in labels]


def _draw(axis: "Axes", lines: Sequence[Line], measure: str = "pk") -> None:
    for label, rows in lines:
        lengths = [row.n_units for row in rows]
        means = [float(getattr(row, measure)) for row in rows]
        errors = [float(getattr(row, f"{measure}_sd")) / row.replicates**0.5 for row in rows]
        axis.errorbar(lengths, means, yerr=errors, marker="o", markersize=3, label=label)
    lengths = sorted({row.n_units for _, rows in lines for row in rows})
    axis.set_xscale("log")
    axis.set_xticks(lengths, [str(length) for length in lengths])
    axis.minorticks_off()
    axis.set_xlabel("sequence length T")
    axis.set_ylim(bottom=0)


def _draw_change_points(axis: "Axes", rows: Sequence[Row]) -> None:
    right = axis.twinx()
    lengths, counts = [row.n_units for row in rows], [row.n_change_points for row in rows]
    right.plot(lengths, counts, linestyle="--", color="#c03030")
    right.set_ylabel("change points K", color="#c03030")
    right.set_ylim(bottom=0)
    right.grid(visible=False)
