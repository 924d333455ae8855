"""Do stated probabilities match hit rates?  The constants of the calibration, and their proof.

In:  documents with true boundaries and vectors.
Out: the constants fitted on some sets, and what they state of the boundaries of others.

A boundary is hit when a true one lies within one unit of it.  Left out: the constants for a set
are fitted on the sets of all other families.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.annotations.confidence import NEAR, matched_posterior, text_temperature
from embed_kcpd.annotations.confidence.boundary import text_order, text_reach
from embed_kcpd.annotations.confidence.calibration import (
    LEVEL_PER_LOG_SHORT,
    SHIPPED,
    Calibration,
    calibrated,
    chance_near,
    log_odds,
    stated,
    text_traits,
)
from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.evaluation.claims import Claims
from embed_kcpd.evaluation.document import Document
from embed_kcpd.evaluation.granularity_table import family
from embed_kcpd.evaluation.paper_method import words_of
from embed_kcpd.granularity.text_scale.rule import TextScale
from embed_kcpd.granularity.text_scale.talk import with_talk_evidence
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.problem.objectives import Contrast
from embed_kcpd.result.segmentation import Segmentation

NEWTON_STEPS = 50
RIDGE = 1e-4
"""Keeps the fit finite where every boundary is hit."""


@dataclass(frozen=True, slots=True)
class CutText:
    """A document as the default cuts it: what the law gives each boundary, and which are hit."""

    segmentation: Segmentation
    near: FloatArray
    reach: float
    hit: FloatArray


def cut_text(document: Document, vectors: Vectors) -> CutText:
    """One document, cut by the default."""
    problem = Contrast().problem(vectors, words_of(document), UNLIMITED)
    problem = with_talk_evidence(problem, document.units)
    decision = TextScale().decide(problem)
    own = decision.segmentation
    temperature = text_temperature(text_order(problem), problem.n_units)
    law = matched_posterior(problem, own, decision.prices, temperature)
    boundaries = list(own.boundaries)
    hit = np.array(is_hit(boundaries, document.boundaries))
    return CutText(own, law.near[boundaries], text_reach(problem), hit)


def claims(texts: Sequence[CutText], calibration: Calibration = SHIPPED) -> Claims:
    """What is stated of the boundaries of these texts."""
    parts = [stated(text.near, text.segmentation, text.reach, calibration) for text in texts]
    hits = [text.hit for text in texts]
    return Claims(np.concatenate([np.zeros(0), *parts]), np.concatenate([np.zeros(0), *hits]))


def claims_below_chance(texts: Sequence[CutText], calibration: Calibration = SHIPPED) -> Claims:
    """What would be stated of boundaries where it is less than a random place would have."""
    below = [(np.zeros(0), np.zeros(0))]
    for text in texts:
        n_units = text.segmentation.n_units
        fitted_here = calibrated(
            text.near, text_traits(text.near, n_units, text.reach), calibration
        )
        is_below = fitted_here < chance_near(float(fitted_here.sum()), n_units)
        below.append((fitted_here[is_below], text.hit[is_below]))
    return Claims(*(np.concatenate(parts) for parts in zip(*below, strict=True)))


def is_hit(boundaries: Sequence[int], true: Sequence[int]) -> list[float]:
    """One for each boundary within ``NEAR`` units of a true one, else zero.

    >>> is_hit([3, 9], [4, 20])
    [1.0, 0.0]
    """
    return [float(any(abs(a - b) <= NEAR for b in true)) for a in boundaries]


def fitted(sets: Mapping[str, Sequence[CutText]]) -> Calibration:
    """The constants of greatest likelihood, each family of sets with the same weight."""
    families: dict[str, list[CutText]] = {}
    for name, texts in sets.items():
        families.setdefault(family(name), []).extend(texts)
    designs = [_design(text) for texts in families.values() for text in texts]
    weights = [
        np.full(len(text.hit), 1.0 / max(1, sum(len(each.hit) for each in texts)))
        for texts in families.values()
        for text in texts
    ]
    hits = [text.hit for texts in families.values() for text in texts]
    known = [_known(text) for texts in families.values() for text in texts]
    parts = (np.vstack(designs), *map(np.concatenate, (hits, weights, known)))
    return Calibration(*_logistic(*parts))


def left_out(sets: Mapping[str, Sequence[CutText]]) -> dict[str, Calibration]:
    """For each set the constants fitted on the sets of all other families."""
    return {
        name: fitted({other: sets[other] for other in sets if family(other) != family(name)})
        for name in sets
    }


def _design(text: CutText) -> FloatArray:
    """A row for each boundary, in the order of the constants of ``Calibration``."""
    traits = text_traits(text.near, text.segmentation.n_units, text.reach)
    odds = log_odds(text.near)
    ones = np.ones(len(odds))
    return np.column_stack(
        [ones, odds, ones * traits.log_size, odds * traits.log_reach, odds * traits.typical]
    )


def _known(text: CutText) -> FloatArray:
    """What is known of the log odds before the constants are fitted: how short the text is."""
    traits = text_traits(text.near, text.segmentation.n_units, text.reach)
    return np.full(len(text.hit), -LEVEL_PER_LOG_SHORT * traits.log_short)


def _logistic(
    design: FloatArray, hit: FloatArray, weights: FloatArray, known: FloatArray
) -> list[float]:
    """Coefficients of a weighted logistic regression on top of known log odds, by Newton's
    method."""
    weights = weights / weights.sum()
    coefficients = np.zeros(design.shape[1])
    for _ in range(NEWTON_STEPS):
        chance = 1.0 / (1.0 + np.exp(-(known + design @ coefficients)))
        slope = design.T @ (weights * (chance - hit)) + RIDGE * coefficients
        bend = (design * (weights * chance * (1.0 - chance))[:, None]).T @ design
        coefficients -= np.linalg.solve(bend + RIDGE * np.eye(len(bend)), slope)
    return [float(value) for value in coefficients]
