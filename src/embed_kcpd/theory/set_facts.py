"""What the assumptions of the theorems ask of a whole data set, as numbers.

In:  documents with vectors and true boundaries.
Out: for each document the most favourable case of the theory, and ratios that decide it.

Whatever the set does not fix is taken at the value most favourable to the theory: kernel bound
1, the low end of the estimated memory, the smallest penalty of A5, the largest shortest segment
of A6, the largest signal there can be.  A ratio that fails needs no estimate of the signal.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.errors import InputError
from embed_kcpd.theory import quantities, sharper
from embed_kcpd.theory.documents import DocumentFacts, document_facts
from embed_kcpd.theory.memory import CutVectors, MemoryEstimate, estimate_memory
from embed_kcpd.theory.setting import Setting, setting, smallest_n

FEWEST_DOCUMENTS = 10
"""Documents that a slope with an interval needs; two resampled ones have the same slope always."""

RESAMPLES = 2000
SEED = 0


@dataclass(frozen=True, slots=True)
class SetFacts:
    """The documents of a set that have a change, and the memory inside its segments."""

    documents: tuple[DocumentFacts, ...]
    memory: MemoryEstimate

    @property
    def least_memory(self) -> int:
        """The low end of the effective memory, the most favourable one; 0 where it is unknown."""
        return int(self.memory.effective.low or 0)

    @property
    def cases(self) -> list[Setting]:
        """The most favourable case of each document."""
        return [
            setting(document.n_units, self.least_memory, spacing=float(document.spacing))
            for document in self.documents
        ]


def set_facts(documents: Sequence[CutVectors]) -> SetFacts:
    """What the table needs to know about a set."""
    facts = tuple(filter(None, map(document_facts, documents)))
    if not facts:
        raise InputError(
            "the theory of change points needs documents with a change; there are none"
        )
    return SetFacts(facts, estimate_memory(documents))


def dependent_lag(memory: MemoryEstimate) -> int:
    """The longest lag at which the correlation lies above zero with 95% of its resamples."""
    lags = [lag for lag, each in enumerate(memory.correlations, 1) if (each.low or 0) > 0]
    return max(lags, default=0)


def penalty_ratio(case: Setting) -> float:
    """The penalty of A5 over M T / 2, from which on no data can make a boundary pay."""
    return case.penalty / sharper.useful_penalty_limit(case.n_units, case.bound)


def dominance_ratio(case: Setting) -> float:
    """The left side of A7' over its right side; A7' wants more than one."""
    signal = case.min_size * case.signal / 2.0
    return signal / (signal - case.margin(quantities.signal_dominance_margin))


def remainder_ratio(case: Setting) -> float:
    """The remainder of Theorem 4.11 over M T, which no sum of costs can exceed."""
    remainder = quantities.oracle_remainder(case.n_units, case.memory, case.bound)
    return remainder / (case.bound * case.n_units)


def first_n(case: Setting) -> int | None:
    """The T from which on A7' can hold when the shortest segment keeps its share of the text."""
    return smallest_n(lambda n: case.at(n).margin(quantities.signal_dominance_margin) > 0)


def growth_exponent(facts: SetFacts) -> tuple[float, float, float] | None:
    """The slope of log l_T against log T over documents, with 95% of its resamples.

    A4 wants more than one half.  None where there are fewer than ten documents or all have the
    same length.
    """
    lengths = np.log([document.n_units for document in facts.documents])
    spacings = np.log([document.spacing for document in facts.documents])
    if len(lengths) < FEWEST_DOCUMENTS or np.ptp(lengths) == 0:
        return None
    drawn = np.random.default_rng(SEED).integers(len(lengths), size=(RESAMPLES, len(lengths)))
    slopes = _slopes(lengths[drawn], spacings[drawn])
    low, high = np.quantile(slopes[np.isfinite(slopes)], (0.025, 0.975))
    return float(_slopes(lengths[None], spacings[None])[0]), float(low), float(high)


def _slopes(x: FloatArray, y: FloatArray) -> FloatArray:
    """The slope of the least squares line of each row."""
    centred = x - x.mean(axis=1, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        slopes: FloatArray = (centred * y).sum(axis=1) / (centred**2).sum(axis=1)
    return slopes
