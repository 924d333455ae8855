"""The panel of the report that says why the text is cut this fine.

In:  a view of a segmented text whose scale was measured.
Out: similarity by distance as a small chart, and what follows from it; nothing for a text whose
     granularity somebody fixed.
"""

from embed_kcpd.outputs.report.parts import clean
from embed_kcpd.outputs.report.view import View
from embed_kcpd.result.explanation import Explanation, TextScaleEvidence, counted

WIDTH, HEIGHT, FOOT = 320.0, 110.0, 18.0
"""Size of the chart, and of the room under it for distances, in its own units."""

MOST_BARS = 60
"""Distances shown at most; the curve is flat long before, or the text drifts."""


def granularity_panel(view: View) -> str:
    """Similarity by distance, the length of a subject, and the steps beside it."""
    explanation = view.result.explain()
    evidence = explanation.evidence
    if evidence is None or not evidence.similarity:
        return ""
    unit = view.unit
    told = " ".join(clean(line) for line in _sentences(explanation, evidence, unit))
    return (
        f'<figure class="granularity"><p class="label">On a subject for about '
        f"{counted(evidence.subject_length, unit)}</p>{_chart(evidence, unit)}"
        f'<figcaption class="caption">{told}</figcaption></figure>'
    )


def _sentences(explanation: Explanation, evidence: TextScaleEvidence, unit: str) -> tuple[str, ...]:
    if not evidence.is_order_informative:
        outcome = f"But the order of the {unit}s carries no information, so nothing is cut."
    else:
        outcome = (
            f"One step finer there would be {counted(evidence.finer, 'segment')}, "
            f"one step coarser {evidence.coarser}."
        )
    doubt = (f"Not reliable: {explanation.reason}.",) if explanation.reason else ()
    bars = f"How much more alike {unit}s are at a distance of 1, 2, 3, … than any two {unit}s."
    price = (
        f"The farther this reaches, the more a boundary must gain: here {explanation.price:.2f}."
    )
    return (bars, price, outcome, *doubt)


def _chart(evidence: TextScaleEvidence, unit: str) -> str:
    """Bars of k(l), dark up to the length of a subject."""
    length = round(evidence.subject_length)
    shown = evidence.similarity[: min(MOST_BARS, max(12, 2 * length))]
    top, low = max(0.0, *shown), min(0.0, *shown)
    scale = HEIGHT / ((top - low) or 1.0)
    ground, step = top * scale, WIDTH / len(shown)
    bars = []
    for distance, value in enumerate(shown, 1):
        kind = "on" if distance <= length else "off"
        y, height = (top - max(value, 0.0)) * scale, abs(value) * scale
        bars.append(
            f'<rect class="{kind}" x="{(distance - 1) * step:.2f}" y="{y:.2f}" '
            f'width="{0.8 * step:.2f}" height="{height:.2f}"/>'
        )
    ticks = "".join(
        f'<text x="{(distance - 0.6) * step:.2f}" y="{HEIGHT + FOOT - 4:g}">{distance}</text>'
        for distance in _ticks(len(shown), length)
    )
    label = clean(f"Similarity of {unit}s by their distance; it ends at about {length}.")
    return (
        f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT + FOOT:g}" role="img" aria-label="{label}">'
        f'{"".join(bars)}<line x1="0" x2="{WIDTH:g}" y1="{ground:.2f}" y2="{ground:.2f}"/>'
        f"{ticks}</svg>"
    )


def _ticks(n_bars: int, length: int) -> tuple[int, ...]:
    """Distances that are written: the first, the last, and the length of a subject.

    >>> _ticks(18, 9), _ticks(12, 1), _ticks(12, 12)
    ((1, 9, 18), (1, 12), (1, 12))
    """
    near = max(2, n_bars // 10)
    middle = (length,) if 1 + near <= length <= n_bars - near else ()
    return (1, *middle, n_bars) if n_bars > 1 else (1,)
