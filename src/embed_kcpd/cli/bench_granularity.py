"""``embed-kcpd bench granularity``: how well each rule guesses how fine to cut.

Three parts, each a table of ``docs/results/granularity.md``: errors on data sets with
known boundaries, shuffled texts, and long texts.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from embed_kcpd.errors import OptionsError

if TYPE_CHECKING:
    from embed_kcpd.evaluation.granularity_bench import Measured

PARTS = ("errors", "shuffled", "long")


def granularity(
    *,
    data: Annotated[
        Path | None,
        typer.Option(help="Folder of the data sets.", show_default="$EMBED_KCPD_DATA"),
    ] = None,
    sets: Annotated[
        str | None,
        typer.Option(help="Names of sets, parted by commas.", show_default="all thirteen"),
    ] = None,
    parts: Annotated[str, typer.Option(help="Which tables to measure.")] = ",".join(PARTS),
    encoder: Annotated[str, typer.Option(help="Name of the encoder.")] = "minilm-fp32",
    window_encoder: Annotated[
        str,
        typer.Option(help="Encoder of the percentile rule's windows of three; none leaves it out."),
    ] = "minilm",
    draws: Annotated[int, typer.Option(help="Random orders of each shuffled document.")] = 3,
    as_json: Annotated[
        Path | None, typer.Option("--json", help="Add the rows to this file.")
    ] = None,
    write_docs: Annotated[
        Path | None,
        typer.Option(help="Replace the tables of docs/results/granularity.md."),
    ] = None,
) -> None:
    """Measure the default granularity beside other rules, on shuffled and on long texts."""
    from embed_kcpd.encoders import cached
    from embed_kcpd.encoders.names import encoder_by_name
    from embed_kcpd.evaluation.granularity_bench import measure_all
    from embed_kcpd.evaluation.granularity_table import SETS

    measured = measure_all(
        cached(encoder_by_name(encoder)),
        data,
        _named(sets or ",".join(SETS), SETS, "data set"),
        _named(parts, PARTS, "part"),
        draws=draws,
        window_encoder=None
        if window_encoder == "none"
        else cached(encoder_by_name(window_encoder)),
    )
    _hand_out(measured, as_json, write_docs)


def _hand_out(measured: "Measured", as_json: Path | None, write_docs: Path | None) -> None:
    from embed_kcpd.evaluation.granularity_bench import merged, read_measured
    from embed_kcpd.evaluation.granularity_page import tables
    from embed_kcpd.evaluation.page_parts import write_parts
    from embed_kcpd.files import write_atomically

    if as_json is not None:
        measured = merged(read_measured(as_json), measured)
    found = tables(measured)
    typer.echo("\n\n".join(found.values()))
    if as_json is not None:
        write_atomically(as_json, json.dumps(asdict(measured), indent=1) + "\n")
    if write_docs is not None:
        write_parts(write_docs, found)


def _named(given: str, known: Collection[str], what: str) -> Sequence[str]:
    names = [name.strip() for name in given.split(",") if name.strip()]
    for name in names:
        if name not in known:
            raise OptionsError(f"no {what} is called {name!r}; choose from {', '.join(known)}")
    return names
