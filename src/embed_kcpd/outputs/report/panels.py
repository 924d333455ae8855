"""What stands beside the text of the report.

In:  a segmented text.
Out: a panel of HTML each, empty where there is nothing to show.
"""

from base64 import b64encode
from collections.abc import Iterator, Mapping

from embed_kcpd.outputs.phrases import unit_name
from embed_kcpd.outputs.report.parts import clean, hue, size_of, title_of
from embed_kcpd.outputs.report.picture import similarity_picture
from embed_kcpd.result.segmented_text import SegmentedText


def contents(result: SegmentedText) -> str:
    """The titles, each a link to its segment; an outline stands in for them where there is one."""
    entries = [
        f'<li><a href="#s{number}" style="--hue:{hue(number)}"><span class="n">{number}</span>'
        f'<span class="title" dir="auto">{title_of(number, segment)}</span>'
        f'<span class="size">{size_of(segment)}</span></a></li>'
        for number, segment in enumerate(result.segments, 1)
    ]
    if not entries or result.segmentation.hierarchy is not None:
        return ""
    unit = unit_name(result)
    head = f'<p class="label">Contents<span>{unit}s</span></p>'
    return f'<nav class="contents" aria-label="Contents">{head}<ol>{"".join(entries)}</ol></nav>'


def similarity(result: SegmentedText) -> str:
    """The similarity of all pairs of units, and the segments as squares on its diagonal."""
    n = result.n_units
    if n < 2:
        return ""
    picture = b64encode(similarity_picture(result.vectors)).decode()
    squares = [
        f'<rect x="{start}" y="{start}" width="{end - start}" height="{end - start}" '
        f'style="--hue:{hue(number)}"/>'
        for number, (start, end) in enumerate(result.segmentation.spans, 1)
    ]
    unit = unit_name(result)
    return (
        '<figure class="matrix"><p class="label">Similarity</p><div class="plot">'
        f'<img src="data:image/png;base64,{picture}" alt="How alike every pair of {unit}s is, '
        'as a square picture; the segments are outlined along its diagonal.">'
        f'<svg viewBox="0 0 {n} {n}" preserveAspectRatio="none" aria-hidden="true">'
        f"{''.join(squares)}</svg></div>"
        f'<figcaption class="caption">Every {unit} against every other, the first at the top '
        "left. More ink is more alike; the squares are the segments.</figcaption></figure>"
    )


def made_how(result: SegmentedText) -> str:
    """The provenance, folded away."""
    rows = "".join(f"<dt>{clean(k)}</dt><dd>{clean(v)}</dd>" for k, v in _flat(result.provenance))
    head = '<details class="made"><summary>How this was made</summary>'
    return f"{head}<dl>{rows}</dl></details>"


def _flat(values: Mapping[str, object], before: str = "") -> Iterator[tuple[str, str]]:
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{key} ")
        elif value is not None:
            yield f"{before}{key}", f"{value:.4g}" if isinstance(value, float) else str(value)
