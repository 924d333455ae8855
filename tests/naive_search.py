"""The judge of the fast searches: every pair of units, no pruning, no prefix sums shared."""

import numpy as np

import naive
from embed_kcpd.problem.limits import Limits


def cost_matrix(rows, weights, ridge):
    """``matrix[s, e]`` = C(s, e) for s < e, from the weighted Gram matrix."""
    n = len(rows)
    x = np.asarray(rows, dtype=np.float64) * 1.0
    weighted = (weights[:, None] * x) @ (weights[:, None] * x).T
    total = np.zeros((n + 1, n + 1))
    total[1:, 1:] = weighted.cumsum(axis=0).cumsum(axis=1)
    corner = np.diagonal(total)
    spread = np.concatenate([[0.0], np.cumsum(weights * (x * x).sum(axis=1))])
    mass = np.concatenate([[0.0], np.cumsum(weights)])
    inside = corner[None, :] + corner[:, None] - total - total.T
    held = mass[None, :] - mass[:, None] + ridge
    with np.errstate(divide="ignore", invalid="ignore"):
        shared = np.where(held > 0, inside / held, 0.0)
    return spread[None, :] - spread[:, None] - shared


def spread_matrix(rows, weights):
    """``cost_matrix`` without a ridge, from distances to means: exact beside heavy units."""
    n, x = len(rows), np.asarray(rows, dtype=np.float64)
    matrix = np.zeros((n + 1, n + 1))
    for start in range(n):
        for end in range(start + 1, n + 1):
            part, weight = x[start:end], weights[start:end]
            mean = np.average(part, axis=0, weights=weight)
            matrix[start, end] = weight @ np.square(part - mean).sum(axis=1)
    return matrix


def gram_matrix(gram):
    """``matrix[s, e]`` = the block cost of the paper for s < e."""
    n = len(gram)
    matrix = np.zeros((n + 1, n + 1))
    for start in range(n):
        for end in range(start + 1, n + 1):
            matrix[start, end] = naive.gram_cost(gram, start, end)
    return matrix


def least_objective(matrix, prices, limits=None):
    """The least objective over all admissible segmentations, or None."""
    least = float(least_totals(matrix, prices, limits)[-1])
    return least if np.isfinite(least) else None


def least_totals(matrix, prices, limits=None):
    """The same up to each edge with its price, infinite for none; every pair is tried."""
    n = len(matrix) - 1
    limits = limits or Limits()
    first, last = limits.windows(n)
    value = np.full(n + 1, np.inf)
    value[0] = 0.0
    for end in range(1, n + 1):
        if end in limits.forbidden:
            continue
        low, high = int(first[end]), int(last[end]) + 1
        if low < high:
            value[end] = (value[low:high] + matrix[low:high, end]).min()
            value[end] += prices[end] if end < n else 0.0
    return value


def edges_of(previous):
    """The edges of the segmentation that ``previous`` describes, or None."""
    edges = [len(previous) - 1]
    while edges[-1] > 0:
        edges.append(int(previous[edges[-1]]))
    return tuple(reversed(edges)) if edges[-1] == 0 else None


def objective(matrix, prices, edges):
    """Costs plus prices of one segmentation."""
    return naive.objective(edges, lambda s, e: float(matrix[s, e]), prices)


def least_with_count(matrix, n_segments, prices=None):
    """The least objective of exactly so many segments, every pair tried at every count."""
    n = len(matrix) - 1
    paid = np.zeros(n + 1) if prices is None else np.append(prices, 0.0)
    value = np.full(n + 1, np.inf)
    value[0] = 0.0
    for _ in range(n_segments):
        following = np.full(n + 1, np.inf)
        for end in range(1, n + 1):
            following[end] = (value[:end] + matrix[:end, end]).min() + paid[end]
        value = following
    return float(value[n])
