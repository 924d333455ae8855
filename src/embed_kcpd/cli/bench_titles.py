"""``embed-kcpd bench titles``: how well titles match the headings that people wrote."""

from typing import TYPE_CHECKING, Annotated

import typer

from embed_kcpd.cli.bench_options import Data, EncoderName, Page, Sets, named

if TYPE_CHECKING:
    from embed_kcpd.encoders import Encoder
    from embed_kcpd.evaluation.titles_bench import Headed, Judged

    JudgedBySet = dict[str, dict[str, list[Judged]]]

COMMAND = "embed-kcpd bench titles --data DIR --write-docs docs/explanation/titles.md"


def titles(
    *,
    data: Data = None,
    sets: Sets = None,
    documents: Annotated[
        int | None,
        typer.Option(min=1, help="At most so many documents of a set.", show_default="all"),
    ] = None,
    encoder: EncoderName = "minilm",
    show: Annotated[
        int, typer.Option(min=0, help="Show so many headings with their titles, evenly spaced.")
    ] = 0,
    write_docs: Page = None,
) -> None:
    """Share of true segments whose title is nearer to its own heading than to any other."""
    from embed_kcpd.encoders import as_encoder
    from embed_kcpd.evaluation.page_parts import markdown_table, write_parts
    from embed_kcpd.evaluation.titles_bench import SETS, load_headed

    names = named(sets, SETS, "set with headings")
    model = as_encoder(encoder)
    loaded = {name: load_headed(name, data)[:documents] for name in names}
    judged = _judged(loaded, model)
    table = markdown_table(["titles", *names], _rows(judged))
    typer.echo(table)
    for line in _examples(judged, show):
        typer.echo(line)
    if write_docs is not None:
        write_parts(write_docs, {"titles": f"{table}\n\nMade by `{COMMAND}`."})


def _judged(loaded: "dict[str, tuple[Headed, ...]]", model: "Encoder") -> "JudgedBySet":
    """For each method and set, every title with its heading."""
    from embed_kcpd.evaluation.titles_bench import METHODS, judged_titles
    from embed_kcpd.progress import progress

    judged: JudgedBySet = {method: {} for method in METHODS}
    with progress("Titling", len(METHODS) * len(loaded)) as advance:
        for name, documents in loaded.items():
            for method, titler in METHODS.items():
                judged[method][name] = list(judged_titles(documents, titler, model))
                advance(1)
    return judged


def _rows(judged: "JudgedBySet") -> list[list[str]]:
    """A row of shares for each method, and the number of titles they are shares of."""
    from embed_kcpd.evaluation.titles_bench import share

    rows = [
        [method, *(f"{share(titles):.3f}" for titles in by_set.values())]
        for method, by_set in judged.items()
    ]
    counts = next(iter(judged.values())).values()
    return [*rows, ["segments judged", *(f"{len(titles):,}" for titles in counts)]]


def _examples(judged: "JudgedBySet", n: int) -> list[str]:
    """Headings with the titles of the default, evenly spaced, ``+`` where they are nearest."""
    from embed_kcpd.evaluation.titles_bench import DEFAULT

    titles = [title for by_set in judged[DEFAULT].values() for title in by_set]
    some = titles[:: max(1, len(titles) // n)][:n] if n else []
    return [f"{'+' if each.is_hit else '-'} {each.heading} | {each.title}" for each in some]
