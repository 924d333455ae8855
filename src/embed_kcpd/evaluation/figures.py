"""The paper's figures: segments against C with the elbow, and errors against C.

In:  exact curves of sampled documents, errors at scales around the chosen one.
Out: matplotlib figures.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import TYPE_CHECKING

from embed_kcpd.evaluation.elbows import ElbowDefinition, ScaleCurve, chord_on_log_axis
from embed_kcpd.evaluation.sensitivity import Sensitivity
from embed_kcpd.outputs.figures import COLOURS, QUIET, new_figure
from embed_kcpd.problem.kernels import Cosine, Rbf

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SCALES = {Cosine.name: Cosine.paper_scale, Rbf.name: Rbf.paper_scale}
TITLES = {Cosine.name: "cosine kernel", Rbf.name: "RBF kernel"}
CHORD = ElbowDefinition("chord, log C, exact path", chord_on_log_axis)


def elbow_figure(set_name: str, curves: Mapping[str, Sequence[ScaleCurve]]) -> "Figure":
    """Segments of the sampled documents against C, one panel per kernel, elbows marked."""
    figure, panels = new_figure(len(curves))
    for axes, (kernel, documents) in zip(panels, curves.items(), strict=True):
        for colour, curve in zip(cycle(COLOURS), documents, strict=False):
            _draw_curve(axes, curve, colour)
        _mark_paper_scale(axes, kernel)
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:g}")
        axes.set_title(f"{set_name}, {TITLES[kernel]}")
        axes.set_xlabel("C")
        axes.set_ylabel("segments")
        axes.set_ylim(bottom=0)
    return figure


def sensitivity_figure(sensitivities: Sequence[Sensitivity]) -> "Figure":
    """Pk and WindowDiff against C around the paper's choice, one panel per set and kernel."""
    figure, panels = new_figure(2, (len(sensitivities) + 1) // 2)
    for axes, curve in zip(panels, sensitivities, strict=False):
        axes.plot(curve.scales, curve.wd, "s-", color=COLOURS[1], markersize=4, label="WindowDiff")
        axes.plot(curve.scales, curve.pk, "o-", color=COLOURS[0], markersize=4, label="Pk")
        _mark_paper_scale(axes, curve.kernel)
        axes.set_title(f"{curve.set}, {TITLES[curve.kernel]}")
        axes.set_xlabel("C")
        axes.set_ylabel("error in percent")
        axes.set_xticks(curve.scales[::2], [f"{scale:g}" for scale in curve.scales[::2]])
        axes.set_ylim(0, 1.25 * max(curve.wd))
        axes.legend(loc="lower right")
    for axes in panels[len(sensitivities) :]:
        axes.set_visible(False)
    return figure


def _draw_curve(axes: "Axes", curve: ScaleCurve, colour: str) -> None:
    corners = curve.corners()
    scales, counts = zip(*corners, strict=True)
    axes.step(scales, [count + 1 for count in counts], where="post", color=colour, linewidth=1.3)
    elbow = CHORD.scale(curve)
    height = max(count for scale, count in corners if scale >= elbow * (1 - 1e-9)) + 1
    axes.plot([elbow], [height], "o", color=colour, markersize=6, markeredgecolor="white")


def _mark_paper_scale(axes: "Axes", kernel: str) -> None:
    """A dotted line where the paper sets C."""
    axes.axvline(SCALES[kernel], color=QUIET, linestyle=":", linewidth=1)
    axes.annotate(
        f"paper {SCALES[kernel]:g}",
        (SCALES[kernel], 1.0),
        xycoords=("data", "axes fraction"),
        xytext=(4, -11),
        textcoords="offset points",
        color=QUIET,
        fontsize=8,
    )
