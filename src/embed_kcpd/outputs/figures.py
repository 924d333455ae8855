"""Figures in one style, and pages that hold them.

In:  what to draw, by matplotlib (extra ``plot``).
Out: files written whole, SVG text, self-contained HTML pages.
"""

import io
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from embed_kcpd.errors import MissingExtraError, OutputError
from embed_kcpd.files import write_atomically

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#1f5fa8", "#d1603d", "#3b8a5a", "#8a5aa8", "#b08a1e", "#5a6b7a", "#c2478b", "#2aa0a8")
"""Told apart in grey and by most colour-blind readers, in this order."""

QUIET = "#777777"
"""For lines that others are compared with."""

_SETTINGS: dict[Any, Any] = {
    "axes.edgecolor": "#999999",
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.size": 9,
    "grid.color": "#e4e4e4",
    "svg.fonttype": "path",
    "svg.hashsalt": "embed-kcpd",
}

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; background: #fff }}
h1, h2 {{ line-height: 1.2 }}
svg {{ max-width: 100%; height: auto; background: #fff }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0 }}
.wide {{ overflow-x: auto }}
td, th {{ padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #8884 }}
td:first-child, th:first-child {{ text-align: left }}
@media screen and (prefers-color-scheme: dark) {{ body {{ color: #ddd; background: #161616 }} }}
</style></head><body>
<h1>{title}</h1>
{body}
</body></html>
"""


def new_figure(
    columns: int = 1, rows: int = 1, *, width: float = 4.6, height: float = 3.2
) -> "tuple[Figure, list[Axes]]":
    """A figure of ``rows`` times ``columns`` axes, row by row; sizes in inches for each."""
    try:
        import matplotlib as mpl
        from cycler import cycler
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError("matplotlib", "plot") from None
    with mpl.rc_context({**_SETTINGS, "axes.prop_cycle": cycler(color=COLOURS)}):
        figure = Figure(figsize=(columns * width, rows * height), layout="constrained")
        axes = figure.subplots(rows, columns, squeeze=False)
    return figure, list(axes.flat)


def check_figure(path: Path) -> None:
    """Raise, before any work is done, if no figure can be drawn and written to this file."""
    figure, _ = new_figure()
    forms = sorted(figure.canvas.get_supported_filetypes())
    if path.suffix.lstrip(".") not in ("", *forms):
        raise OutputError(f"cannot draw {path}: its name must end in one of {', '.join(forms)}")
    if not path.resolve().parent.is_dir():
        raise OutputError(f"cannot write {path}: there is no folder {path.resolve().parent}")


def put_title(axes: "Axes", title: str) -> None:
    """A bold title at the left edge."""
    axes.set_title(title, loc="left", fontsize=10, fontweight="bold")


def put_legend(figure: "Figure", axes: "Axes", columns: int = 4) -> None:
    """The legend of one of the axes, below the whole figure."""
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(
        handles, labels, loc="outside lower center", ncols=columns, frameon=False, fontsize=8
    )


def figure_bytes(figure: "Figure", form: str) -> bytes:
    """The figure as ``svg`` or ``png``, the same bytes every time."""
    import matplotlib as mpl

    buffer = io.BytesIO()
    with mpl.rc_context(_SETTINGS):
        figure.savefig(
            buffer, format=form, dpi=130, metadata={"Date": None} if form == "svg" else None
        )
    return buffer.getvalue()


def save_figure(figure: "Figure", path: Path) -> None:
    """Write the figure in the form that the name of the file asks for."""
    write_atomically(path, figure_bytes(figure, path.suffix.lstrip(".") or "svg"))


def page(title: str, parts: Iterable[str]) -> str:
    """One HTML file without outside parts; ``parts`` are made by the functions below."""
    return _PAGE.format(title=escape(title), body="\n".join(parts))


def figure_part(figure: "Figure", heading: str) -> str:
    """A heading and the figure, as part of a page."""
    svg = figure_bytes(figure, "svg").decode()
    return f"<h2>{escape(heading)}</h2>\n{svg[svg.index('<svg') :]}"


def table_part(heading: str, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A heading and a table, as part of a page."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    return (
        f'<h2>{escape(heading)}</h2>\n<div class="wide"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
