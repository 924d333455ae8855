"""``embed-kcpd bench confidence``: whether stated probabilities match hit rates."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from embed_kcpd.cli.bench_options import Data, EncoderName

if TYPE_CHECKING:
    from embed_kcpd.evaluation.calibration import ClaimsByWarmth

COMMAND = "embed-kcpd bench confidence --data DIR --json FILE --figure FILE"


def confidence(
    *,
    data: Data = None,
    documents: Annotated[
        int, typer.Option(min=1, help="Most documents taken from a set, evenly spaced.")
    ] = 40,
    encoder: EncoderName = "minilm-fp32",
    as_json: Annotated[
        Path | None, typer.Option("--json", help="JSON file to write the table to.")
    ] = None,
    figure: Annotated[
        Path | None,
        typer.Option(help="File to write the reliability diagram to (.svg, .png or .pdf)."),
    ] = None,
) -> None:
    """Compare stated probabilities with hit rates, leaving out one family of sets at a time."""
    from embed_kcpd.evaluation.calibration_page import (
        COLUMNS,
        calibration_result,
        calibration_rows,
        reliability_figure,
    )
    from embed_kcpd.files import write_atomically
    from embed_kcpd.outputs.figures import save_figure

    claims_by_set = _measured(data, documents, encoder)
    rows = calibration_rows(claims_by_set)
    for row in (COLUMNS, *rows):
        cells = (f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in row)
        typer.echo(" | ".join(cells))
    if as_json is not None:
        result = calibration_result(rows, COMMAND)
        write_atomically(as_json, json.dumps(result, indent=1) + "\n")
    if figure is not None:
        save_figure(reliability_figure(claims_by_set), figure)


def _measured(data: Path | None, most: int, encoder: str) -> "dict[str, ClaimsByWarmth]":
    from embed_kcpd.encoders import cached
    from embed_kcpd.encoders.names import encoder_by_name
    from embed_kcpd.evaluation.bench import embed
    from embed_kcpd.evaluation.calibration import claims
    from embed_kcpd.evaluation.datasets import load
    from embed_kcpd.evaluation.granularity_table import MOST_DOCUMENTS, SETS
    from embed_kcpd.progress import progress

    model = cached(encoder_by_name(encoder))
    claims_by_set = {}
    with progress("Calibrating", len(SETS)) as advance:
        for name in SETS:
            whole = load(name, data)[: MOST_DOCUMENTS.get(name)]
            some = whole[:: -(-len(whole) // most)]
            claims_by_set[name] = claims(some, embed(some, model))
            advance(1)
    return claims_by_set
