"""What speaks for a boundary between two chunks.

In:  the units of a text, their vectors, words and places.
Out: a ``ChunkProblem``: the cost of a chunk, the price of each boundary, where one may stand.

The rule is not that of topics: no price is put on a boundary as such.  What keeps chunks
together is the similarity across a gap and the price of chunks that are smaller than they should
be.  Nothing is measured on the whole text but its mean, so that an edit changes little elsewhere.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import FloatArray, Vectors
from embed_kcpd.chunks.lines import line_prices
from embed_kcpd.chunks.search import ChunkProblem
from embed_kcpd.evidence.places import (
    Headings,
    forbidden_starts,
    forced_starts,
    place_evidence,
)
from embed_kcpd.problem.limits import UNLIMITED
from embed_kcpd.problem.objectives import Contrast
from embed_kcpd.text.places import Place
from embed_kcpd.text.units import Unit


def chunk_problem(
    text: str,
    units: Sequence[Unit],
    vectors: Vectors,
    *,
    words: FloatArray,
    places: Sequence[Place],
    headings: Headings,
    has_markers: bool,
    half_weight_words: float | None,
) -> ChunkProblem:
    """The problem of a text; a boundary may stand at every unit but inside tables and code."""
    problem = Contrast(half_weight_words).problem(vectors, words, UNLIMITED)
    prices = problem.evidence + line_prices(text, units, has_markers=has_markers)
    allowed = np.ones(len(units), dtype=np.bool_)
    if places:
        prices = prices + place_evidence(places, headings)
        allowed[sorted(forbidden_starts(places, headings))] = False
    prices[:1] = 0.0
    return ChunkProblem(problem.cost, prices, allowed, forced_starts(places, headings))


def opened(
    allowed: npt.NDArray[np.bool_], tokens: FloatArray, most: float
) -> npt.NDArray[np.bool_]:
    """Where a boundary may stand once stretches without one are opened that are too long.

    >>> opened(np.array([True, False, False, True]), np.array([3.0, 3.0, 3.0, 1.0]), 8).tolist()
    [True, True, True, True]
    """
    starts = [*np.flatnonzero(allowed).tolist(), len(allowed)]
    result: npt.NDArray[np.bool_] = allowed.copy()
    for start, end in pairwise(starts):
        if float(tokens[start:end].sum()) > most:
            result[start:end] = True
    return result
