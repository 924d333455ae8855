"""The paper's figures: boundaries against C with the elbow, and errors against C.

In:  exact curves of sampled documents, errors at scales around the chosen one.
Out: matplotlib figures, and one HTML page that holds them all.
"""

import base64
import io
from collections.abc import Mapping, Sequence
from html import escape
from itertools import cycle
from typing import TYPE_CHECKING

from embed_kcpd.errors import MissingExtraError
from embed_kcpd.evaluation.elbows import ElbowDefinition, ScaleCurve, chord_on_log_axis
from embed_kcpd.evaluation.sensitivity import Sensitivity
from embed_kcpd.kernels import Cosine, Rbf

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SCALES = {Cosine.name: Cosine.paper_scale, Rbf.name: Rbf.paper_scale}
TITLES = {Cosine.name: "cosine kernel", Rbf.name: "RBF kernel"}
CHORD = ElbowDefinition("chord, log C, exact path", chord_on_log_axis)
COLOURS = ("#0b6e99", "#c2571a", "#3f7d3a", "#8a4f9e", "#a8323e", "#6b6b6b")

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
  body {{ font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem;
         padding: 0 1rem; color: #1c1c1c; background: #fff; }}
  figure {{ margin: 2rem 0; }}
  img {{ width: 100%; height: auto; }}
  figcaption {{ color: #555; }}
</style>
<h1>{title}</h1>
{figures}
</html>
"""


def elbow_figure(
    set_name: str,
    curves: Mapping[str, Sequence[ScaleCurve]],
    definition: ElbowDefinition = CHORD,
) -> "Figure":
    """Segments of the sampled documents against C, one panel per kernel, elbows marked."""
    figure, panels = _panels(len(curves))
    for axes, (kernel, documents) in zip(panels, curves.items(), strict=True):
        for colour, curve in zip(cycle(COLOURS), documents, strict=False):
            _draw_curve(axes, curve, definition, colour)
        axes.axvline(SCALES[kernel], color="#999", linestyle=":", linewidth=1)
        axes.annotate(
            f"paper {SCALES[kernel]:g}",
            (SCALES[kernel], 1.0),
            xycoords=("data", "axes fraction"),
            xytext=(4, -12),
            textcoords="offset points",
            color="#666",
            fontsize=9,
        )
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:g}")
        axes.set_title(f"{set_name}, {TITLES[kernel]}")
        axes.set_xlabel("C")
        axes.set_ylabel("segments")
        axes.set_ylim(bottom=0)
    return figure


def _draw_curve(axes: "Axes", curve: ScaleCurve, definition: ElbowDefinition, colour: str) -> None:
    scales, counts = zip(*curve.corners(), strict=True)
    axes.step(scales, [count + 1 for count in counts], where="post", color=colour, linewidth=1.3)
    at = definition.scale(curve)
    here = max(count for scale, count in curve.corners() if scale >= at * (1 - 1e-9)) + 1
    axes.plot([at], [here], "o", color=colour, markersize=6, markeredgecolor="white")


def sensitivity_figure(found: Sequence[Sensitivity]) -> "Figure":
    """Pk and WindowDiff against C around the paper's choice, one panel per set and kernel."""
    figure, panels = _panels(len(found))
    for axes, one in zip(panels, found, strict=True):
        axes.plot(one.scales, one.wd, "s-", color=COLOURS[1], markersize=4, label="WindowDiff")
        axes.plot(one.scales, one.pk, "o-", color=COLOURS[0], markersize=4, label="Pk")
        axes.axvline(SCALES[one.kernel], color="#999", linestyle=":", linewidth=1)
        axes.set_title(f"{one.set}, {TITLES[one.kernel]}")
        axes.set_xlabel("C")
        axes.set_ylabel("error in percent")
        axes.set_xticks(one.scales[::2], [f"{scale:g}" for scale in one.scales[::2]])
        axes.set_ylim(0, 1.15 * max(one.wd))
        axes.legend(frameon=False, loc="lower right")
    return figure


def as_png(figure: "Figure") -> bytes:
    """The figure as PNG, the same bytes for the same data."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=150, metadata={"Software": None})
    return buffer.getvalue()


def as_page(title: str, figures: Mapping[str, bytes]) -> str:
    """One HTML file with every figure inside, under its caption."""
    blocks = [
        f'<figure><img alt="{escape(caption)}" '
        f'src="data:image/png;base64,{base64.b64encode(png).decode()}">'
        f"<figcaption>{escape(caption)}</figcaption></figure>"
        for caption, png in figures.items()
    ]
    return PAGE.format(title=escape(title), figures="\n".join(blocks))


def _panels(count: int) -> "tuple[Figure, list[Axes]]":
    """A row of panels, two to a line; drawn without a screen."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError("matplotlib", "plot") from None
    lines = (count + 1) // 2
    figure = Figure(figsize=(9.5, 3.6 * lines), layout="constrained")
    grid = figure.subplots(lines, min(2, count), squeeze=False)
    panels = [axes for line in grid for axes in line]
    for axes in panels:
        axes.spines[["top", "right"]].set_visible(False)
    for axes in panels[count:]:
        axes.set_visible(False)
    return figure, panels[:count]
