"""How well a phrase tells its segment from the others.

In:  where words occur, and the unit vectors where there are any.
Out: a score for each candidate of each segment.

A word scores by three things.  *Contrast*: how often its segment has it, and how rarely the
others do (TF-IDF with the segments as classes).  *Opening*: how early in the segment it comes;
people say what they will talk about; a
word that every segment has opens none.  *Centrality*, with vectors: the units that have the word,
wherever they stand, point where the segment points, both seen from the middle of the document.
A phrase scores the mean of its words, with a little added or taken for its form.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.annotations.titles.occurrences import Candidate, Occurrences
from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.text.words import is_unspaced

LONG_WORD = 8
"""Letters from which on a longer word says no more."""
WORDS_COMPARED = 40
"""Words of a segment, best by contrast and opening, whose centrality is computed."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts how much; measured with ``embed-kcpd bench titles``."""

    contrast: float = 0.15
    opening: float = 0.4
    centrality: float = 1.0
    phrase: float = 0.1
    repeated: float = 0.05
    ending: float = 0.1
    encoded: float = 0.3
    margin: float = 0.9


WEIGHTS = Weights()

_POOR_ENDINGS = {"en": ("ly", "ed")}
"""Endings of words that rarely begin or end a title, by language."""

WordScores = Mapping[str, float]


def word_scores(counted: Occurrences) -> list[WordScores]:
    """For each segment the score of each of its words, by contrast and opening."""
    return [
        {
            root: WEIGHTS.contrast * contrast + WEIGHTS.opening * opening
            for root, (contrast, opening) in features.items()
        }
        for features in _features(counted)
    ]


def with_centrality(
    counted: Occurrences, plain: Sequence[WordScores], vectors: Vectors, middles: Vectors
) -> list[WordScores]:
    """The scores of the best words with their centrality; other words are left out.

    A word that few units have is known less well, so its mean is drawn towards nothing.
    """
    sums: dict[str, Vectors] = {}
    made: list[WordScores] = []
    for scores, middle in zip(plain, middles, strict=True):
        best = sorted(scores, key=lambda root: (-scores[root], root))[:WORDS_COMPARED]
        for root in best:
            if root not in sums:
                units = counted.units[root]
                sums[root] = vectors[units].sum(axis=0) / (len(units) + 1)
        central = [WEIGHTS.centrality * float(sums[root] @ middle) for root in best]
        made.append({root: scores[root] + c for root, c in zip(best, central, strict=True)})
    return made


def phrase_score(candidate: Candidate, words: WordScores, language: str) -> float:
    """The mean of the words' scores, corrected for the form of the phrase."""
    known = [words[root] for root in candidate.roots if root in words]
    score = sum(known) / len(known) if known else -math.inf
    first, last = candidate.words[0], candidate.words[-1]
    if len(candidate.words) > 1:
        is_name = first[:1].isupper() and not last.islower()
        score += WEIGHTS.phrase * (is_name or candidate.count > 1)
    score += WEIGHTS.repeated * math.log(candidate.count)
    poor = _POOR_ENDINGS.get(language, ())
    if poor and ((first.islower() and first.endswith(poor)) or last.endswith(poor)):
        score -= WEIGHTS.ending
    return score


def contrasted_middles(vectors: Vectors, edges: Sequence[int]) -> tuple[Vectors, Vectors]:
    """Unit rows and segment means of norm one, both from the middle of the document.

    One segment has nothing to be told from, so there nothing is taken away.
    """
    rows = _normed(np.asarray(vectors, np.float32))
    sums = np.add.reduceat(rows, edges[:-1], axis=0)
    middles = sums / np.diff(edges)[:, None]
    if len(middles) == 1:
        return rows, _normed(middles)
    return _normed(rows - rows.mean(axis=0)), _normed(middles - middles.mean(axis=0))


def encoded_scores(rows: Vectors, segment: int, middles: Vectors) -> FloatArray:
    """What the encoder says of phrases: near their own segment, and nearer than to others."""
    near = np.asarray(_normed(rows) @ middles.T, np.float64)
    own = near[:, segment].copy()
    near[:, segment] = -np.inf
    others = near.max(axis=1) if near.shape[1] > 1 else np.zeros(len(own))
    scores: FloatArray = WEIGHTS.encoded * own + WEIGHTS.margin * (own - others)
    return scores


def _features(counted: Occurrences) -> list[dict[str, tuple[float, float]]]:
    """Contrast, from 0 to 1, and opening of each word of each segment."""
    edges = counted.edges
    n_units, n_segments = edges[-1], len(edges) - 1
    features: list[dict[str, tuple[float, float]]] = [{} for _ in range(n_segments)]
    owner = [segment for segment, n in enumerate(np.diff(edges)) for _ in range(n)]
    for root, units in counted.units.items():
        counts = Counter([owner[unit] for unit in units])
        spread = 1 - (len(counts) - 1) / max(1, n_segments - 1)
        rare = math.log((n_units + 1) / len(units)) * spread
        rare *= math.log2(1 + min(len(root), LONG_WORD))
        added = 0.1 if is_unspaced(root) else 0.4
        place = 0
        for segment, n in counts.items():
            opening = spread / (1 + units[place] - edges[segment])
            features[segment][root] = (rare * math.log(n + added), opening)
            place += n
    return [_scaled(words) for words in features]


def _scaled(words: dict[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    most = max((contrast for contrast, _ in words.values()), default=0.0) or 1.0
    return {root: (contrast / most, opening) for root, (contrast, opening) in words.items()}


def _normed(rows: Vectors) -> Vectors:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    normed: Vectors = rows / np.where(lengths > 0, lengths, 1)
    return normed
