"""Scores of words by their definitions, one word and one segment at a time."""

import math
from itertools import pairwise

import numpy as np

from embed_kcpd.annotations.titles.scores import LONG_WORD, WEIGHTS


def word_score(root, segment, units, edges, vectors):
    """Contrast, opening and centrality of a word that the units ``units`` have."""
    own = [u for u in units if edges[segment] <= u < edges[segment + 1]]
    contrast = raw_contrast(root, segment, units, edges)
    opening = spread(units, edges) / (1 + own[0] - edges[segment])
    rows, middles = centred(vectors, edges)
    central = sum(rows[u] @ middles[segment] for u in units) / (len(units) + 1)
    return contrast, WEIGHTS.opening * opening, WEIGHTS.centrality * central


def raw_contrast(root, segment, units, edges):
    """How often the segment has the word and how rarely the others do; not yet scaled."""
    own = [u for u in units if edges[segment] <= u < edges[segment + 1]]
    rare = math.log((edges[-1] + 1) / len(units))
    return (
        spread(units, edges)
        * rare
        * math.log(len(own) + 0.4)
        * math.log2(1 + min(len(root), LONG_WORD))
    )


def spread(units, edges):
    """One where only one segment has the word, zero where all have it."""
    n_segments = len(edges) - 1
    owners = [k for k in range(n_segments) if any(edges[k] <= u < edges[k + 1] for u in units)]
    return 1 - (len(owners) - 1) / max(1, n_segments - 1)


def centred(vectors, edges):
    """Unit rows and segment means seen from the middle of the document."""
    rows = [row / np.linalg.norm(row) for row in vectors]
    middles = [np.mean(rows[a:b], axis=0) for a, b in pairwise(edges)]
    if len(middles) == 1:
        return rows, [middles[0] / np.linalg.norm(middles[0])]
    centre, middle = np.mean(rows, axis=0), np.mean(middles, axis=0)
    return (
        [(row - centre) / np.linalg.norm(row - centre) for row in rows],
        [(m - middle) / np.linalg.norm(m - middle) for m in middles],
    )
