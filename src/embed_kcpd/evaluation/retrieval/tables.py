"""Rows of the retrieval benchmark as a table.

In:  rows of ``bench_rows``.
Out: one line of cells for each row and kind of vectors.
"""

from collections.abc import Mapping, Sequence

from embed_kcpd.evaluation.retrieval.bench import BOTH, FREE, TEXT
from embed_kcpd.evaluation.retrieval.scores import WORDS

HEADER = [
    "at most",
    "chunker",
    "retriever",
    "chunks",
    "mean",
    "largest",
    "score",
    "500 / 1,000 / 2,000 tokens",
    "recall at 5",
    "IoU at 5",
    "omega",
    "CPU s",
]
"""Score is the mean recall within the three budgets; omega the precision no ranking can beat."""


def table_rows(rows: Sequence[Mapping[str, object]]) -> list[list[str]]:
    """The cells, by limit, then retriever, the best score first."""
    cells = [
        _cells(row, retriever, measures)
        for row in rows
        for retriever in (TEXT, FREE, BOTH, WORDS)
        if isinstance(measures := row.get(retriever), dict)
    ]
    order = {TEXT: 0, FREE: 1, BOTH: 2, WORDS: 3}
    return sorted(cells, key=lambda line: (int(line[0]), order[line[2]], -float(line[6])))


def _cells(row: Mapping[str, object], retriever: str, measures: Mapping[str, object]) -> list[str]:
    within = " / ".join(str(measures[f"within_{budget}"]) for budget in (500, 1000, 2000))
    return [
        str(row["limit"]),
        str(row["chunker"]),
        retriever,
        str(row["chunks"]),
        str(row["mean_tokens"]),
        str(row["most_tokens"]),
        str(measures["score"]),
        within,
        str(measures["recall_5"]),
        str(measures["iou_5"]),
        str(row["best_precision"]),
        str(row["cpu_s"]),
    ]
