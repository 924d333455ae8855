"""What the constants of Coherence would have to be.

In:  the first documents of Choi's four sets.
Out: a table in docs/results/baselines.md: Pk with the constants of the prototype, and with the
     best of all constants tried, each chosen on the documents it is scored on.

    make bench-coherence

This is an oracle, not a result: no choice on other documents can do better on these.
"""

import argparse
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import numpy as np

from embed_kcpd.evaluation.baselines.coherence import walk
from embed_kcpd.evaluation.baselines.context_vectors import in_context
from embed_kcpd.evaluation.baselines.keywords import Constants, chosen_keywords
from embed_kcpd.evaluation.datasets import Document, load
from embed_kcpd.evaluation.metrics import pk
from embed_kcpd.evaluation.page_parts import markdown_table, write_parts

SETS = ("choi-3-5", "choi-6-8", "choi-9-11", "choi-3-11")
PAGE = Path(__file__).parent.parent / "docs" / "results" / "baselines.md"
REPORTED = {"choi-3-5": 4.4, "choi-6-8": 3.1, "choi-9-11": 2.5, "choi-3-11": 4.0}

KEYWORDS = (3, 5, 10, 20)
SIMILAR = (0.2, 0.4, 0.6)
MEMORIES = ((2, 2), (10, 4), (30, 4))
"""When the memory is full and how much it then forgets; the first never remembers anything."""

THRESHOLDS = np.arange(-0.06, 0.31, 0.01).round(2).tolist()

Choice = tuple[float, float]
"""A mean Pk in percent and the threshold that gives it."""


def best_threshold(documents: Sequence[Document], constants: Constants) -> Choice:
    """The least mean Pk over all thresholds, on the same documents."""
    kept = [chosen_keywords(in_context(document.units), constants) for document in documents]

    def mean(threshold: float) -> float:
        pairs = zip(documents, kept, strict=True)
        return float(np.mean([pk(d.boundaries, walk(k, threshold), d.n_units) for d, k in pairs]))

    return min((round(100 * mean(threshold), 1), threshold) for threshold in THRESHOLDS)


def line(set_name: str, documents: Sequence[Document]) -> list[str]:
    """One set: reported, the prototype's constants, the best constants and what they are."""
    tried = {
        Constants(keywords, similar, *memory): best_threshold(
            documents, Constants(keywords, similar, *memory)
        )
        for keywords, similar, memory in product(KEYWORDS, SIMILAR, MEMORIES)
    }
    ours, threshold = tried[Constants()]
    best = min(tried, key=lambda constants: tried[constants])
    memory = "no memory" if best.full == best.forgotten else f"{best.full} words remembered"
    words = f"{best.keywords} keywords, similar from {best.similar}, {memory}"
    print(set_name, tried[Constants()], tried[best], words, flush=True)
    return [
        set_name,
        f"{REPORTED[set_name]}",
        f"{ours} at {threshold}",
        f"{tried[best][0]} at {tried[best][1]}",
        words,
    ]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--documents", type=int, default=25, help="first so many of each set")
    n_documents = arguments.parse_args().documents
    lines = [line(set_name, load(set_name)[:n_documents]) for set_name in SETS]
    heads = ["set", "reported", "prototype's constants", "best constants", "which"]
    note = f"Pk in percent at the best threshold, first {n_documents} documents of each set."
    write_parts(PAGE, {"coherence": f"{markdown_table(heads, lines)}\n\n- {note}"})


if __name__ == "__main__":
    main()
