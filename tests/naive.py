"""The slow, obvious versions: the judges of everything fast."""

from itertools import combinations, pairwise

import numpy as np

from embed_kcpd.problem.limits import Limits


def gram_cost(gram, start, end):
    """Equation of the empirical block cost, word for word."""
    block = gram[start:end, start:end]
    return float(np.trace(block) - block.sum() / (end - start))


def linear_cost(rows, weights, ridge, start, end):
    """Weighted spread around the shrunken mean, word for word."""
    x, w = rows[start:end], weights[start:end]
    total = (w[:, None] * x).sum(axis=0)
    return float((w * (x * x).sum(axis=1)).sum() - total @ total / (w.sum() + ridge))


def admissible(edges, limits):
    """Whether the segments between these edges respect every limit."""
    boundaries = set(edges[1:-1])
    if limits.forced - boundaries or limits.forbidden & boundaries:
        return False
    for start, end in pairwise(edges):
        size = end - start
        if size < limits.min_size or size > (limits.max_size or size):
            return False
        for budget in limits.budgets:
            held = sum(budget.sizes[start:end])
            if not budget.least - 1e-9 <= held <= budget.most + 1e-9:
                return False
    return True


def every_segmentation(n, limits=None):
    """All admissible tuples of edges, by enumeration."""
    limits = limits or Limits()
    for count in range(n):
        for boundaries in combinations(range(1, n), count):
            edges = (0, *boundaries, n)
            if admissible(edges, limits):
                yield edges


def objective(edges, cost, prices):
    """Costs plus prices of one segmentation; ``cost(start, end)`` is any function."""
    paid = sum(prices[b] for b in edges[1:-1])
    return sum(cost(s, e) for s, e in pairwise(edges)) + paid


def cheapest(n, cost, prices, limits=None):
    """The least objective over every admissible segmentation, or None."""
    return min((objective(e, cost, prices) for e in every_segmentation(n, limits)), default=None)


def cheapest_with_count(n, cost, prices, n_segments, limits=None):
    """The least objective over admissible segmentations into exactly ``n_segments``, or None."""
    found = (
        objective(e, cost, prices)
        for e in every_segmentation(n, limits)
        if len(e) == n_segments + 1
    )
    return min(found, default=None)


def hit_distribution(ranges, n_places, n_drawn):
    """How often 0, 1, 2, ... ranges hold a drawn place, over all draws."""
    counts = [0] * (len(ranges) + 1)
    for drawn in combinations(range(n_places), n_drawn):
        counts[sum(any(start <= place < end for place in drawn) for start, end in ranges)] += 1
    return [count / sum(counts) for count in counts]
