"""Questions to similarities with chunks: by vectors, or by words.

In:  questions, the texts or vectors of chunks.
Out: one row for each question, one column for each chunk; larger is nearer.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.encoders import Encoder

_WORD = re.compile(r"\w+")

SATURATION, LENGTH_SHARE = 1.5, 0.75
"""The usual constants k1 and b of BM25."""


def by_vectors(questions: Sequence[str], rows: FloatArray, encoder: Encoder) -> FloatArray:
    """Cosines of the encoded questions with the rows."""
    asked = np.asarray(encoder.encode(list(questions)), dtype=np.float64)
    asked /= np.linalg.norm(asked, axis=1, keepdims=True)
    lengths = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    similarities: FloatArray = asked @ (rows / lengths).T
    return similarities


def by_words(questions: Sequence[str], texts: Sequence[str]) -> FloatArray:
    """BM25 of the questions' words in the texts."""
    counts = [Counter(_WORD.findall(text.lower())) for text in texts]
    sizes = np.array([sum(count.values()) for count in counts], dtype=np.float64)
    usual = 1.0 - LENGTH_SHARE + LENGTH_SHARE * sizes / max(sizes.mean(), 1.0)
    scores = np.zeros((len(questions), len(texts)))
    for asked, question in enumerate(questions):
        for word in sorted(set(_WORD.findall(question.lower()))):
            often = np.array([count[word] for count in counts], dtype=np.float64)
            holding = int(np.count_nonzero(often))
            weight = math.log(1.0 + (len(texts) - holding + 0.5) / (holding + 0.5))
            scores[asked] += weight * often * (SATURATION + 1.0) / (often + SATURATION * usual)
    return scores
