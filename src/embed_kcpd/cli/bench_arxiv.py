"""``embed-kcpd bench arxiv``: build a set from arXiv abstracts as the paper does."""

from pathlib import Path
from typing import Annotated

import typer

from embed_kcpd.cli.bench_options import Seed


def arxiv(
    out: Annotated[Path, typer.Argument(help="JSONL file that receives the documents.")],
    *,
    abstracts: Annotated[
        Path | None,
        typer.Option(help="JSONL file of abstracts.", show_default="fetched from arXiv"),
    ] = None,
    seed: Seed = 0,
    documents: Annotated[int, typer.Option(min=1, help="Number of documents.")] = 20,
    fewest: Annotated[int, typer.Option(min=1, help="Fewest abstracts in a document.")] = 5,
    most: Annotated[int, typer.Option(min=1, help="Most abstracts in a document.")] = 20,
    since: Annotated[
        str, typer.Option(help="First day of submission of the papers that are fetched.")
    ] = "2025-09-01",
    papers: Annotated[int, typer.Option(min=1, help="Number of papers to fetch.")] = 1000,
) -> None:
    """Make a data set from abstracts: a boundary stands where the next abstract begins."""
    from embed_kcpd.evaluation.arxiv import build_documents, fetch_abstracts, read_abstracts
    from embed_kcpd.evaluation.releases import documents_as_jsonl
    from embed_kcpd.files import write_atomically
    from embed_kcpd.text.sentences import Sentences

    splitter = Sentences("en")

    def split(text: str) -> list[str]:
        return [text[unit.start : unit.end] for unit in splitter.split(text)]

    if abstracts is None:
        known = fetch_abstracts(split, since, papers)
    else:
        known = read_abstracts(abstracts, split)
    made = build_documents(known, seed, documents, fewest, most)
    write_atomically(out, documents_as_jsonl(made))
    typer.echo(
        f"{len(made)} documents of {sum(document.n_units for document in made)} sentences: {out}"
    )
