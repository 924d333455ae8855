"""What a study is asked for and what it gives back.

In:  a plan: lengths, memories, replicates, a seed.
Out: a ``Study``: one table with the command that makes it again.
"""

import math
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from embed_kcpd.errors import OptionsError
from embed_kcpd.evaluation.page_parts import markdown_table, write_parts

Cell = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Plan:
    """How much of a study to run; the number of workers does not change its numbers."""

    lengths: tuple[int, ...]
    memories: tuple[int, ...]
    replicates: int
    seed: int = 0
    workers: int = 1

    def __post_init__(self) -> None:
        if not self.lengths or min(self.lengths) < 30:
            raise OptionsError("a study needs lengths of 30 units or more")
        if not self.memories or min(self.memories) < 0:
            raise OptionsError("a study needs memories of 0 or more")
        if self.replicates < 2 or self.workers < 1:
            raise OptionsError("a study needs two replicates and one worker or more")


@dataclass(frozen=True, slots=True)
class Study:
    """A table with its title, its notes, and the command that makes it again."""

    name: str
    title: str
    command: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    def column(self, name: str) -> list[Cell]:
        at = self.columns.index(name)
        return [row[at] for row in self.rows]

    def where(self, name: str, value: Cell) -> "Study":
        """The rows in which a column has this value."""
        at = self.columns.index(name)
        kept = tuple(row for row in self.rows if row[at] == value)
        return Study(self.name, self.title, self.command, self.columns, kept, self.notes)

    def as_json(self) -> Mapping[str, object]:
        """Plain values: what was run, and one object per row."""
        return {
            "name": self.name,
            "title": self.title,
            "command": self.command,
            "rows": [dict(zip(self.columns, row, strict=True)) for row in self.rows],
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class Experiment:
    """A study that can be run: what it shows, its usual size, how it is run and drawn."""

    name: str
    summary: str
    plan: Plan
    run: Callable[[Plan], Study]
    draw: Callable[[Study, Path], None]


def command_of(name: str, plan: Plan) -> str:
    """The command line that repeats a study; a different number of workers gives the same."""
    lengths = ",".join(str(n) for n in plan.lengths)
    memories = ",".join(str(m) for m in plan.memories)
    return (
        f"embed-kcpd theory experiment {name} --lengths {lengths} --memories {memories} "
        f"--replicates {plan.replicates} --seed {plan.seed}"
    )


def markdown(study: Study) -> str:
    """The command, the table and the notes, for a page of the documentation."""
    cells = [[shown(cell) for cell in row] for row in study.rows]
    table = markdown_table(study.columns, cells, is_numeric=True)
    notes = "".join(f"\n{note}\n" for note in study.notes)
    return f"**{study.title}**\n\n`{study.command}`\n\n{table}\n{notes}"


def text(study: Study) -> str:
    """The title, the table at its full width and the notes, for a terminal."""
    cells = [[shown(cell) for cell in row] for row in study.rows]
    widths = [
        max(len(part) for part in (*name.split(), *(row[at] for row in cells)))
        for at, name in enumerate(study.columns)
    ]
    names = [textwrap.wrap(name, width) for name, width in zip(study.columns, widths, strict=True)]
    deepest = max(len(name) for name in names)
    head = [[""] * (deepest - len(name)) + name for name in names]
    lines = [*zip(*head, strict=True), ["-" * width for width in widths], *cells]
    table = [
        "  ".join(part.rjust(width) for part, width in zip(line, widths, strict=True))
        for line in lines
    ]
    notes = [textwrap.fill(note, 100) for note in study.notes]
    return "\n".join([study.title, "", *table, "", *notes])


def write_into(page: Path, study: Study) -> None:
    """Replace the part of a page that bears the study's name."""
    write_parts(page, {study.name: f"\n{markdown(study)}"})


def shown(cell: Cell) -> str:
    """A cell as a reader wants it: four digits, thousands apart, yes or no.

    >>> shown(0.123456), shown(28075718), shown(15061.861), shown(None), shown(True)
    ('0.1235', '28,075,718', '15,062', '', 'yes')
    """
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return f"{cell:,}"
    if isinstance(cell, float):
        large = math.isfinite(cell) and abs(cell) >= 1000
        return f"{cell:,.0f}" if large else f"{cell:.4g}"
    return cell
