"""From the probabilities of the Gibbs law to what is stated of a boundary.

In:  probabilities that a boundary lies near, the reach of the text, the gains of its boundaries.
Out: probabilities that match hit rates on texts with known boundaries.

The Gibbs law knows how sharp the optimum is, not whether people would cut there.  So its log
odds are moved and stretched by what the text is like: moved down where segments are long,
stretched less where the text stays long on a subject (its reach), and more where most of its
boundaries are sharp; and moved down in a text of few units, from which little is known.  None of
this depends on how many like texts stand in a row, once they are ``ENOUGH_UNITS``.  Three things
then hold by construction: a boundary is never stated below the chance that a random place is
near one of those that are expected to be true, larger gains never have smaller probabilities
within one text, and the order of all other places does not change.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.annotations.confidence.protocol import NEAR
from embed_kcpd.arrays import FloatArray
from embed_kcpd.result.posterior import Posterior
from embed_kcpd.result.segmentation import Segmentation


@dataclass(frozen=True, slots=True)
class Calibration:
    """Stated log odds = level + slope * log odds of the law.

    The level moves with the logarithm of the mean segment size, the slope with the logarithm of
    the reach and with the typical log odds of the text's boundaries.
    """

    level: float
    slope: float
    level_per_log_size: float
    slope_per_log_reach: float
    slope_per_typical: float


SHIPPED = Calibration(1.29, 0.55, -0.47, -0.22, 0.11)
"""Fitted on fifteen sets, each family with the same weight (``embed-kcpd bench confidence``)."""

LEAST_SLOPE = 0.1
"""What is clearer to the law is stated a little higher in every text."""

ENOUGH_UNITS = 32
"""In a text of fewer units all boundaries are stated lower."""

LEVEL_PER_LOG_SHORT = 0.5
"""By how much lower, for each logarithm of this number over that of the units.  Half-way between
the first units of longer documents, whose boundaries fit 1.1, and whole documents as short as
that, which fit none: nobody knows which of the two a short text is like."""

LOG_SIZES = (1.0, 4.6)
"""Segments count as at least 3 and at most 100 units long: few texts have others."""

MOST_LOG_REACH = 2.2
"""Beyond this reach (nine units) nothing changes any more: few of the texts reach farther."""

TYPICAL = (-3.0, 4.0)
"""Least and greatest typical log odds that are told apart."""

CLEAREST = 0.998
"""Probabilities of the law are told apart up to this one and down to one minus it."""


@dataclass(frozen=True, slots=True)
class TextTraits:
    """What the calibration knows of a text, each held within the range of the texts it was
    fitted on: logarithms of the mean segment size and of the reach, and the log odds of the
    mean probability that the law gives the text's boundaries; and how short it is, as a
    logarithm, zero from ``ENOUGH_UNITS`` on."""

    log_size: float
    log_reach: float
    typical: float
    log_short: float


def text_traits(near: FloatArray, n_units: int, reach: float) -> TextTraits:
    """The traits of a text to whose boundaries the law gives ``near``.

    >>> text_traits(np.array([0.5, 0.5]), n_units=33, reach=1.0)
    TextTraits(log_size=2.3978952727983707, log_reach=0.0, typical=0.0, log_short=0.0)
    """
    size = n_units / (len(near) + 1)
    typical = float(log_odds(np.asarray([near.mean() if len(near) else 0.0]))[0])
    return TextTraits(
        min(max(math.log(max(size, 1.0)), LOG_SIZES[0]), LOG_SIZES[1]),
        min(max(math.log(reach), 0.0), MOST_LOG_REACH),
        min(max(typical, TYPICAL[0]), TYPICAL[1]),
        max(math.log(ENOUGH_UNITS / max(n_units, 1)), 0.0),
    )


def calibrated_posterior(
    posterior: Posterior, segmentation: Segmentation, reach: float
) -> Posterior:
    """The posterior with probabilities that match hit rates."""
    boundaries = list(segmentation.boundaries)
    traits = text_traits(posterior.near[boundaries], segmentation.n_units, reach)
    near = calibrated(posterior.near, traits)
    near[:1] = 0.0
    near[boundaries] = stated(posterior.near[boundaries], segmentation, reach)
    share = near / np.maximum(posterior.near, near.clip(1e-12))
    return Posterior(posterior.at * np.minimum(share, 1.0), near, posterior.none)


def stated(
    near: FloatArray, segmentation: Segmentation, reach: float, calibration: Calibration = SHIPPED
) -> FloatArray:
    """What is stated of each boundary, where the law gives ``near`` for it."""
    traits = text_traits(near, segmentation.n_units, reach)
    fitted = calibrated(near, traits, calibration)
    floor = chance_near(float(fitted.sum()), segmentation.n_units)
    return rising_with_gain(np.maximum(fitted, floor), segmentation.gains)


def calibrated(
    near: FloatArray, traits: TextTraits, calibration: Calibration = SHIPPED
) -> FloatArray:
    """What is stated where the law gives these probabilities in a text of these traits."""
    level = calibration.level + calibration.level_per_log_size * traits.log_size
    level -= LEVEL_PER_LOG_SHORT * traits.log_short
    slope = calibration.slope + calibration.slope_per_log_reach * traits.log_reach
    slope += calibration.slope_per_typical * traits.typical
    stated_odds = level + max(slope, LEAST_SLOPE) * log_odds(near)
    probabilities: FloatArray = 1.0 / (1.0 + np.exp(-stated_odds))
    return probabilities


def log_odds(near: FloatArray) -> FloatArray:
    """Log odds of the law, held within the range that is told apart."""
    held = np.clip(near, 1.0 - CLEAREST, CLEAREST)
    odds: FloatArray = np.log(held / (1.0 - held))
    return odds


def chance_near(n_boundaries: float, n_units: int) -> float:
    """How often a random place has one of so many random boundaries near it.

    The number is that of the boundaries that are expected to be true.  With the number found, a
    text cut at every other unit would call all its boundaries sure.

    >>> round(chance_near(1, 10), 3)
    0.271
    """
    density = min(1.0, n_boundaries / max(1, n_units))
    return 1.0 - math.pow(1.0 - density, 2 * NEAR + 1)


def rising_with_gain(probabilities: FloatArray, gains: Sequence[float]) -> FloatArray:
    """The nearest probabilities that never fall as the gain rises (pool adjacent violators).

    >>> rising_with_gain(np.array([0.4, 0.9, 0.6]), (1.0, 2.0, 3.0))
    array([0.4 , 0.75, 0.75])
    """
    order = np.argsort(gains, kind="stable")
    pools: list[tuple[float, int]] = []
    for value in probabilities[order].tolist():
        total, count = value, 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            before = pools.pop()
            total, count = total + before[0], count + before[1]
        pools.append((total, count))
    raised = np.empty(len(probabilities))
    raised[order] = [total / count for total, count in pools for _ in range(count)]
    return raised
