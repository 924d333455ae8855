"""How sure each boundary of a segmentation is.

In:  a problem, a segmentation of it, and the prices it was found at.
Out: a ``Posterior``: the probability of a boundary at each unit, near it, and of none at all.

Two numbers have to be chosen before the probabilities of ``gibbs.py`` mean anything;
``calibration.py`` then makes them match hit rates.

The temperature.  Units of a text are not independent, so evidence is counted more than once
and the temperature must be above that of a likelihood.  ``text_temperature`` sets it by how
much more alike neighbours are than strangers, times a constant that was calibrated on texts
with known boundaries (``docs/explanation/confidence.md``).

The price level.  Heat alone would multiply boundaries, because there are far more
segmentations with many than with few, and every cut gains a little.  So all prices are moved
by the same amount until as many boundaries are expected as the segmentation has
(``price_level.py``).
"""

import math

import numpy as np

from embed_kcpd.annotations.confidence.calibration import calibrated_posterior
from embed_kcpd.annotations.confidence.gibbs import gibbs
from embed_kcpd.annotations.confidence.gibbs_native import NativeGibbs
from embed_kcpd.annotations.confidence.price_level import level_prices
from embed_kcpd.annotations.confidence.protocol import NEAR, Gibbs
from embed_kcpd.arrays import BoolArray, FloatArray
from embed_kcpd.granularity.protocol import Decision, middle
from embed_kcpd.granularity.text_scale.order import order_score
from embed_kcpd.granularity.text_scale.reach import reach_profile
from embed_kcpd.native import native_available
from embed_kcpd.problem.costs.rbf import RbfCost
from embed_kcpd.problem.objectives import Problem
from embed_kcpd.result.posterior import Posterior
from embed_kcpd.result.segmentation import Segmentation

TEMPERATURE_SCALE = 0.62
"""Temperature of a text whose neighbours are one standard deviation per root of its units
more alike than in a random order; calibrated."""

LEAST_ORDER = 0.3
"""A lower order per root of the units is treated as this one."""

EXPECTED_WHEN_UNCUT = 0.5
"""Boundaries expected in a text that was left uncut."""

ORDERED_UNITS = 512
"""Units up to which the order of a text with a Gaussian kernel is measured along with its costs; in
longer ones fewer products tell it, unless the text was left uncut: then all are needed."""

LONGEST_UNCUT = 4000
"""Units up to which the Gibbs law is computed for a text that was left uncut."""

LONGEST_UNORDERED = 1000
"""The same where the order of the units says nothing.  The temperature is then the highest and
the law nearly flat; from about here on the calibration states the same of every place."""


def boundary_confidence(problem: Problem, decision: Decision, prices: FloatArray) -> Posterior:
    """Probabilities for the segmentation of a decision, which is the cheapest at these prices.

    What the default granularity measured on the text is taken from the explanation.  They are
    calibrated where the objective has a scale of its own; those of another objective
    are the Gibbs law's.
    """
    segmentation, known = decision.segmentation, decision.explanation
    measured = known.evidence if known else None
    walks = kernel_walks(problem, segmentation) if measured is None else None
    if measured is not None:
        order = measured.order_score
    else:
        order = text_order(problem) if walks is None else walks.order_score()
    temperature = text_temperature(order, problem.n_units)
    law = matched_posterior(
        problem, segmentation, prices, temperature, decision.penalty, walks=walks
    )
    if not problem.objective.has_text_scale or problem.n_units == 0:
        return law
    reach = text_reach(problem) if measured is None else measured.reach
    return calibrated_posterior(law, segmentation, reach)


def text_reach(problem: Problem) -> float:
    """The reach of the text in units, the middle one of a long text's windows."""
    return middle(reach_profile(problem.rows, problem.weights, problem.words).reaches)


def text_order(problem: Problem) -> float:
    """How much more alike neighbours are than in a random order, in standard deviations."""
    return order_score(problem.rows.weighted(problem.weights))


def kernel_walks(problem: Problem, segmentation: Segmentation) -> NativeGibbs | None:
    """The law of a short text with a Gaussian kernel, at no temperature yet: the products of all
    pairs, which its order needs, give the costs too.  None where nothing can be shared."""
    cost, rows = problem.cost, problem.rows
    most = ORDERED_UNITS if segmentation.boundaries else LONGEST_UNORDERED
    if not (native_available() and isinstance(cost, RbfCost) and 0 < len(rows) <= most):
        return None
    is_same = rows.is_plain and rows.values is cost.source.values and (problem.weights == 1.0).all()
    return NativeGibbs(cost, math.nan, problem.limits) if is_same else None


def text_temperature(order: float, n_units: int) -> float:
    """The temperature that suits a text with this order score.

    It falls with the square of the score per root of the number of units: where
    neighbours are hardly more alike than strangers, a gain means little.
    """
    per_root = order / math.sqrt(max(n_units, 1))
    return TEMPERATURE_SCALE / max(per_root, LEAST_ORDER) ** 2


def matched_posterior(
    problem: Problem,
    segmentation: Segmentation,
    prices: FloatArray,
    temperature: float,
    penalty: float = 0.0,
    *,
    walks: Gibbs | None = None,
) -> Posterior:
    """The posterior that expects as many boundaries as the segmentation has.

    ``penalty`` is about how much prices have to rise for that, where it is known.  ``walks``
    is the law of the problem where it was made before, at any temperature.

    Nothing is stated of single places in a long text that was left uncut, so there the places
    are not weighed against each other: every one is as likely as the next.
    """
    n_units = problem.n_units
    is_ordered = temperature < text_temperature(0.0, n_units)
    longest = LONGEST_UNCUT if is_ordered else LONGEST_UNORDERED
    if not segmentation.boundaries and n_units > longest:
        return uniform_posterior(problem.limits.open_starts(n_units)[:-1], EXPECTED_WHEN_UNCUT)
    target = max(float(len(segmentation.boundaries)), EXPECTED_WHEN_UNCUT)
    if walks is None:
        walks = gibbs(problem.cost, temperature, problem.limits)
    walks.temperature = temperature
    return level_prices(walks, prices, target, segmentation.gains, penalty)


def uniform_posterior(is_open: BoolArray, expected: float) -> Posterior:
    """So many boundaries expected, independently and equally likely wherever one may be.

    >>> uniform_posterior(np.array([True, True, False, True, True]), 0.3).at.round(3)
    array([0. , 0.1, 0. , 0.1, 0.1])
    """
    at = is_open.astype(np.float64)
    at[:1] = 0.0
    at *= expected / max(at.sum(), 1.0)
    absent = np.append(np.append(np.ones(NEAR), 1.0 - at), np.ones(NEAR))
    near = 1.0 - np.lib.stride_tricks.sliding_window_view(absent, 2 * NEAR + 1).prod(axis=1)
    near[:1] = 0.0
    return Posterior(at, near, float(np.prod(1.0 - at)))
