"""What was measured of chunks, as the page about retrieval shows it.

In:  ``benchmarks/results/rag*.json``.
Out: three small tables: questions, edits, time.
"""

import json

from embed_kcpd.evaluation.retrieval.bench import BOTH, FREE, TEXT
from embed_kcpd.evaluation.retrieval.chunkers import OURS
from embed_kcpd.evaluation.retrieval.scores import WORDS
from embed_kcpd.evaluation.retrieval.tables import HEADER
from generator.benchmarks import RESULTS, grid

MEASURES = ("score", "recall at 5", "IoU at 5")
NO_LIMIT = "no limit"


def chunk_measures() -> str:
    """The tables, one below the other."""
    return "\n\n".join((_questions(), _table("rag_edits", (0, 1, 2, 6)), _table("rag_time")))


def _questions() -> str:
    """Ours beside the best of the others, which may be another one in every cell."""
    rows = [dict(zip(HEADER, row, strict=True)) for row in _result("rag")["rows"]]
    limited = [row for row in rows if NO_LIMIT not in row["chunker"]]
    table = [
        [limit, measure, *_cells([row for row in limited if row["at most"] == limit], measure)]
        for limit in dict.fromkeys(row["at most"] for row in limited)
        for measure in MEASURES
    ]
    ours = (f"ours, {by}" for by in (TEXT, FREE, BOTH))
    columns = [
        "at most",
        "%",
        *ours,
        f"best other, {TEXT}",
        f"ours, {WORDS}",
        f"best other, {WORDS}",
    ]
    return grid(columns, table)


def _cells(rows: list[dict[str, str]], measure: str) -> list[str]:
    own = {row["retriever"]: row[measure] for row in rows if row["chunker"] == OURS}
    best = {
        by: max(
            (row for row in rows if row["retriever"] == by and row["chunker"] != OURS),
            key=lambda row: float(row[measure]),
        )
        for by in (TEXT, WORDS)
    }
    named = {by: f"{row[measure]} ({row['chunker']})" for by, row in best.items()}
    return [own[TEXT], own[FREE], own[BOTH], named[TEXT], own[WORDS], named[WORDS]]


def _table(name: str, columns: tuple[int, ...] | None = None) -> str:
    """A table as measured, or some of its columns."""
    result = _result(name)
    kept = range(len(result["columns"])) if columns is None else columns
    return grid(
        [result["columns"][k] for k in kept], [[row[k] for k in kept] for row in result["rows"]]
    )


def _result(name: str) -> dict:
    return json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
