"""Coherence (Maraj, Vargas Martin and Makrehchi 2024, CoNLL): keywords that stick.

In:  the words of a document, vectors of words and units; other documents, to choose one
     threshold.
Out: a boundary where a unit's keywords are unlike those remembered from its segment.

From each unit the words most like the unit as a whole are kept.  Walking through the text,
similar keywords of neighbouring units go into a memory that is emptied at every boundary; a
unit is compared with the memory and with the unit before it.  Rebuilt from the authors' early
public prototype: the published constants could not be checked (see docs/results/baselines.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import ClassVar

import numpy as np

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.evaluation.baselines.learning import best_setting, need_documents
from embed_kcpd.evaluation.baselines.text_vectors import TextVectors
from embed_kcpd.evaluation.baselines.words import content_words
from embed_kcpd.evaluation.datasets import Document

KEYWORDS = 5
"""Keywords per unit (the default of KeyBERT, which the prototype calls)."""

SIMILAR = 0.4
"""Cosine from which two keywords of neighbouring units are remembered (prototype)."""

REMEMBERED = 2
"""Words remembered per unit: the first similar pair (prototype)."""

FULL, FORGOTTEN = 10, 4
"""A memory of this many words loses its least important ones (prototype)."""

THRESHOLDS: tuple[float, ...] = tuple(np.arange(0.0, 0.61, 0.02).round(2).tolist())
"""Scores tried as threshold.  The prototype's 0.3 belongs to another space of word vectors."""

TUNING_DOCUMENTS = 50
"""Training documents looked at."""


@dataclass(frozen=True, slots=True)
class Keyword:
    """A word's vector, how much it is like its unit, and which unit that was."""

    vector: FloatArray = field(repr=False)
    importance: float
    unit: int


@dataclass(frozen=True, slots=True)
class Coherence:
    """The walk with its threshold."""

    threshold: float
    vectors: TextVectors = field(default_factory=TextVectors, repr=False)
    name: ClassVar[str] = "coherence"
    needs_vectors: ClassVar[bool] = False
    needs_count: ClassVar[bool] = False

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        return walk(keywords(document, self.vectors), self.threshold)


@dataclass(frozen=True, slots=True)
class CoherenceLearner:
    """Chooses the threshold with the least Pk on other documents."""

    vectors: TextVectors = field(default_factory=TextVectors, repr=False)
    name: ClassVar[str] = "coherence"
    needs_boundaries: ClassVar[bool] = True

    def learn(self, documents: Sequence[Document]) -> Coherence:
        need_documents(documents, self.name)
        tuning = documents[:TUNING_DOCUMENTS]
        chosen = [keywords(document, self.vectors) for document in tuning]
        return Coherence(best_setting(THRESHOLDS, tuning, chosen, walk), self.vectors)


def keywords(document: Document, vectors: TextVectors) -> list[list[Keyword]]:
    """The words most like each unit as a whole, most important first."""
    if not document.units:
        return []
    chosen = []
    for unit, row in enumerate(vectors.of_texts(document.units)):
        words = list(dict.fromkeys(content_words(document.units[unit])))
        rows = vectors.of_words(words)
        importance = rows @ row if words else np.zeros(0)
        best = np.argsort(-importance, kind="stable")[:KEYWORDS]
        chosen.append([Keyword(rows[word], float(importance[word]), unit) for word in best])
    return chosen


def walk(units: Sequence[Sequence[Keyword]], threshold: float) -> tuple[int, ...]:
    """Boundaries at units whose keywords are no more than ``threshold`` like those before."""
    boundaries: list[int] = []
    memory: list[Keyword] = []
    for unit in range(1, len(units)):
        before, now = units[unit - 1], units[unit]
        if not before or not now:
            continue
        if likeness([*memory, *before], now) <= threshold:
            boundaries.append(unit)
            memory = []
        else:
            memory = trimmed([*memory, *sticking(before, now)])
    return tuple(boundaries)


def likeness(before: Sequence[Keyword], now: Sequence[Keyword]) -> float:
    """Mean cosine of all pairs, each earlier word weighted by one over its distance in units."""
    cosines = np.array([word.vector for word in before]) @ np.array([w.vector for w in now]).T
    weights = np.array([1.0 / max(1, now[0].unit - word.unit) for word in before])
    return float(weights @ cosines.mean(axis=1) / weights.sum())


def sticking(before: Sequence[Keyword], now: Sequence[Keyword]) -> list[Keyword]:
    """The first similar pair of keywords of two neighbouring units, by importance."""
    pairs = (
        word
        for new in now
        for old in before
        if old.vector @ new.vector >= SIMILAR
        for word in (old, new)
    )
    return list(islice(pairs, REMEMBERED))


def trimmed(memory: list[Keyword]) -> list[Keyword]:
    """The memory without its least important words once it is full."""
    if len(memory) < FULL:
        return memory
    kept = sorted(memory, key=lambda word: word.importance)[FORGOTTEN:]
    return kept[::-1]
