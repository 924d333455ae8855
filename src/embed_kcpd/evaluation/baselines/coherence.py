"""Coherence (Maraj, Vargas Martin and Makrehchi 2024, CoNLL): keywords of a segment.

In:  the words of a document in their context; other documents, to choose one threshold.
Out: a boundary where a unit's keywords are unlike those remembered from its segment.

From each unit the words most like the unit as a whole are kept.  Walking through the text,
similar keywords of neighbouring units go into a memory that is emptied at every boundary; a
unit is compared with the memory and with the unit before it.  Rebuilt from the authors' early
public prototype: the published constants could not be checked (see docs/results/baselines.md).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.evaluation.baselines.context_vectors import UnitInContext, in_context
from embed_kcpd.evaluation.baselines.keywords import Constants, Keywords, chosen_keywords
from embed_kcpd.evaluation.baselines.learning import best_setting, need_documents
from embed_kcpd.evaluation.document import Document

THRESHOLDS: tuple[float, ...] = tuple(np.arange(-0.05, 0.61, 0.01).round(2).tolist())
"""Scores tried as threshold.  The prototype's 0.3 belongs to another space of word vectors."""

TUNING_DOCUMENTS = 50
"""Training documents looked at."""

KEPT_DOCUMENTS = 128
"""Documents whose keywords are kept: those the threshold is chosen on, until they are cut."""

InContext = Callable[[Sequence[str]], list[UnitInContext]]


@dataclass(frozen=True, slots=True)
class Coherence:
    """The walk with its threshold."""

    threshold: float
    constants: Constants = field(default_factory=Constants)
    context: InContext = field(default=in_context, repr=False)
    name: ClassVar[str] = "coherence"
    needs_vectors: ClassVar[bool] = False
    needs_count: ClassVar[bool] = False

    def segment(self, document: Document, vectors: Vectors | None) -> tuple[int, ...]:
        return walk(_keywords(document.blind(), self.context, self.constants), self.threshold)


@dataclass(frozen=True, slots=True)
class CoherenceLearner:
    """Chooses the threshold with the least Pk on other documents."""

    constants: Constants = field(default_factory=Constants)
    context: InContext = field(default=in_context, repr=False)
    name: ClassVar[str] = "coherence"
    needs_boundaries: ClassVar[bool] = True

    def learn(self, documents: Sequence[Document]) -> Coherence:
        need_documents(documents, self.name)
        tuning = documents[:TUNING_DOCUMENTS]
        kept = [_keywords(doc.blind(), self.context, self.constants) for doc in tuning]
        threshold = best_setting(THRESHOLDS, tuning, kept, walk)
        return Coherence(threshold, self.constants, self.context)


@lru_cache(maxsize=KEPT_DOCUMENTS)
def _keywords(document: Document, context: InContext, constants: Constants) -> Keywords:
    return chosen_keywords(context(document.units), constants)


def walk(keywords: Keywords, threshold: float) -> tuple[int, ...]:
    """Boundaries at units whose keywords are no more than ``threshold`` like those before."""
    boundaries: list[int] = []
    memory: list[int] = []
    for unit in range(1, keywords.n_units):
        before = keywords.of(unit - 1)
        if not before or not keywords.of(unit):
            continue
        if likeness(keywords, [*memory, *before], unit) <= threshold:
            boundaries.append(unit)
            memory = []
        else:
            memory = keywords.trimmed([*memory, *keywords.sticking[unit]])
    return tuple(boundaries)


def likeness(keywords: Keywords, before: Sequence[int], unit: int) -> float:
    """Mean cosine of all pairs, each earlier word weighted by one over its distance in units."""
    weights = 1.0 / (unit - keywords.units[before])
    cosines = keywords.rows[before] @ keywords.means[unit]
    return float(weights @ cosines / weights.sum())
