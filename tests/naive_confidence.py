"""Probabilities by listing every segmentation: the judge of the forward-backward walk."""

import math
import operator

import numpy as np

import naive


def posterior(n, cost, prices, temperature, limits):
    """``at``, ``near``, ``none`` and the variance of the number of boundaries, from the weights of
    all admissible segmentations."""
    edges = list(naive.every_segmentation(n, limits))
    logs = [-naive.objective(e, cost, prices) / temperature for e in edges]
    top = max(logs)
    weights = [math.exp(value - top) for value in logs]
    total = sum(weights)
    at, near, none = [0.0] * n, [0.0] * n, 0.0
    for e, weight in zip(edges, weights, strict=True):
        found = set(e[1:-1])
        none += weight / total if not found else 0.0
        for unit in range(1, n):
            at[unit] += weight / total if unit in found else 0.0
            near[unit] += weight / total if found & {unit - 1, unit, unit + 1} else 0.0
    numbers = [len(e) - 2 for e in edges]
    mean = sum(map(operator.mul, weights, numbers)) / total
    squares = [(number - mean) ** 2 for number in numbers]
    return at, near, none, sum(map(operator.mul, weights, squares)) / total


def marginals(cost, prices, temperature, min_size):
    """Forward and backward sums over all pairs of units, nothing left out."""
    n = cost.n_units
    links = np.full((n + 1, n + 1), -np.inf)
    for end in range(min_size, n + 1):
        starts = np.arange(0, end - min_size + 1)
        paid = np.where(starts > 0, prices[starts], 0.0)
        links[starts, end] = -(cost.column(starts, end) + paid) / temperature
    forward, backward = np.full(n + 1, -np.inf), np.full(n + 1, -np.inf)
    forward[0] = backward[n] = 0.0
    for end in range(1, n + 1):
        forward[end] = np.logaddexp.reduce(forward[:end] + links[:end, end])
    for start in range(n - 1, -1, -1):
        backward[start] = np.logaddexp.reduce(links[start, start + 1 :] + backward[start + 1 :])
    at = np.exp(forward + backward - forward[n])[:n]
    at[0] = 0.0
    return at
