"""Do stated probabilities match hit rates?  The constants of the calibration, and their proof.

In:  documents with true boundaries and vectors.
Out: the constants fitted on some sets, and what they state of the boundaries of others.

A boundary is hit when a true one lies within one unit of it.  The expected calibration error
is the mean gap between stated and observed, over ten equal bins of the stated probability,
weighted by how many boundaries fall into a bin.  Left out: the constants for a set are fitted
on the sets of all other families.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.annotations.confidence import NEAR, matched_posterior, text_temperature
from embed_kcpd.annotations.confidence.boundary import text_order, text_reach
from embed_kcpd.annotations.confidence.calibration import SHIPPED, Calibration, features, stated
from embed_kcpd.arrays import FloatArray, IntArray, Vectors
from embed_kcpd.evaluation.datasets import Document
from embed_kcpd.evaluation.granularity_table import family
from embed_kcpd.evaluation.ours import words_of
from embed_kcpd.granularity.text_scale.rule import TextScale
from embed_kcpd.granularity.text_scale.talk import with_talk_evidence
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.problem.objectives import Contrast
from embed_kcpd.result.segmentation import Segmentation

N_BINS = 10

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


@dataclass(frozen=True, slots=True)
class Claims:
    """Probabilities stated for boundaries, and which of them were hit."""

    stated: FloatArray
    hit: FloatArray

    def error(self) -> float:
        """Expected calibration error; zero where nothing was claimed.

        >>> Claims(np.array([0.9, 0.9, 0.2]), np.array([1.0, 0.0, 0.0])).error()
        0.3333333333333333
        """
        if len(self.stated) == 0:
            return 0.0
        bins = bin_numbers(self.stated)
        stated = np.bincount(bins, self.stated, N_BINS)
        hit = np.bincount(bins, self.hit, N_BINS)
        return float(np.abs(stated - hit).sum() / len(self.stated))

    def above(self, threshold: float) -> tuple[int, float | None]:
        """How many claims reach the threshold, and the share of them that was hit."""
        chosen = self.hit[self.stated >= threshold]
        return len(chosen), float(chosen.mean()) if len(chosen) else None


def bin_numbers(stated: FloatArray) -> IntArray:
    """The bin of each probability; one belongs to the last.

    >>> bin_numbers(np.array([0.0, 0.05, 0.1, 1.0])).tolist()
    [0, 0, 1, 9]
    """
    return np.minimum((stated * N_BINS).astype(np.int64), N_BINS - 1)


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
    level, slope, level_reach, slope_reach = _logistic(
        np.vstack(designs), np.concatenate(hits), np.concatenate(weights)
    )
    return Calibration(level, slope, level_reach, slope_reach)


def left_out(sets: Mapping[str, Sequence[CutText]]) -> dict[str, Calibration]:
    """For each set the constants fitted on the sets of all other families."""
    return {
        name: fitted({other: sets[other] for other in sets if family(other) != family(name)})
        for name in sets
    }


def _design(text: CutText) -> FloatArray:
    """A row for each boundary: one, log odds, log reach, and the product of the last two."""
    log_reach, odds = features(text.near, text.reach)
    return np.column_stack(
        [np.ones(len(odds)), odds, np.full(len(odds), log_reach), odds * log_reach]
    )


def _logistic(design: FloatArray, hit: FloatArray, weights: FloatArray) -> list[float]:
    """Coefficients of a weighted logistic regression, by Newton's method."""
    weights = weights / weights.sum()
    coefficients = np.zeros(design.shape[1])
    for _ in range(NEWTON_STEPS):
        chance = 1.0 / (1.0 + np.exp(-(design @ coefficients)))
        slope = design.T @ (weights * (chance - hit)) + RIDGE * coefficients
        bend = (design * (weights * chance * (1.0 - chance))[:, None]).T @ design
        coefficients -= np.linalg.solve(bend + RIDGE * np.eye(len(bend)), slope)
    return [float(value) for value in coefficients]
