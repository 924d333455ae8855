"""Pk and WindowDiff word for word: the judges of ``evaluation.metrics``."""


def labels(boundaries, n):
    """The segment number of each unit, by counting the boundaries up to it."""
    return [sum(1 for b in boundaries if b <= unit) for unit in range(n)]


def pk(reference, hypothesis, n, k):
    """Windows that disagree about "same segment", over the number of windows."""
    true, found = labels(reference, n), labels(hypothesis, n)
    wrong = sum((true[i] == true[i + k]) != (found[i] == found[i + k]) for i in range(n - k))
    return wrong / (n - k)


def window_diff(reference, hypothesis, n, k):
    """Windows that hold another number of boundaries, over the number of windows."""

    def inside(boundaries, i):
        return sum(1 for b in boundaries if i < b <= i + k)

    wrong = sum(inside(reference, i) != inside(hypothesis, i) for i in range(n - k))
    return wrong / (n - k)
