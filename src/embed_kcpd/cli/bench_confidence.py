"""``embed-kcpd bench confidence``: whether stated probabilities match hit rates."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from embed_kcpd.cli.bench_options import Data, EncoderName, write_json

if TYPE_CHECKING:
    from embed_kcpd.evaluation.calibration import CutText

COMMAND = "embed-kcpd bench confidence --data DIR --json FILE --figure FILE"


def confidence(
    *,
    data: Data = None,
    documents: Annotated[
        int, typer.Option(min=1, help="Most documents taken from a set, evenly spaced.")
    ] = 400,
    encoder: EncoderName = "minilm",
    as_json: Annotated[
        Path | None, typer.Option("--json", help="JSON file to write the table to.")
    ] = None,
    figure: Annotated[
        Path | None,
        typer.Option(help="File to write the reliability diagram to (.svg, .png or .pdf)."),
    ] = None,
) -> None:
    """Compare stated probabilities with hit rates, leaving out one family of sets at a time."""
    from embed_kcpd.evaluation.calibration_page import calibration_result, reliability_figure
    from embed_kcpd.outputs.figures import check_figure, save_figure

    if figure is not None:
        check_figure(figure)
    sets = _cut_sets(data, documents, encoder)
    result = calibration_result(sets, COMMAND)
    _show(result)
    write_json(as_json, result)
    if figure is not None:
        save_figure(reliability_figure(sets), figure)


def _show(result: "dict[str, Any]") -> None:
    for row in (result["columns"], *result["rows"]):
        cells = (f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in row)
        typer.echo(" | ".join(cells))
    typer.echo("\n".join(result["notes"]))


def _cut_sets(data: Path | None, most: int, encoder: str) -> "dict[str, list[CutText]]":
    from embed_kcpd.encoders import as_encoder
    from embed_kcpd.evaluation.bench import embed
    from embed_kcpd.evaluation.calibration import cut_text
    from embed_kcpd.evaluation.granularity_bench import documents_of
    from embed_kcpd.evaluation.granularity_table import SETS
    from embed_kcpd.progress import progress

    model = as_encoder(encoder)
    sets = {}
    with progress("Calibrating", len(SETS)) as advance:
        for name in SETS:
            whole = documents_of(name, data)
            some = whole[:: -(-len(whole) // most)]
            pairs = zip(some, embed(some, model), strict=True)
            sets[name] = [cut_text(document, rows) for document, rows in pairs]
            advance(1)
    return sets
