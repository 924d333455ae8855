"""``embed-kcpd bench languages``: errors and sentence boundaries in fourteen languages."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from embed_kcpd.cli.bench_options import Data, Page, named, write_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from embed_kcpd.evaluation.document import Document
    from embed_kcpd.evaluation.languages import LanguageRow
    from embed_kcpd.evaluation.languages_sentences import SentenceRow

PARTS = ("languages", "sentences")


def languages(
    *,
    data: Data = None,
    only: Annotated[
        str | None,
        typer.Option(
            "--languages", help="Language codes, separated by commas.", show_default="all"
        ),
    ] = None,
    encoders: Annotated[
        str, typer.Option(help="Names of encoders, separated by commas.")
    ] = "minilm,multilingual",
    parts: Annotated[str, typer.Option(help="Tables to measure.")] = ",".join(PARTS),
    as_json: Annotated[
        Path | None, typer.Option("--json", help="JSON file for the measured rows.")
    ] = None,
    write_docs: Page = None,
) -> None:
    """Measure the same documents in fourteen languages, and how well sentences are found."""
    from embed_kcpd.evaluation.languages import CODES, parallel_documents

    codes = named(only, tuple(CODES.values()), "language")
    chosen = named(parts, PARTS, "part")
    documents = {code: parallel_documents(data)[code] for code in codes}
    rows, sentences = _measured(documents, encoders.split(","), chosen)
    _hand_out(rows, sentences, as_json, write_docs)


def _measured(
    documents: "Mapping[str, Sequence[Document]]", encoders: list[str], parts: list[str]
) -> tuple[list["LanguageRow"], list["SentenceRow"]]:
    from embed_kcpd.encoders import as_encoder
    from embed_kcpd.evaluation.languages import language_row
    from embed_kcpd.evaluation.languages_sentences import sentence_row
    from embed_kcpd.progress import progress

    rows: list[LanguageRow] = []
    for name in encoders if "languages" in parts else ():
        encoder = as_encoder(name.strip())
        with progress(name, len(documents)) as advance:
            for code, texts in documents.items():
                rows.append(language_row(code, texts, name.strip(), encoder))
                advance(1)
    split = documents.items() if "sentences" in parts else ()
    return rows, [sentence_row(code, texts) for code, texts in split]


def _hand_out(
    rows: list["LanguageRow"],
    sentences: list["SentenceRow"],
    as_json: Path | None,
    write_docs: Path | None,
) -> None:
    from dataclasses import asdict

    from embed_kcpd.evaluation.languages_page import tables
    from embed_kcpd.evaluation.page_parts import write_parts

    parts = tables(rows, sentences)
    typer.echo("\n\n".join(parts.values()))
    content = {
        "languages": [asdict(row) for row in rows],
        "sentences": [asdict(row) for row in sentences],
    }
    write_json(as_json, content)
    if write_docs is not None:
        write_parts(write_docs, parts)
