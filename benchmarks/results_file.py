"""One form for all results: a table on the screen, the same table as JSON.

In:  a title, the command, columns, rows, notes.
Out: ``benchmarks/results/NAME.json``, from which the benchmark page is made.
"""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from embed_kcpd.files import write_atomically

RESULTS = Path(__file__).parent / "results"


def machine() -> str:
    """What the numbers depend on besides us."""
    system = f"{platform.system()} on {platform.machine()}"
    return f"{os.cpu_count()} cores, {system}, Python {platform.python_version()}"


def commit() -> str:
    """The commit that was measured."""
    run = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    return run.stdout.strip() or "unknown"


def publish(
    name: str,
    *,
    title: str,
    command: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[str | float | int]],
    notes: Sequence[str],
) -> None:
    """Print the table and write it to ``benchmarks/results``."""
    table = Table(*columns, title=title, box=SIMPLE_HEAD)
    for row in rows:
        table.add_row(*(str(cell) for cell in row))
    console = Console(width=None if sys.stdout.isatty() else 140)
    console.print(table)
    for note in notes:
        console.print(f"- {note}", highlight=False)
    content = {
        "title": title,
        "command": command,
        "columns": list(columns),
        "rows": [list(row) for row in rows],
        "notes": list(notes),
    }
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
    write_atomically(RESULTS / f"{name}.json", text)
