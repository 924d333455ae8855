"""The theory in its slowest form: formulas from the paper's proofs, word for word."""

import math
from itertools import pairwise

import naive


def color_count(size, memory):
    """Colours of the greedy colouring of all ordered pairs of ``size`` units (Prop. A.1).

    Two pairs are joined when some unit of one lies within ``memory`` of a unit of the other.
    """
    pairs = [(i, j) for i in range(size) for j in range(size)]
    neighbours = [
        sum(min(abs(a - b) for a in pair for b in other) <= memory for other in pairs) - 1
        for pair in pairs
    ]
    return max(neighbours) + 1


def stationary_cost(size, means):
    """C(n) by summing every expected pair, ``means(lag)`` being E k(Y_1, Y_{1 + lag})."""
    total = sum(means(abs(i - j)) for i in range(size) for j in range(size))
    return size * means(0) - total / size


def lowest_n(margin, first, last):
    """The first n in a range with a positive margin, by trying each."""
    return next((n for n in range(first, last + 1) if margin(n) > 0), None)


def a5(n, m, bound):
    """The penalty of A5 as the stability proof uses it: 4 lambda sqrt(T) + C_K."""
    lam = 4 * math.sqrt(2) * bound * math.sqrt((8 * m + 5) * math.log(n))
    return 4 * lam * math.sqrt(n) + 2 * bound * (1 + 6 * m)


def moving_average(fresh, weights):
    """Z_t = sum_j weights[j] e_{t-j}; ``fresh`` starts ``len(weights) - 1`` steps early."""
    start = len(weights) - 1
    return [
        sum(weight * fresh[t - j] for j, weight in enumerate(weights))
        for t in range(start, len(fresh))
    ]


def thinnest_gains(cost, first, last, shortest):
    """Population gain of every admissible cut of the interval from one change to the next.

    ``cost(start, end)`` is half-open; the interval holds the last unit before boundary ``first``
    and every unit up to boundary ``last``, the narrowest that Assumption A7 speaks of.
    """
    start, end = first - 1, last
    whole = cost(start, end)
    cuts = range(start + shortest, end - shortest + 1)
    return [whole - cost(start, cut) - cost(cut, end) for cut in cuts]


def largest_deviation(gram, other):
    """max |C - C'| / sqrt(size) over every segment."""
    return max(
        abs(naive.gram_cost(gram, s, e) - naive.gram_cost(other, s, e)) / math.sqrt(e - s)
        for e in range(1, len(gram) + 1)
        for s in range(e)
    )


def largest_gain(gram):
    """max C(s, e) - C(s, t) - C(t, e) over every segment and split."""
    return max(
        naive.gram_cost(gram, s, e) - naive.gram_cost(gram, s, t) - naive.gram_cost(gram, t, e)
        for e in range(2, len(gram) + 1)
        for t in range(1, e)
        for s in range(t)
    )


def lag_means(gram, reach):
    """Mean of k over all pairs at lag 0, 1, ..., reach, and over all pairs further apart."""
    by_lag = {}
    for i in range(len(gram)):
        for j in range(i, len(gram)):
            by_lag.setdefault(min(j - i, reach + 1), []).append(float(gram[i, j]))
    return [sum(values) / len(values) for _, values in sorted(by_lag.items())]


def least_signal(gram, edges):
    """The least squared distance of neighbouring mean embeddings, pair by pair."""

    def mean_kernel(left, right):
        values = [gram[i][j] for i in left for j in right if i != j]
        return sum(values) / len(values)

    blocks = [range(start, end) for start, end in pairwise(edges)]
    found = [
        mean_kernel(a, a) + mean_kernel(b, b) - 2.0 * mean_kernel(a, b)
        for a, b in pairwise(blocks)
        if len(a) > 1 and len(b) > 1
    ]
    return min(found)
