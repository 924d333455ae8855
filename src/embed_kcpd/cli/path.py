"""``embed-kcpd path``: a text in, every granularity it can be cut at out."""

import json
import math
import sys
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from embed_kcpd.cli import options as o
from embed_kcpd.cli.choices import UnitName, chosen_encoder, chosen_objective, chosen_splitter

if TYPE_CHECKING:
    from embed_kcpd.result.path import PenaltyPath

_HEADER = ("segments", "from penalty", "to penalty", "stability", "kept by the next")

Lowest = Annotated[float, typer.Option(help="Smallest penalty of a boundary.")]
Highest = Annotated[float, typer.Option(help="Largest penalty.", show_default="none")]


def path(
    file: o.File,
    *,
    unit: o.UnitOption = UnitName.sentences,
    language: o.Language = None,
    encoder: o.EncoderOption = "minilm",
    threads: o.Threads = None,
    no_cache: o.NoCache = False,
    objective: o.ObjectiveOption = None,
    kernel: o.KernelOption = None,
    lowest: Lowest = 0.0,
    highest: Highest = math.inf,
    min_size: o.MinSize = 1,
    max_size: o.MaxSize = None,
    min_chars: o.MinChars = None,
    max_chars: o.MaxChars = None,
    min_tokens: o.MinTokens = None,
    max_tokens: o.MaxTokens = None,
    as_json: o.AsJson = False,
) -> None:
    """List every segmentation that is cheapest for some penalty, from coarse to fine.

    Stability is the logarithm of the factor by which the penalty may change.
    """
    from embed_kcpd import pipeline
    from embed_kcpd.cli.reading import read_text
    from embed_kcpd.problem.text_limits import TextLimits

    found = pipeline.segment_path(
        read_text(file),
        unit=chosen_splitter(unit, language),
        encoder=chosen_encoder(encoder, threads, cache=not no_cache),
        objective=chosen_objective(objective, kernel),
        limits=TextLimits(min_size, max_size, min_chars, max_chars, min_tokens, max_tokens),
        lowest=lowest,
        highest=highest,
    )
    if as_json:
        sys.stdout.write(json.dumps(as_values(found), indent=2, allow_nan=False) + "\n")
    else:
        print_levels(found, sys.stdout)


def as_values(path: "PenaltyPath") -> dict[str, object]:
    """The path in plain JSON values; an open end of an interval is null."""
    return {
        "n_units": path.n_units,
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


def print_levels(path: "PenaltyPath", stream: TextIO) -> None:
    """A table on a terminal, tab-separated lines elsewhere."""
    rows = [
        (
            str(step.n_segments),
            f"{step.lowest:.4g}",
            f"{step.highest:.4g}",
            f"{step.stability:.2f}",
            {True: "yes", False: "no", None: ""}[kept],
        )
        for step, kept in zip(path.steps, (*path.is_nested, None), strict=True)
    ]
    if not stream.isatty():
        stream.writelines("\t".join(row) + "\n" for row in (_HEADER, *rows))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(*_HEADER, box=None)
    for row in rows:
        table.add_row(*row)
    Console(file=stream).print(table)


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
