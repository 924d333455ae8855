"""The keywords of a document, as Coherence remembers them.

In:  units with the vectors of their words.
Out: a table of keywords: their vectors, how important each is, which unit it is from.

What a walk asks for again and again does not depend on where it has cut: the mean of a unit's
keywords (a mean of cosines is the cosine with it) and the pair that two neighbours have in
common.  Both are computed once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from embed_kcpd.arrays import IntArray, Vectors
from embed_kcpd.evaluation.baselines.context_vectors import UnitInContext


@dataclass(frozen=True, slots=True)
class Constants:
    """The numbers of the method, as far as the prototype shows them.

    ``keywords`` per unit (the default of KeyBERT, which the prototype calls); ``similar``, the
    cosine from which two keywords of neighbouring units are remembered; a memory of ``full``
    words loses its ``forgotten`` least important ones.
    """

    keywords: int = 5
    similar: float = 0.4
    full: int = 10
    forgotten: int = 4


@dataclass(frozen=True, slots=True)
class Keywords:
    """Keywords in the order of units, the most important of a unit first.

    Those of unit u are ``first[u]`` to ``first[u + 1] - 1``; ``means[u]`` is the mean of their
    rows; ``sticking[u]`` is the first similar pair with the unit before, or nothing.
    """

    rows: Vectors = field(repr=False)
    importance: Vectors
    units: IntArray
    first: tuple[int, ...]
    means: Vectors = field(repr=False)
    sticking: tuple[tuple[int, ...], ...]
    constants: Constants

    @property
    def n_units(self) -> int:
        return len(self.first) - 1

    def of(self, unit: int) -> range:
        """The keywords of a unit."""
        return range(self.first[unit], self.first[unit + 1])

    def trimmed(self, memory: list[int]) -> list[int]:
        """The memory without its least important words once it is full."""
        if len(memory) < self.constants.full:
            return memory
        ordered = sorted(memory, key=self.importance.__getitem__)
        return ordered[self.constants.forgotten :][::-1]


def chosen_keywords(units: Sequence[UnitInContext], constants: Constants) -> Keywords:
    """The most important words of each unit, and what walks need to know of them."""
    if not units:
        nothing = np.zeros((0, 0))
        return Keywords(nothing, np.zeros(0), np.zeros(0, np.int64), (0,), nothing, (), constants)
    best = [np.argsort(-u.importance, kind="stable")[: constants.keywords] for u in units]
    first = (0, *np.cumsum([len(places) for places in best]).tolist())
    rows = [unit.rows[places] for unit, places in zip(units, best, strict=True)]
    importance = [unit.importance[places] for unit, places in zip(units, best, strict=True)]
    return Keywords(
        rows=np.concatenate(rows),
        importance=np.concatenate(importance),
        units=np.repeat(np.arange(len(units)), np.diff(first)),
        first=first,
        means=np.array([r.mean(axis=0) if len(r) else np.zeros(r.shape[1]) for r in rows]),
        sticking=((), *_sticking(rows, first, constants.similar)),
        constants=constants,
    )


def _sticking(
    rows: Sequence[Vectors], first: Sequence[int], similar: float
) -> list[tuple[int, ...]]:
    """For each unit but the first: the first similar pair of keywords, by importance."""
    pairs: list[tuple[int, ...]] = []
    for unit in range(1, len(rows)):
        alike = np.argwhere(rows[unit] @ rows[unit - 1].T >= similar)
        if len(alike) == 0:
            pairs.append(())
            continue
        new, old = alike[0].tolist()
        pairs.append((first[unit - 1] + old, first[unit] + new))
    return pairs
