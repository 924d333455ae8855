"""The slow, obvious versions of everything that decides how fine to cut."""

import math
from itertools import pairwise, permutations

import numpy as np


def similarity_by_distance(rows, weights):
    """k(l), pair by pair."""
    n = len(rows)
    pairs = [(s, t) for s in range(n) for t in range(s + 1, n)]
    if not pairs:
        return np.zeros(0)

    def mean(chosen):
        mass = sum(weights[s] * weights[t] for s, t in chosen)
        return sum(weights[s] * weights[t] * float(rows[s] @ rows[t]) for s, t in chosen) / mass

    background = mean(pairs)
    farthest = min(max(2, n // 2), n - 1)
    return np.array(
        [
            mean([(s, t) for s, t in pairs if t - s == distance]) - background
            for distance in range(1, farthest + 1)
        ]
    )


def reach(curve):
    """Centre of mass of square-root distances, squared, up to where the running sum peaks."""
    sums = [sum(curve[: m + 1]) for m in range(len(curve))]
    last = 1 + sums.index(max(sums)) if sums else 0
    alike = [max(value, 0.0) for value in curve[:last]]
    if sum(alike) <= 0:
        return 1.0
    return (sum(a * math.sqrt(m + 1) for m, a in enumerate(alike)) / sum(alike)) ** 2


def spread(rows):
    """Standard deviation of the similarity of two units; 0.12 for fewer than 16 units."""
    n = len(rows)
    if n < 16:
        return 0.12
    similarity = np.asarray(rows) @ np.asarray(rows).T
    return float(similarity[~np.eye(n, dtype=bool)].std())


def usual_reach(rows, words):
    """e units, less where the similarities of all pairs of long enough units spread little."""
    per_unit = float(np.mean(np.maximum(words, 1.0)))
    counts = min(max((per_unit - 6.0) / 3.0, 0.0), 1.0)
    return math.e * min(max(spread(rows) / 0.12, 0.7), 1.0) ** (4 * counts)


def price(rows, weights, words, whole, *, prose, topics):
    """Price of a boundary in one block of units of ``whole``, the rows and words of the text."""
    n = len(rows)
    usual = math.log(usual_reach(*whole))
    curve = similarity_by_distance(rows, weights)
    shrunk = usual + n / (n + 32.0) * (math.log(reach(curve)) - usual)
    per_unit = min(max(float(np.mean(np.maximum(words, 1.0))), 5.0), 200.0)
    sharpness = float(curve[0]) / max(spread(whole[0]), 1e-12) / topics if len(curve) else 0.0
    of_prose = usual + 0.8 * math.log(max(n, 32) / 32) - 0.25 * math.log(max(per_unit, 20) / 20)
    share = prose * min(max((1.9 - sharpness) / 0.3, 0.0), 1.0) * min(max(n / 32 - 1, 0.0), 1.0)
    shrunk += share * min(max(of_prose - shrunk, 0.0), math.log(2.5))
    return 0.45 * math.exp(shrunk) * (20.0 / per_unit) ** (1.0 / 3.0)


def prices(rows, weights, words, prose=0.0, topics=1.0):
    """Price at each unit: one block, or log-linear between blocks of 192 every 48 units.

    ``topics`` is how sharp they look in these rows, as a share of how sharp they usually do.
    """
    n, whole = len(rows), (rows, words)
    if n <= 288:
        return np.full(n, price(rows, weights, words, whole, prose=prose, topics=topics))
    starts = [*range(0, n - 192, 48), n - 192]
    blocks = [slice(start, start + 192) for start in starts]
    logs = [
        math.log(price(rows[b], weights[b], words[b], whole, prose=prose, topics=topics))
        for b in blocks
    ]
    centres = [start + 96 for start in starts]
    result = []
    for t in range(n):
        if t <= centres[0] or t >= centres[-1]:
            result.append(math.exp(logs[0] if t <= centres[0] else logs[-1]))
            continue
        right = next(index for index, centre in enumerate(centres) if centre >= t)
        share = (t - centres[right - 1]) / (centres[right] - centres[right - 1])
        result.append(math.exp((1 - share) * logs[right - 1] + share * logs[right]))
    return np.array(result)


def order_score(rows):
    """The same statistic for every order of the units."""
    n = len(rows)
    sums = [
        sum(float(rows[a] @ rows[b]) for a, b in pairwise(order))
        for order in permutations(range(n))
    ]
    spread = np.std(sums)
    return 0.0 if spread < 1e-6 else float((sums[0] - np.mean(sums)) / spread)


def disagreement(truth, guess, n):
    """(Pk + WindowDiff) / 2, window by window."""
    size = min(n - 1, max(2, round(n / (len(truth) + 1) / 2)))
    wrong = 0.0
    for start in range(n - size):
        inside = range(start + 1, start + size + 1)
        true, found = (sum(b in inside for b in one) for one in (truth, guess))
        wrong += (true != found) + ((true > 0) != (found > 0))
    return wrong / 2 / (n - size)


def length_weights(words):
    """Weights n / (n + 10), divided by their mean, one unit after the other."""
    raw = [max(float(count), 1.0) / (max(float(count), 1.0) + 10.0) for count in words]
    return [weight * len(raw) / sum(raw) for weight in raw]


def contrast_rows(vectors, weights):
    """Each direction less the weighted mean of all directions, set to norm one."""
    units = [vector / math.sqrt(sum(x * x for x in vector)) for vector in vectors]
    mean = sum(w * u for w, u in zip(weights, units, strict=True)) / sum(weights)
    rows = []
    for unit in units:
        residual = unit - mean
        norm = math.sqrt(sum(x * x for x in residual))
        rows.append(residual / max(norm, 1e-6))
    return np.array(rows)


def gap_similarity(rows, weights):
    """Mean over one, two and three units on each side of the cosine across each gap."""
    n = len(rows)
    gaps = [0.0] * n
    for t in range(1, n):
        for width in (1, 2, 3):
            left = sum(weights[i] * rows[i] for i in range(max(0, t - width), t))
            right = sum(weights[i] * rows[i] for i in range(t, min(n, t + width)))
            lengths = math.sqrt(left @ left) * math.sqrt(right @ right)
            gaps[t] += float(left @ right) / max(lengths, 1e-12) / 3.0
    return gaps
