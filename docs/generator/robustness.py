"""How often random input and random kills were tried, and what came of it.

In:  ``tests/results/fuzz.json`` and ``tests/results/kills.json``.
Out: the two tables of ``explanation/testing.md``.
"""

import json
from pathlib import Path

from generator.benchmarks import grid

RESULTS = Path(__file__).resolve().parents[2] / "tests" / "results"


def robustness() -> str:
    """The commands and the tables they filled."""
    return "\n\n".join(
        [
            '`make fuzz FUZZ="--inputs 1000000 --first 1000000 --json tests/results/fuzz.json"`',
            _fuzz_table(),
            "`make kill-tests KILLS=200`",
            _kill_table(),
        ]
    )


def _read(name: str) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = json.loads((RESULTS / name).read_text(encoding="utf-8"))
    return rows


def _fuzz_table() -> str:
    rows = _read("fuzz.json")
    counts = ("inputs", "refused", "failures")
    lines = [[f"`{row['entry']}`", row["what"], *(_count(row[n]) for n in counts)] for row in rows]
    totals = [_count(sum(int(str(row[name])) for row in rows)) for name in counts]
    heads = ["entry point", "what is random", "inputs", "refused in one line", "failures"]
    return grid(heads, [*lines, ["all", "", *totals]])


def _kill_table() -> str:
    counts = ("kills", "finished_steps", "lost", "half_written", "blocked")
    lines = [
        [row["writer"], *(_count(row[name]) for name in counts)] for row in _read("kills.json")
    ]
    heads = ["writer", "kills", "steps finished", "lost", "half-written", "blocked the next"]
    return grid(heads, lines)


def _count(value: object) -> str:
    return f"{int(str(value)):,}"
