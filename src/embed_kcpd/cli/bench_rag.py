"""``embed-kcpd bench rag``: how well chunks serve questions."""

import json
from pathlib import Path
from typing import Annotated

import typer

from embed_kcpd.cli.bench_options import EncoderName

Folder = Annotated[
    Path,
    typer.Option(
        "--data",
        help="Folder with NAME.txt beside NAME.questions.jsonl, or with the files of Chroma's "
        "chunking evaluation.",
    ),
]
Limits = Annotated[
    list[int] | None,
    typer.Option(
        "--max-tokens",
        min=1,
        help="Largest number of tokens of a chunk; may be given several times.",
        show_default="100, 200, 400",
    ),
]
JsonFile = Annotated[
    Path | None, typer.Option("--json", help="Also write all measures to this file as JSON.")
]


def rag(
    *,
    data: Folder,
    max_tokens: Limits = None,
    encoder: EncoderName = "minilm",
    json_file: JsonFile = None,
) -> None:
    """Recall of the characters that answer questions, for our chunks and two plain ones."""
    from embed_kcpd.encoders import as_encoder
    from embed_kcpd.evaluation.page_parts import markdown_table
    from embed_kcpd.evaluation.retrieval.bench import LIMITS, bench_rows
    from embed_kcpd.evaluation.retrieval.chunkers import own_chunkers
    from embed_kcpd.evaluation.retrieval.corpora import load_corpora
    from embed_kcpd.evaluation.retrieval.tables import HEADER, table_rows
    from embed_kcpd.files import write_atomically

    model = as_encoder(encoder)
    rows = list(bench_rows(load_corpora(data), own_chunkers(model), max_tokens or LIMITS, model))
    typer.echo(markdown_table(HEADER, table_rows(rows)))
    if json_file is not None:
        write_atomically(json_file, json.dumps(rows, indent=2) + "\n")
