"""Chunks by trying everything: the judge of ``chunks.search``."""

from itertools import combinations, pairwise

import numpy as np


def total(problem, tokens, sizes, boundaries):
    """What these chunks cost; infinite where one is too large or stands where none may."""
    n = problem.cost.n_units
    if any(not problem.allowed[unit] for unit in boundaries):
        return np.inf
    if not problem.forced <= set(boundaries):
        return np.inf
    cost = sum(problem.prices[unit] for unit in boundaries)
    for start, end in pairwise([0, *boundaries, n]):
        size = float(np.sum(tokens[start:end]))
        if size > sizes.most + 1e-9:
            return np.inf
        cost += float(problem.cost.column(np.array([start]), end)[0])
        cost += float(sizes.price(np.array([size]))[0])
    return cost


def cheapest_total(problem, tokens, sizes):
    """The least total over all sets of boundaries."""
    units = range(1, problem.cost.n_units)
    every = (c for k in range(problem.cost.n_units) for c in combinations(units, k))
    return min(total(problem, tokens, sizes, boundaries) for boundaries in every)


def overlap_starts(split, edges):
    """The first unit of each chunk with its overlap, one unit wider until it does not fit.

    A unit counts as one token at least.
    """
    firsts = []
    for start, end in pairwise(edges):
        first, last = start, split.fitted[end - 1].unit.end
        while first > max(0, start - split.settings.overlap):
            wider = split.fitted[first - 1].unit.start
            repeated = split.text[wider : split.fitted[start].unit.start]
            over, whole = split.counter.count([repeated, split.text[wider:last]])
            if over > split.settings.overlap or whole > split.settings.max_tokens:
                break
            first -= 1
        firsts.append(first)
    return firsts
