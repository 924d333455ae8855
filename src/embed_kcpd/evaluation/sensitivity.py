"""How much the result depends on C: errors at scales around the chosen one.

In:  documents with vectors, a kernel, a range of C.
Out: mean Pk and WindowDiff at each C.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.evaluation.bench import measure
from embed_kcpd.evaluation.datasets import Document
from embed_kcpd.evaluation.ours import PaperMethod
from embed_kcpd.granularity.paper import PaperRule
from embed_kcpd.problem.kernels import Kernel
from embed_kcpd.problem.objectives import Paper

RANGES = {"cosine": (0.08, 0.10), "rbf": (0.05, 0.07)}
"""The ranges of C in the paper's figure."""

POINTS = 11


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """Errors in percent against the scale C."""

    set: str
    kernel: str
    scales: tuple[float, ...]
    pk: tuple[float, ...]
    wd: tuple[float, ...]

    @property
    def spread(self) -> tuple[float, float]:
        """Largest minus smallest Pk, and WindowDiff."""
        return max(self.pk) - min(self.pk), max(self.wd) - min(self.wd)


def sensitivity(
    set_name: str,
    documents: Sequence[Document],
    vectors: Sequence[Vectors],
    kernel: Kernel,
    on_progress: Callable[[int], None] | None = None,
) -> Sensitivity:
    """Mean errors at evenly spaced scales over the paper's range for this kernel."""
    scales = np.linspace(*RANGES[kernel.name], POINTS).round(6).tolist()
    measured = []
    for scale in scales:
        method = PaperMethod(f"kcpd-{kernel.name}", Paper(kernel), PaperRule(scale))
        measured.append(measure(method, documents, vectors))
        if on_progress is not None:
            on_progress(1)
    return Sensitivity(
        set_name,
        kernel.name,
        tuple(scales),
        tuple(100 * float(np.mean(scores.pk)) for scores in measured),
        tuple(100 * float(np.mean(scores.wd)) for scores in measured),
    )
