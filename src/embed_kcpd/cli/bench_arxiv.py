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
        typer.Option(help="JSONL of abstracts.", show_default="fetched from arXiv"),
    ] = None,
    seed: Seed = 0,
    documents: Annotated[int, typer.Option(min=1, help="How many documents.")] = 20,
    fewest: Annotated[int, typer.Option(min=1, help="Fewest abstracts per document.")] = 5,
    most: Annotated[int, typer.Option(min=1, help="Most abstracts per document.")] = 20,
    since: Annotated[
        str, typer.Option(help="First day of submission, when fetching.")
    ] = "2025-09-01",
    papers: Annotated[int, typer.Option(min=1, help="How many papers to fetch.")] = 1000,
) -> None:
    """String abstracts together: boundaries are where the next abstract begins."""
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
    typer.echo(f"{len(made)} documents of {sum(one.n_units for one in made)} sentences: {out}")
