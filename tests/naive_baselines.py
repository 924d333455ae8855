"""The slow, obvious versions of the baselines' parts: their judges."""

from itertools import combinations, pairwise

import numpy as np


def ranks(similarity, side):
    """Choi's rank of every entry, counting its neighbours one by one."""
    n, reach = len(similarity), side // 2
    out = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            others = [
                similarity[a, b]
                for a in range(max(0, i - reach), min(n, i + reach + 1))
                for b in range(max(0, j - reach), min(n, j + reach + 1))
                if (a, b) != (i, j)
            ]
            out[i, j] = sum(similarity[i, j] > other for other in others) / max(1, len(others))
    return out


def density(similarity, edges):
    """Sum of similarities inside the segments over the area of their squares."""
    inside = sum(similarity[a:b, a:b].sum() for a, b in pairwise(edges))
    return inside / sum((b - a) ** 2 for a, b in pairwise(edges))


def best_next_split(similarity, edges):
    """The density after the best further split."""
    cuts = [cut for cut in range(1, edges[-1]) if cut not in edges]
    return max(density(similarity, sorted([*edges, cut])) for cut in cuts)


def depth(scores, gap):
    """Climb from a gap to both sides while the scores do not fall."""
    total = 0.0
    for step in (-1, 1):
        at = gap
        while 0 <= at + step < len(scores) and scores[at + step] >= scores[at]:
            at += step
        total += scores[at] - scores[gap]
    return total


def spread(rows, start, end):
    """Squared distance of the rows of a segment to their mean."""
    segment = rows[start:end]
    return float(((segment - segment.mean(axis=0)) ** 2).sum())


def cliques(edges, n):
    """Maximal cliques of a graph, by trying every set of vertices."""
    linked = {frozenset(edge) for edge in edges}

    def is_clique(vertices):
        return all(frozenset(pair) in linked for pair in combinations(vertices, 2))

    found = [
        set(vertices)
        for size in range(1, n + 1)
        for vertices in combinations(range(n), size)
        if is_clique(vertices)
    ]
    return [clique for clique in found if not any(clique < other for other in found)]
