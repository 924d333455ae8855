"""What the assumptions ask of one document with known boundaries, as numbers.

In:  the vectors of a document and its boundaries.
Out: its length T, its shortest segment l_T, its changes, its least signal Delta_*^2 by kernel.

The squared distance of two mean embeddings is estimated without its bias: the mean kernel of
distinct units inside each segment, minus twice that between them.  Dependence inside a segment
makes units there more alike and the estimate larger, which favours the theory.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.problem.kernels import Cosine, Rbf
from embed_kcpd.theory.memory import CutVectors
from embed_kcpd.theory.setting import FIRST_N

KERNELS = (Cosine(), Rbf())


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """One document with a change; ``signals`` is the least by kernel, NaN where unknown.

    ``lowest`` is the smallest cosine of two units, ``negative`` the share of pairs below zero.
    """

    n_units: int
    spacing: int
    n_changes: int
    signals: Mapping[str, float]
    lowest: float
    negative: float


def document_facts(document: CutVectors) -> DocumentFacts | None:
    """The facts of a document; None without a change or with fewer than three units."""
    n = len(document.rows)
    if n < FIRST_N or not document.boundaries:
        return None
    edges = (0, *document.boundaries, n)
    grams = {kernel.name: kernel.gram(document.rows) for kernel in KERNELS}
    pairs = grams[Cosine.name][np.triu_indices(n, 1)]
    return DocumentFacts(
        n_units=n,
        spacing=min(end - start for start, end in pairwise(edges)),
        n_changes=len(document.boundaries),
        signals={name: least_signal(gram, edges) for name, gram in grams.items()},
        lowest=float(pairs.min()),
        negative=float(np.mean(pairs < 0.0)),
    )


def least_signal(gram: FloatArray, edges: tuple[int, ...]) -> float:
    """The least squared distance of neighbouring mean embeddings; NaN if none can be estimated.

    >>> least_signal(np.kron(np.eye(2), np.ones((2, 2))), (0, 2, 4))
    2.0
    """
    found = [
        signal_between(gram, *three) for three in zip(edges, edges[1:], edges[2:], strict=False)
    ]
    return float(min((signal for signal in found if not np.isnan(signal)), default=np.nan))


def signal_between(gram: FloatArray, start: int, change: int, end: int) -> float:
    """The squared distance of the mean embeddings before and after a change, without bias."""
    left, right = change - start, end - change
    if min(left, right) < 2:
        return float("nan")  # one unit says nothing of the spread of its segment
    between = gram[start:change, change:end].mean()
    return float(
        _off_diagonal(gram[start:change, start:change])
        + _off_diagonal(gram[change:end, change:end])
        - 2.0 * between
    )


def _off_diagonal(block: FloatArray) -> float:
    """The mean over distinct pairs."""
    n = len(block)
    return float((block.sum() - np.trace(block)) / (n * (n - 1)))
