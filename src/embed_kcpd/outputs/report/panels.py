"""What stands beside the text of the report, beside its contents.

In:  a view of the result.
Out: a panel of HTML each, empty where there is nothing to show.
"""

from base64 import b64encode
from collections.abc import Iterator, Mapping

from embed_kcpd.outputs.report.parts import clean, title_of
from embed_kcpd.outputs.report.picture import similarity_picture
from embed_kcpd.outputs.report.view import View
from embed_kcpd.result.segmented_text import SegmentedText


def similarity(view: View) -> str:
    """The similarity of all pairs of units, and the segments as squares on its diagonal."""
    n = view.result.n_units
    if n < 2:
        return ""
    picture = b64encode(similarity_picture(view.result.vectors)).decode()
    squares: dict[int, str] = {}
    for (start, end), colour in zip(view.result.segmentation.spans, view.colours, strict=True):
        size = end - start
        square = f"M{start} {start}h{size}v{size}h-{size}z"
        squares[colour.hue] = squares.get(colour.hue, "") + square
    paths = "".join(
        f'<path class="square" d="{d}" style="--hue:{hue}"/>' for hue, d in squares.items()
    )
    return (
        '<figure class="matrix"><p class="label">Similarity</p><div class="plot">'
        f'<img src="data:image/png;base64,{picture}" alt="How alike every pair of {view.unit}s is, '
        'as a square picture; the segments are outlined along its diagonal.">'
        f'<svg viewBox="0 0 {n} {n}" preserveAspectRatio="none" aria-hidden="true">'
        f'{paths}</svg></div><div class="pair" hidden></div>'
        f'<figcaption class="caption">Every {view.unit} against every other, the first at the top '
        "left. More ink is more alike; the squares are the segments.</figcaption></figure>"
    )


def made_how(view: View) -> str:
    """The provenance, and the cost of each segment and the gain of each boundary, folded away."""
    values = _flat(view.result.provenance)
    rows = "".join(f"<dt>{clean(key)}</dt><dd>{clean(value)}</dd>" for key, value in values)
    return (
        '<details class="made"><summary>How this was made</summary>'
        f"<dl>{rows}</dl>{_costs(view.result)}</details>"
    )


def _costs(result: SegmentedText) -> str:
    """What each segment costs, and how much more it would cost without the boundary before it."""
    if not result.segments:
        return ""
    gains = ("", *(f"{gain:.2f}" for gain in result.gains))
    rows = "".join(
        f'<tr><td>{number}</td><td dir="auto">{title_of(number, segment)}</td>'
        f"<td>{segment.cost:.2f}</td><td>{gain}</td></tr>"
        for number, (segment, gain) in enumerate(zip(result.segments, gains, strict=True), 1)
    )
    return (
        '<table><thead><tr><th scope="col" colspan="2">Segment</th><th scope="col">cost</th>'
        f'<th scope="col">gain</th></tr></thead><tbody>{rows}</tbody></table>'
        '<p class="caption">The cost of a segment is how much its units differ. The gain of the '
        "boundary before it is how much more the text would cost without that boundary.</p>"
    )


def _flat(values: Mapping[str, object], before: str = "") -> Iterator[tuple[str, str]]:
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{key} ")
        elif value is not None:
            yield f"{before}{key}", f"{value:.4g}" if isinstance(value, float) else str(value)
