"""``embed-kcpd path``: a text in, every granularity it can be cut at out."""

import json
import math
import sys
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from embed_kcpd.cli.choices import chosen_settings
from embed_kcpd.cli.option_groups import with_option_groups
from embed_kcpd.cli.options import (
    AsJson,
    ColumnOptions,
    File,
    LimitOptions,
    ObjectiveOptions,
    TextOptions,
)

if TYPE_CHECKING:
    from embed_kcpd.result.path import PathStep, PenaltyPath

_HEADER = ("segments", "from penalty", "to penalty", "stability", "kept by the next", "default")

STEPS_SHOWN = 30
"""Steps that a terminal shows around the default; a pipe and JSON get all."""

Lowest = Annotated[float, typer.Option(help="Smallest penalty that is looked at.")]
Highest = Annotated[
    float, typer.Option(help="Largest penalty that is looked at.", show_default="none")
]

Fewest = Annotated[int, typer.Option(help="Smallest number of segments.")]
Most = Annotated[
    int | None, typer.Option(help="Largest number of segments.", show_default="no limit")
]


@with_option_groups
def path(
    file: File,
    *,
    text: TextOptions,
    columns: ColumnOptions,
    judged: ObjectiveOptions,
    limits: LimitOptions,
    lowest: Lowest = 0.0,
    highest: Highest = math.inf,
    fewest: Fewest = 1,
    most: Most = None,
    as_json: AsJson = False,
) -> None:
    """List every segmentation that is cheapest for some penalty, from coarse to fine.

    Stability is the logarithm of the factor by which the penalty may change while this
    segmentation stays the cheapest.  The step nearest to what the segment command would choose
    is marked as the default.
    """
    from dataclasses import replace

    from embed_kcpd.cli.reading import read_file
    from embed_kcpd.readers import segment_document, segment_document_path
    from embed_kcpd.result.path import PathRange

    settings = replace(chosen_settings(text, judged, limits), confidence=False)
    document = read_file(file, text.format, columns)
    usual = segment_document(document, settings)
    steps = segment_document_path(
        document,
        settings,
        vectors=usual.vectors,
        within=PathRange(lowest, highest, fewest, most),
    )
    default = nearest_step(steps, usual.boundaries)
    if as_json:
        values = as_values(steps, default)
        sys.stdout.write(json.dumps(values, indent=2, allow_nan=False) + "\n")
    else:
        print_steps(steps, default, sys.stdout)


def nearest_step(path: "PenaltyPath", boundaries: tuple[int, ...]) -> int:
    """Index of the step with these boundaries, or with the nearest number of them."""
    distances = [
        (step.segmentation.boundaries != boundaries, abs(step.n_segments - len(boundaries) - 1))
        for step in path.steps
    ]
    return distances.index(min(distances))


def as_values(path: "PenaltyPath", default: int) -> dict[str, object]:
    """The path in plain JSON values; an open end of an interval is null."""
    return {
        "n_units": path.n_units,
        "default_step": default,
        "steps": [
            {
                "n_segments": step.n_segments,
                "boundaries": list(step.segmentation.boundaries),
                "lowest": step.lowest,
                "highest": _finite(step.highest),
                "stability": _finite(step.stability),
                "objective": step.segmentation.objective,
                "kept_by_next": kept,
            }
            for step, kept in zip(path.steps, (*path.is_nested, None), strict=True)
        ],
    }


def print_steps(path: "PenaltyPath", default: int, stream: TextIO) -> None:
    """A table on a terminal, tab-separated lines elsewhere."""
    rows = [
        _row(step, kept, place == default)
        for place, (step, kept) in enumerate(zip(path.steps, (*path.is_nested, None), strict=True))
    ]
    if not stream.isatty():
        stream.writelines("\t".join(row) + "\n" for row in (_HEADER, *rows))
        return
    from rich.console import Console
    from rich.table import Table

    first = max(0, min(default - STEPS_SHOWN // 2, len(rows) - STEPS_SHOWN))
    table = Table(*_HEADER, box=None)
    for place, row in enumerate(rows[first : first + STEPS_SHOWN], first):
        table.add_row(*row, style="bold" if place == default else None)
    console = Console(file=stream)
    console.print(table)
    if len(rows) > STEPS_SHOWN:
        console.print(
            f"{STEPS_SHOWN} of {len(rows)} steps; --json or a pipe lists all", style="dim"
        )


def _row(step: "PathStep", kept: bool | None, is_default: bool) -> tuple[str, ...]:
    return (
        str(step.n_segments),
        f"{step.lowest:.4g}",
        f"{step.highest:.4g}",
        f"{step.stability:.2f}",
        {True: "yes", False: "no", None: ""}[kept],
        "default" if is_default else "",
    )


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
