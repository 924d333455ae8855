"""What ruptures itself finds with the paper's settings, beside our exact solver.

In:  the data sets of the paper's tables, MiniLM vectors from the cache.
Out: a Markdown table: Pk and WindowDiff of ours, of two calls of ruptures and of the paper,
     and on how many documents ruptures puts the same boundaries as we do.

Run it with ``make bench-ruptures``.
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import ruptures
from ruptures.exceptions import BadSegmentationParameters

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders import MiniLm, Precision, cached
from embed_kcpd.evaluation.bench import embed, score
from embed_kcpd.evaluation.datasets import Document
from embed_kcpd.evaluation.page_parts import markdown_table, write_parts
from embed_kcpd.evaluation.paper import load_as_paper
from embed_kcpd.evaluation.paper_method import PAPER_MIN_SIZE, PaperMethod
from embed_kcpd.evaluation.reported import reported_cell
from embed_kcpd.granularity.paper import paper_growth
from embed_kcpd.problem.kernels import Cosine, Kernel, Rbf
from embed_kcpd.problem.objectives import Paper

SETS = ("choi-3-5", "choi-6-8", "choi-9-11", "choi-3-11", "wiki50", "elements", "arxiv")
HEADS = ("set", "kernel", "the paper", "ours", "`KernelCPD`", "same", "`Pelt`, `jump=1`", "same")

Cuts = Sequence[tuple[int, ...]]
Detector = Callable[[], ruptures.base.BaseEstimator]


def kernel_cpd(kernel: Kernel) -> Detector:
    """The compiled detector of ruptures."""
    return lambda: ruptures.KernelCPD(kernel.name, min_size=PAPER_MIN_SIZE)


def pelt(kernel: Kernel) -> Detector:
    """The detector written in Python, at every position."""
    return lambda: ruptures.Pelt(kernel.name, min_size=PAPER_MIN_SIZE, jump=1)


def found_by(make: Detector, vectors: Vectors, penalty: float) -> tuple[int, ...]:
    """Boundaries as we count them; none where ruptures refuses a short document."""
    try:
        ends = make().fit(np.asarray(vectors, dtype=np.float64)).predict(pen=penalty)
    except BadSegmentationParameters:
        return ()
    return tuple(int(end) for end in ends[:-1])


def line(set_name: str, kernel: Kernel) -> list[str]:
    """The table's line for one set and kernel."""
    documents = load_as_paper(set_name)
    vectors = embed(documents, cached(MiniLm(Precision.FLOAT32)))
    method = PaperMethod("ours", Paper(kernel))
    ours = [method.segment(one, rows) for one, rows in zip(documents, vectors, strict=True)]
    cells = [set_name, kernel.name, printed(set_name, kernel), errors(documents, ours)]
    for make in (kernel_cpd(kernel), pelt(kernel)):
        penalties = [kernel.paper_scale * paper_growth(len(rows)) for rows in vectors]
        theirs = [found_by(make, *pair) for pair in zip(vectors, penalties, strict=True)]
        same = sum(a == b for a, b in zip(ours, theirs, strict=True))
        cells += [errors(documents, theirs), f"{same} of {len(documents)}"]
    return cells


def printed(set_name: str, kernel: Kernel) -> str:
    cell = reported_cell(f"kcpd-{kernel.name}", "minilm", set_name)
    return f"{cell.pk} / {cell.wd}" if cell else ""


def errors(documents: Sequence[Document], found: Cuts) -> str:
    scores = score(documents, found)
    return f"{100 * np.mean(scores.pk):.1f} / {100 * np.mean(scores.wd):.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--write-docs", type=Path)
    chosen = parser.parse_args()
    names = chosen.sets.split(",")
    table = markdown_table(HEADS, [line(name, k) for name in names for k in (Cosine(), Rbf())])
    print(table)
    if chosen.write_docs:
        write_parts(chosen.write_docs, {"ruptures": table})


if __name__ == "__main__":
    main()
