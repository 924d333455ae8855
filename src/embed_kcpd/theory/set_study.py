"""Which assumptions of the theorems could hold for a data set at its lengths, and which cannot.

In:  the facts of each set.
Out: one table: for each set and assumption a verdict with the number that decides it.

"could" means that nothing in the set speaks against the assumption, not that it holds.
"""

from collections.abc import Mapping, Sequence
from statistics import median

import numpy as np

from embed_kcpd.problem.kernels import Cosine, Rbf
from embed_kcpd.theory.documents import DocumentFacts
from embed_kcpd.theory.experiments.study import Cell, Study, shown
from embed_kcpd.theory.memory import MemoryEstimate
from embed_kcpd.theory.set_facts import (
    FEWEST_DOCUMENTS,
    SetFacts,
    dependent_lag,
    dominance_ratio,
    first_n,
    growth_exponent,
    penalty_ratio,
    remainder_ratio,
)

NAME = "sets"
COLUMNS = (
    "set",
    "documents",
    "T",
    "l_T",
    "m",
    "A1: m at least",
    "A2, cosine",
    "A2, RBF",
    "A3: Delta_*^2, cosine / RBF",
    "A4: exponent of l_T",
    "A5: asked / can pay",
    "A6: delta_T up to",
    "A7': signal / needed",
    "A7: one change",
    "Theorem 4.11: remainder / costs",
    "Theorem 4.12 from T =",
)
NOTES = (
    "Over the documents with at least one change. T and l_T (shortest true segment): median, "
    "smallest and largest. m: effective memory with its 95% interval, >= where the longest lag "
    "looked at is still above the threshold; its low end enters A5, A7' and the theorems. "
    "could: nothing in the set speaks against it; cannot: the number refutes it for every "
    "document of the set (A4: for the documents taken together), with everything else at its "
    "most favourable (M = 1, the smallest penalty of A5, delta_T = l_T / 3, the largest signal "
    "there is, 2).",
    "A1: the longest lag whose correlation is above zero (95%), + if it is the longest looked "
    "at; a smaller m is refuted. A2: smallest cosine of two units, and pairs below zero; the "
    "cosine kernel is not characteristic either way, the RBF kernel is and lies between 0 and 1. "
    "A3: median over documents of the least signal between neighbours, and documents in which "
    "the estimate is zero or below. A4: slope of log l_T against log T over the documents with "
    "its 95% interval, which has to reach above 1/2. A5: the penalty it asks for over T / 2, from "
    "which on no data can produce a boundary, least over documents; above 1 it holds only where "
    "nothing is found (above 2 for the cosine kernel, which can be negative). A6: largest "
    "l_T / 3, and documents that allow delta_T = 2, the least the "
    "paper uses; the constant in front of sqrt(T log T) is free, so that A6 alone can always be "
    "met. A7': left side over right side, largest over documents; it must exceed 1. A7: "
    "documents with one change, where it is empty; with two it contradicts A4 (remark 1). "
    "Theorem 4.11: its remainder over the largest sum of costs there can be, least over "
    "documents; above 1 it says nothing. Theorem 4.12: the T at which A7' could first hold if "
    "the shortest segment kept its share of the text: most favourable document (median).",
)


def set_study(sets: Mapping[str, SetFacts], command: str) -> Study:
    """One row for each set."""
    rows = tuple(_row(name, facts) for name, facts in sets.items())
    title = "Which assumptions could hold for each data set at its lengths"
    return Study(NAME, title, command, COLUMNS, rows, NOTES)


def _row(name: str, facts: SetFacts) -> tuple[Cell, ...]:
    documents, cases = facts.documents, facts.cases
    asked, dominance = min(map(penalty_ratio, cases)), max(map(dominance_ratio, cases))
    return (
        name,
        len(documents),
        _spread([document.n_units for document in documents]),
        _spread([document.spacing for document in documents]),
        _memory(facts.memory),
        _dependence(facts.memory),
        _cosine(documents),
        "could",
        _signal(documents),
        _growth(facts),
        f"{_verdict(asked < 1)}: {shown(asked)}",
        _admissible(documents),
        f"{_verdict(dominance > 1)}: {dominance:.2g}",
        _single(documents),
        min(map(remainder_ratio, cases)),
        _first(facts),
    )


def _verdict(holds: bool) -> str:
    return "could" if holds else "cannot"


def _spread(values: Sequence[int]) -> str:
    """Median, smallest and largest.

    >>> _spread([4, 2, 9])
    '4 (2 to 9)'
    """
    return f"{median(values):g} ({min(values):,} to {max(values):,})"


def _memory(memory: MemoryEstimate) -> str:
    effective = memory.effective
    sign = ">= " if memory.is_cut_off else ""
    if effective.low is None:
        return f"{sign}{effective.value:g} (one segment, no interval)"
    return f"{sign}{effective.value:g} ({effective.low:g} to {effective.high:g})"


def _dependence(memory: MemoryEstimate) -> str:
    if memory.effective.low is None:
        return "unknown: one segment"
    lag = dependent_lag(memory)
    return f"could: {lag}{'+' if lag == memory.reach else ''}"


def _cosine(documents: Sequence[DocumentFacts]) -> str:
    lowest = min(document.lowest for document in documents)
    pairs = np.array([document.n_units * (document.n_units - 1) / 2 for document in documents])
    share = np.average([document.negative for document in documents], weights=pairs)
    return f"cannot: {lowest:.2f} ({share:.1%} below 0)"


def _signal(documents: Sequence[DocumentFacts]) -> str:
    """The median least signal by kernel, and in how many documents the least is not above zero."""
    cells = []
    for kernel in (Cosine.name, Rbf.name):
        known = [document.signals[kernel] for document in documents]
        known = [signal for signal in known if not np.isnan(signal)]
        if not known:
            return "unknown"
        cells.append((median(known), sum(signal <= 0 for signal in known), len(known)))
    (cosine, below, known_in), (rbf, _, _) = cells
    return f"could: {cosine:.2f} / {rbf:.2f} ({below} of {known_in} at 0 or below)"


def _growth(facts: SetFacts) -> str:
    exponent = growth_exponent(facts)
    if exponent is None:
        is_small = len(facts.documents) < FEWEST_DOCUMENTS
        return f"unknown: fewer than {FEWEST_DOCUMENTS} documents" if is_small else "one length"
    value, low, high = exponent
    return f"{_verdict(high > 0.5)}: {value:.2f} ({low:.2f} to {high:.2f})"


def _admissible(documents: Sequence[DocumentFacts]) -> str:
    widest = max(document.spacing for document in documents) / 3.0
    enough = sum(document.spacing >= 6 for document in documents)
    return f"could: {widest:.3g} ({enough} of {len(documents)} allow 2)"


def _single(documents: Sequence[DocumentFacts]) -> str:
    single = sum(document.n_changes == 1 for document in documents)
    return f"{_verdict(single > 0)}: {single} of {len(documents)}"


def _first(facts: SetFacts) -> str:
    """The most favourable document and the median one."""
    first = sorted(n for n in map(first_n, facts.cases) if n is not None)
    return f"{_rounded(first[0])} ({_rounded(first[len(first) // 2])})" if first else "none"


def _rounded(n: int) -> str:
    """Two digits of a large number.

    >>> _rounded(4311791)
    '4,300,000'
    """
    return f"{float(f'{n:.2g}'):,.0f}"
