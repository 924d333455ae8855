"""``embed-kcpd bench elbow`` and ``bench figures``: how C is chosen, and how much it matters."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from embed_kcpd.cli.bench_options import Data, EncoderName, Page, Seed, Sets, named, write_json
from embed_kcpd.errors import OptionsError

if TYPE_CHECKING:
    from embed_kcpd.encoders import Encoder
    from embed_kcpd.evaluation.elbows import ScaleCurve
    from embed_kcpd.evaluation.sensitivity import Sensitivity

ELBOW_SETS = ("choi-3-11", "wiki300", "wiki50", "elements", "arxiv")
SENSITIVITY_SETS = ("arxiv", "elements")
"""The sets of the paper's figures."""

Count = Annotated[int, typer.Option("--documents", min=1, help="Documents sampled from each set.")]


def elbow(
    *,
    data: Data = None,
    sets: Sets = None,
    encoders: Annotated[
        str, typer.Option("--encoder", help="Names of encoders, separated by commas.")
    ] = "minilm-fp32",
    seed: Seed = 0,
    documents: Count = 6,
    grid: Annotated[
        int | None,
        typer.Option(
            min=3,
            help="Number of values of C that are tried.",
            show_default="every C (the exact path), and grids",
        ),
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="JSON file to write the elbows to.")
    ] = None,
    page: Page = None,
) -> None:
    """Choose C as the paper does: the elbow of boundaries against C, averaged over documents."""
    from embed_kcpd.encoders import as_encoder
    from embed_kcpd.evaluation.elbows import definitions, elbow_table, elbows_as_values, set_elbows
    from embed_kcpd.evaluation.page_parts import check_page, write_parts

    check_page(page, "elbow")
    chosen = definitions(grid)
    models = {name: as_encoder(name) for name in filter(None, map(str.strip, encoders.split(",")))}
    if not models:
        raise OptionsError("--encoder names no encoder; name one, such as minilm-fp32")
    elbows = {
        (encoder, name, kernel): set_elbows(curves, chosen)
        for encoder, model in models.items()
        for name in named(sets, ELBOW_SETS, "data set")
        for kernel, curves in _curves(name, data, model, seed, documents).items()
    }
    table = elbow_table(elbows)
    typer.echo(table)
    write_json(json_file, elbows_as_values(elbows))
    if page is not None:
        asked = {"--sets": sets, "--encoder": encoders, "--grid": grid}
        asked |= {"--seed": seed or None, "--documents": None if documents == 6 else documents}
        said = "".join(f" {name} {value}" for name, value in asked.items() if value is not None)
        write_parts(page, {"elbow": f"`embed-kcpd bench elbow{said}`\n\n{table}"})


def figures(
    folder: Annotated[Path, typer.Argument(help="Folder to write the PNG files and a page to.")],
    *,
    data: Data = None,
    sets: Sets = None,
    encoder: EncoderName = "minilm-fp32",
    seed: Seed = 0,
    documents: Count = 6,
) -> None:
    """Draw segments against C with the elbow, and errors against C around the paper's choice."""
    from embed_kcpd.encoders import as_encoder
    from embed_kcpd.evaluation.figures import elbow_figure, sensitivity_figure
    from embed_kcpd.files import write_atomically
    from embed_kcpd.outputs.figures import check_figure, figure_part, save_figure
    from embed_kcpd.outputs.figures import page as html_page

    names = named(sets, ELBOW_SETS, "data set")
    folder.mkdir(parents=True, exist_ok=True)
    check_figure(folder / "elbow.png")
    vectors_from = as_encoder(encoder)
    drawn = {}
    for name in names:
        curves = _curves(name, data, vectors_from, seed, documents)
        heading = f"Segments against C for {documents} documents of {name}; dots mark the elbows"
        drawn[f"elbow-{name}"] = heading, elbow_figure(name, curves)
    both = [name for name in SENSITIVITY_SETS if name in names]
    if both:
        heading = "Mean Pk and WindowDiff against C around the paper's choice"
        curves_by_set = _sensitivities(both, data, vectors_from)
        drawn["sensitivity"] = heading, sensitivity_figure(curves_by_set)
    for name, (_, figure) in drawn.items():
        save_figure(figure, folder / f"{name}.png")
    parts = [figure_part(figure, heading) for heading, figure in drawn.values()]
    written = html_page("How C is chosen, and how much it matters", parts)
    write_atomically(folder / "index.html", written)
    typer.echo(f"{len(drawn)} figures and index.html are in {folder}")


def _curves(
    set_name: str, data: Path | None, encoder: "Encoder", seed: int, count: int
) -> "dict[str, list[ScaleCurve]]":
    """The exact curves of the sampled documents, by kernel."""
    from embed_kcpd.evaluation.bench import embed
    from embed_kcpd.evaluation.elbows import sampled, scale_curve
    from embed_kcpd.evaluation.paper import load_as_paper
    from embed_kcpd.problem.kernels import Cosine, Rbf
    from embed_kcpd.progress import progress

    documents = load_as_paper(set_name, data)
    chosen = [documents[place] for place in sampled(documents, seed, count)]
    vectors = embed(chosen, encoder)
    curves: dict[str, list[ScaleCurve]] = {}
    with progress(f"Paths of {set_name}", 2 * count) as advance:
        for kernel in (Cosine(), Rbf()):
            for document, rows in zip(chosen, vectors, strict=True):
                curves.setdefault(kernel.name, []).append(scale_curve(document, rows, kernel))
                advance(1)
    return curves


def _sensitivities(
    sets: Sequence[str], data: Path | None, encoder: "Encoder"
) -> "list[Sensitivity]":
    from embed_kcpd.evaluation.bench import embed
    from embed_kcpd.evaluation.paper import load_as_paper
    from embed_kcpd.evaluation.sensitivity import paper_range, sensitivity
    from embed_kcpd.problem.kernels import Cosine, Rbf

    curves = []
    for name in sets:
        documents = load_as_paper(name, data)
        vectors = embed(documents, encoder)
        for kernel in (Cosine(), Rbf()):
            scales = paper_range(kernel)
            curves.append(sensitivity(name, documents, vectors, kernel, scales))
    return curves
