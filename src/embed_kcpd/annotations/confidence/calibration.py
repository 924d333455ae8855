"""From the probabilities of the Gibbs law to what is stated of a boundary.

In:  probabilities that a boundary lies near, the reach of the text, the gains of its boundaries.
Out: probabilities that match hit rates on texts with known boundaries.

The Gibbs law knows how sharp the optimum is, not whether people would cut there: the longer a
text stays on a subject, the less a sharp optimum means.  So its log odds are stretched by a
factor, and moved by an amount, that fall with the logarithm of the reach.  Three things then
hold by construction: a boundary is never stated below the chance that a random place is near
one, larger gains never have smaller probabilities within one text, and the order of all other
places does not change.
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
    """Log odds stated = level + slope * log odds of the law; both move with the log reach."""

    level: float
    slope: float
    level_per_log_reach: float
    slope_per_log_reach: float


SHIPPED = Calibration(0.64, 0.99, -0.56, -0.37)
"""Fitted on fifteen sets, each family with the same weight (``embed-kcpd bench confidence``)."""

MOST_LOG_REACH = 2.2
"""Beyond this reach (nine units) nothing changes any more: few of the texts reach farther."""

CLEAREST = 0.998
"""Probabilities of the law are told apart up to this one and down to one minus it."""


def calibrated_posterior(
    posterior: Posterior, segmentation: Segmentation, reach: float
) -> Posterior:
    """The posterior with probabilities that match hit rates."""
    boundaries = list(segmentation.boundaries)
    near = calibrated(posterior.near, reach)
    near[:1] = 0.0
    near[boundaries] = stated(posterior.near[boundaries], segmentation, reach)
    share = near / np.maximum(posterior.near, near.clip(1e-12))
    return Posterior(posterior.at * np.minimum(share, 1.0), near, posterior.none)


def stated(
    near: FloatArray, segmentation: Segmentation, reach: float, calibration: Calibration = SHIPPED
) -> FloatArray:
    """What is stated of each boundary, where the law gives ``near`` for it."""
    floor = chance_near(len(segmentation.boundaries), segmentation.n_units)
    fitted = calibrated(near, reach, calibration)
    return rising_with_gain(np.maximum(fitted, floor), segmentation.gains)


def calibrated(near: FloatArray, reach: float, calibration: Calibration = SHIPPED) -> FloatArray:
    """What is stated where the law gives these probabilities in a text of this reach.

    >>> calibrated(np.array([0.2, 0.9]), reach=2.0).round(2)
    array([0.32, 0.87])
    """
    log_reach, odds = features(near, reach)
    level = calibration.level + calibration.level_per_log_reach * log_reach
    slope = calibration.slope + calibration.slope_per_log_reach * log_reach
    probabilities: FloatArray = 1.0 / (1.0 + np.exp(-(level + slope * odds)))
    return probabilities


def features(near: FloatArray, reach: float) -> tuple[float, FloatArray]:
    """The logarithm of the reach and the log odds of the law, both held within their range."""
    held = np.clip(near, 1.0 - CLEAREST, CLEAREST)
    return min(max(math.log(reach), 0.0), MOST_LOG_REACH), np.log(held / (1.0 - held))


def chance_near(n_boundaries: int, n_units: int) -> float:
    """How often a random place has one of so many random boundaries near it.

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
