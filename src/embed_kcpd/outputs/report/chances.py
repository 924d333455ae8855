"""The panel for how probable a boundary is at every unit.

In:  a view of the result.
Out: a chart with axes, empty where probabilities were not asked for.
"""

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.outputs.report.strip import ticks_of
from embed_kcpd.outputs.report.view import View

MOST_BARS = 600
"""Bars of the chart; of a longer text each shows the greatest of several units."""


def chances(view: View) -> str:
    """The probability of a boundary at every unit, as bars."""
    posterior = view.result.segmentation.confidence
    if posterior is None or view.result.n_units < 2:
        return ""
    heights = _thinned(posterior.at)
    bars = "".join(
        f'<rect x="{place}" y="{1 - height:.3f}" width="1" height="{height:.3f}"/>'
        for place, height in enumerate(heights)
        if height >= 0.005
    )
    none = f"{posterior.none:.0%}" if posterior.none >= 0.005 else "under 1%"
    return (
        '<figure class="chances"><p class="label">Probability of a boundary</p>'
        '<div class="chart"><div class="scale" aria-hidden="true"><span>100%</span>'
        "<span>50%</span><span>0%</span></div>"
        f'<svg viewBox="0 0 {len(heights)} 1" preserveAspectRatio="none" role="img" '
        f'aria-label="Probability of a boundary at each {view.unit}">{bars}</svg>'
        f"{ticks_of(view)}</div>"
        f'<figcaption class="caption">That a boundary stands before exactly this {view.unit}. '
        f"No boundary at all: {none}.</figcaption></figure>"
    )


def _thinned(values: FloatArray) -> FloatArray:
    if len(values) <= MOST_BARS:
        return values
    edges = np.linspace(0, len(values), MOST_BARS + 1).astype(int)[:-1]
    greatest: FloatArray = np.maximum.reduceat(values, edges)
    return greatest
