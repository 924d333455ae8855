"""The road: text -> units -> vectors -> objective -> granularity -> segmentation.

In:  a text, a list of units, or vectors.
Out: where the topic changes.

The only file that knows every stage.
"""

import numpy as np
import numpy.typing as npt

from embed_kcpd.arrays import checked_vectors
from embed_kcpd.defaults import paired
from embed_kcpd.granularity import Granularity
from embed_kcpd.limits import UNLIMITED, Limits
from embed_kcpd.objectives import Objective
from embed_kcpd.segmentation import Segmentation

WORDS_UNKNOWN = 20.0
"""Words per unit assumed where only vectors are given (the neutral value of the word factor)."""


def segment_vectors(
    vectors: npt.ArrayLike,
    *,
    words: npt.ArrayLike | None = None,
    objective: Objective | None = None,
    granularity: Granularity | None = None,
    limits: Limits = UNLIMITED,
) -> Segmentation:
    """Cut a sequence of vectors where their distribution changes.

    >>> segment_vectors([[1, 0], [1, 0], [1, 0], [0, 1], [0, 1], [0, 1]]).boundaries
    (3,)
    """
    rows = checked_vectors(vectors)
    counts = np.full(len(rows), WORDS_UNKNOWN) if words is None else np.asarray(words, np.float64)
    judged_by, fineness = paired(objective, granularity)
    return fineness.decide(judged_by.problem(rows, counts, limits)).segmentation
