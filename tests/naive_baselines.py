"""The slow, obvious versions of the baselines' parts: their judges."""

import math
from collections import Counter
from itertools import combinations, pairwise, permutations

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


def segments_by_cliques(edges, n):
    """GraphSeg's first two steps word for word: neighbours sharing a maximal clique."""
    found = cliques(edges, n)
    first = [[0]]
    for unit in range(1, n):
        if any({unit - 1, unit} <= clique for clique in found):
            first[-1].append(unit)
        else:
            first.append([unit])
    merged = [list(first[0])]
    for left, right in pairwise(first):
        if any(clique & set(left) and clique & set(right) for clique in found):
            merged[-1].extend(right)
        else:
            merged.append(list(right))
    return merged


def graphseg_boundaries(related, threshold, min_size):
    """GraphSeg's three steps on lists of units."""
    n = len(related)
    joined = [(a, b) for a in range(n) for b in range(a) if related[a, b] > threshold]
    first = [[0]] if n else []
    for unit in range(1, n):
        if (unit, unit - 1) in joined:
            first[-1].append(unit)
        else:
            first.append([unit])
    merged = first[:1]
    for left, right in pairwise(first):
        if any((b, a) in joined for a in left for b in right):
            merged[-1] = merged[-1] + right
        else:
            merged.append(right)
    at = 0
    while at < len(merged) and len(merged) > 1:
        if len(merged[at]) >= min_size:
            at += 1
            continue
        beside = [near for near in (at - 1, at + 1) if 0 <= near < len(merged)]
        means = [np.mean([related[a, b] for a in merged[at] for b in merged[n]]) for n in beside]
        at = min(at, beside[int(np.argmax(means))])
        merged[at : at + 2] = [merged[at] + merged[at + 1]]
    return tuple(segment[0] for segment in merged[1:])


def word_relatedness(units, vectors, content):
    """GraphSeg's relatedness of every two units, by trying every one-to-one pairing."""
    known = [[word for word in unit if vectors([word]).any()] for unit in units]
    related = np.zeros((len(units), len(units)))
    for i, j in permutations(range(len(units)), 2):
        short, long = sorted((known[i], known[j]), key=len)
        if short:
            best = max(
                sum(
                    float(vectors([a])[0] @ vectors([b])[0]) * min(*content([a, b]))
                    for a, b in zip(short, chosen, strict=True)
                )
                for chosen in permutations(long, len(short))
            )
            related[i, j] = (best / len(short) + best / len(long)) / 2
    return related


def coherence_boundaries(units, threshold, constants):
    """Coherence word by word; a unit is a list of (vector, importance), most important first."""
    boundaries, memory = [], []
    for now in range(1, len(units)):
        before = [(vector, importance, now - 1) for vector, importance in units[now - 1]]
        if not before or not units[now]:
            continue
        total = weight = 0.0
        for vector, _, unit in [*memory, *before]:
            cosines = [vector @ new for new, _ in units[now]]
            total += np.mean(cosines) / (now - unit)
            weight += 1 / (now - unit)
        if total / weight <= threshold:
            boundaries.append(now)
            memory = []
            continue
        new = [(vector, importance, now) for vector, importance in units[now]]
        pairs = [(a, b) for b in new for a in before if a[0] @ b[0] >= constants.similar]
        memory += pairs[0] if pairs else ()
        if len(memory) >= constants.full:
            memory = sorted(memory, key=lambda word: word[1])[constants.forgotten :][::-1]
    return tuple(boundaries)


def compound_log_likelihood(words, vocabulary, prior):
    """Dirichlet compound multinomial of a sequence of words, by gamma functions."""
    total = math.lgamma(vocabulary * prior) - math.lgamma(len(words) + vocabulary * prior)
    for count in Counter(words).values():
        total += math.lgamma(count + prior) - math.lgamma(prior)
    return total


def fragkou_cost(shared, start, end, *, mean, deviation, weight, power):
    """Fragkou's cost of one segment, pair by pair."""
    length = end - start
    links = sum(shared[i, j] for i in range(start, end) for j in range(start, end))
    surprise = (length - mean) ** 2 / (2 * deviation**2)
    return weight * surprise - (1 - weight) * links / length**power


def folded_in(counts, topics, iterations, prior=0.0):
    """Topic weights of one row of counts: each word is shared out among the topics."""
    weights = [1 / len(topics)] * len(topics)
    if not any(counts):
        return weights
    for _ in range(iterations):
        shares = [prior] * len(topics)
        for word, count in enumerate(counts):
            total = sum(weights[k] * topics[k][word] for k in range(len(topics)))
            for k in range(len(topics)):
                shares[k] += count * weights[k] * topics[k][word] / max(total, 1e-12)
        weights = [share / max(sum(shares), 1e-12) for share in shares]
    return weights


def mixture_log_likelihood(counts, topics, weights):
    """Log likelihood of counts under a mixture of topics."""
    return float((counts * np.log(np.maximum(weights @ topics, 1e-300))).sum())
