"""``embed-kcpd bench granularity``: how well each rule guesses how fine to cut.

Three parts, each a table of ``docs/results/granularity.md``: errors on data sets with
known boundaries, shuffled texts, and long texts.
"""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from embed_kcpd.cli.bench_options import Data, EncoderName, Page, Sets, named, write_json

if TYPE_CHECKING:
    from embed_kcpd.evaluation.granularity_bench import Measured

PARTS = ("errors", "shuffled", "long")


def granularity(
    *,
    data: Data = None,
    sets: Sets = None,
    parts: Annotated[
        str | None,
        typer.Option(
            help="Tables to measure, separated by commas.", show_default="errors,shuffled,long"
        ),
    ] = None,
    encoder: EncoderName = "minilm-fp32",
    window_encoder: Annotated[
        str,
        typer.Option(
            help="Encoder of the windows of the percentile rule; none leaves that rule out."
        ),
    ] = "minilm",
    draws: Annotated[int, typer.Option(min=1, help="Random orders of each shuffled document.")] = 3,
    as_json: Annotated[
        Path | None, typer.Option("--json", help="JSON file to which the rows are added.")
    ] = None,
    page: Page = None,
) -> None:
    """Measure the default granularity beside other rules, on shuffled and on long texts."""
    from embed_kcpd.encoders import as_encoder
    from embed_kcpd.evaluation.granularity_bench import measure_all
    from embed_kcpd.evaluation.granularity_table import SETS

    measured = measure_all(
        as_encoder(encoder),
        data,
        named(sets, SETS, "data set"),
        named(parts, PARTS, "part"),
        draws=draws,
        window_encoder=None if window_encoder == "none" else as_encoder(window_encoder),
    )
    _hand_out(measured, as_json, page)


def _hand_out(measured: "Measured", as_json: Path | None, page: Path | None) -> None:
    from embed_kcpd.evaluation.granularity_bench import merged, read_measured
    from embed_kcpd.evaluation.granularity_page import tables
    from embed_kcpd.evaluation.page_parts import write_parts
    from embed_kcpd.files import updating

    if as_json is not None:
        # Another run may have added rows meanwhile.
        with updating(as_json):
            measured = merged(read_measured(as_json), measured)
            write_json(as_json, asdict(measured))
    parts = tables(measured)
    typer.echo("\n\n".join(parts.values()))
    if page is not None:
        write_parts(page, parts)
