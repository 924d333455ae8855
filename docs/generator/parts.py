"""The parts of written pages that are made from measured results.

In:  ``benchmarks/results/``, the corpus and the study of the simulation.
Out: tables and sentences that stand between the marks of their page.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from embed_kcpd.evaluation import datasets
from embed_kcpd.simulation.claims import shown_memory
from embed_kcpd.simulation.figures import CLAIM_COLUMNS, claim_cells
from embed_kcpd.simulation.rows import Row, rows_from_json
from embed_kcpd.simulation.study import PAPER_SCALE
from generator.benchmarks import RESULTS, grid

DOCS = Path(__file__).parent.parent
STUDY = DOCS / "figures" / "simulation" / "study.json"
CORPUS = DOCS.parent / "examples" / "simulation.jsonl"

README_RULES = (
    "text scale (default)",
    "paper's rule",
    "percentile 95",
    "no boundary",
    "random, true number",
)
"""What the README shows of the granularity table."""


def data_sources() -> str:
    """Where each data set can be had, and its file in the folder of data sets."""
    rows = [
        [name, place, datasets.ORIGINS[place.partition("/")[0]]]
        for name, place in datasets.FILES.items()
    ]
    return grid(["set", "file", "from"], rows)


def simulation_parts() -> dict[str, str]:
    """Errors of each rule at each length, of each memory, and the claims of the paper."""
    rows = rows_from_json(STUDY.read_text(encoding="utf-8"))
    shown = [row for row in rows if row.memory == shown_memory(rows)]
    memories = [row for row in rows if row.scale in (PAPER_SCALE, None)]
    return {
        "study": _by_length(shown, lambda row: f"{row.encoder}, {row.rule}"),
        "memories": _by_length(
            memories, lambda row: f"{row.encoder}, {row.rule}, m = {row.memory}"
        ),
        "corpus": f"{_segments(rows)}\n\n{_written()}",
        "claims": grid(list(CLAIM_COLUMNS), claim_cells(rows)),
    }


def _by_length(rows: Sequence[Row], label: Callable[[Row], str]) -> str:
    lengths = sorted({row.n_units for row in rows})
    cells = {(label(row), row.n_units): f"{row.pk:.1f} / {row.wd:.1f}" for row in rows}
    table = [
        [name, *(cells[name, length] for length in lengths)]
        for name in dict.fromkeys(label(row) for row in rows)
    ]
    return grid(["Pk / WindowDiff (%)", *(f"T = {length}" for length in lengths)], table)


def _segments(rows: Sequence[Row]) -> str:
    """Which share of the segments is longer than its topic document."""
    lengths = sorted({row.n_units for row in rows})
    held = {(row.memory, row.n_units): row for row in rows}
    table = [
        [f"m = {memory}, {held[memory, lengths[0]].n_sentences} sentences or more a topic"]
        + [f"{held[memory, length].started_over:.1f}" for length in lengths]
        for memory in sorted({row.memory for row in rows})
    ]
    return grid(["segments that start over (%)", *(f"T = {length}" for length in lengths)], table)


def _written() -> str:
    """What the corpus holds, and what it took."""
    sentences = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
    attempts = sum(each["attempts"] for each in sentences) / len(sentences)
    words = sum(len(each["text"].split()) for each in sentences) / len(sentences)
    repeated = sum(each["is_repetition"] for each in sentences)
    return (
        f"- {len(sentences):,} sentences of {words:.0f} words on average, {attempts:.1f} attempts "
        f"each; repetitions that were kept: {repeated}."
    )


def confidence_verdict() -> str:
    """What the calibration measured, in its own words."""
    result = json.loads((RESULTS / "confidence.json").read_text(encoding="utf-8"))
    return "\n".join(result["notes"])


def readme_table() -> str:
    """Pk of a few rules on every set; a dash where a set was not measured."""
    measured = json.loads((RESULTS / "granularity" / "rows.json").read_text(encoding="utf-8"))
    rows = measured["errors"]
    sets = list(dict.fromkeys(row["set"] for row in rows))
    cells = {(row["rule"], row["set"]): f"{row['pk']:.1f}" for row in rows}
    table = [[rule, *(cells.get((rule, name)) for name in sets)] for rule in README_RULES]
    return grid(["Pk (%)", *sets], table)
