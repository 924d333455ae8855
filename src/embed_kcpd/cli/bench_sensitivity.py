"""``embed-kcpd bench sensitivity``: segments and errors against C, and what the elbow costs."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from embed_kcpd.cli.bench_options import Data, EncoderName, Page, Seed, Sets, named, write_json

if TYPE_CHECKING:
    from embed_kcpd.encoders import Encoder
    from embed_kcpd.evaluation.scale_choice import ScaleChoices

GROUPS = {"choi": "choi-", "others": ""}
"""Figures by the beginning of the names of their sets; a set is drawn in the first that fits."""


def sensitivity(
    *,
    data: Data = None,
    sets: Sets = None,
    encoder: EncoderName = "minilm-fp32",
    seed: Seed = 0,
    documents: Annotated[
        int,
        typer.Option("--documents", min=1, help="Documents sampled from each set for the elbow."),
    ] = 6,
    figures: Annotated[
        Path | None, typer.Option(help="Folder to write the figures to, as PNG files.")
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="JSON file to write the curves to.")
    ] = None,
    page: Page = None,
) -> None:
    """Measure segments, Pk and WindowDiff against C, and compare the elbow's C with the best C."""
    from embed_kcpd.encoders import as_encoder
    from embed_kcpd.evaluation.page_parts import check_page, write_parts
    from embed_kcpd.evaluation.paper import PAPER_SETS
    from embed_kcpd.evaluation.scale_choice import choice_summary, choice_table, choices_as_values

    names = named(sets, PAPER_SETS, "data set")
    check_page(page, "sensitivity")
    if figures is not None:
        from embed_kcpd.outputs.figures import check_figure

        figures.mkdir(parents=True, exist_ok=True)
        check_figure(figures / "sensitivity.png")
    vectors_from = as_encoder(encoder)
    choices = [
        each for name in names for each in _choices(name, data, vectors_from, seed, documents)
    ]
    table = f"{choice_table(choices)}\n\n{choice_summary(choices)}"
    typer.echo(table)
    write_json(json_file, choices_as_values(choices))
    if figures is not None:
        _draw(choices, figures)
    if page is not None:
        write_parts(page, {"sensitivity": table})


def _choices(
    set_name: str, data: Path | None, encoder: "Encoder", seed: int, count: int
) -> "list[ScaleChoices]":
    """One set with both kernels: the elbow from sampled documents, the errors from all."""
    from embed_kcpd.evaluation.bench import embed
    from embed_kcpd.evaluation.elbows import sampled, scale_curve
    from embed_kcpd.evaluation.paper import load_as_paper
    from embed_kcpd.evaluation.scale_choice import ScaleChoices, chosen_scales
    from embed_kcpd.evaluation.sensitivity import sensitivity, whole_range
    from embed_kcpd.problem.kernels import Cosine, Rbf
    from embed_kcpd.progress import progress

    documents = load_as_paper(set_name, data)
    places = sampled(documents, seed, count)
    vectors = embed(documents, encoder)
    made = []
    with progress(f"Errors against C on {set_name}", 2 * len(documents)) as advance:
        for kernel in (Cosine(), Rbf()):
            curves = [scale_curve(documents[place], vectors[place], kernel) for place in places]
            chosen = chosen_scales(curves, kernel)
            scales = whole_range(*chosen.values())
            curve = sensitivity(set_name, documents, vectors, kernel, scales, on_progress=advance)
            made.append(ScaleChoices(curve, chosen))
    return made


def _draw(choices: "Sequence[ScaleChoices]", folder: Path) -> None:
    """One figure for each group of sets that was measured."""
    from embed_kcpd.evaluation.scale_figure import scale_figure
    from embed_kcpd.outputs.figures import save_figure

    left = list(choices)
    for name, beginning in GROUPS.items():
        drawn = [each for each in left if each.curve.set.startswith(beginning)]
        left = [each for each in left if not each.curve.set.startswith(beginning)]
        if drawn:
            save_figure(scale_figure(drawn), folder / f"sensitivity-{name}.png")
