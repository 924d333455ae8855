"""The options of ``embed-kcpd corpus run``.

In:  nothing.
Out: dataclasses for ``with_option_groups``.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated

import typer

from embed_kcpd.cli.choices import HeadingsName, UnitName
from embed_kcpd.cli.chunk import EmbeddingName, WithEmbeddings
from embed_kcpd.cli.option_groups import options_in
from embed_kcpd.cli.options import (
    EncoderByLanguage,
    HeadingsMeaning,
    NoConfidence,
    SmallestPiece,
)

_document_option = options_in("Documents")
_size_option = options_in("Size of a segment, chapter or chunk")
_chunk_option = options_in("Chunks")
_output_option = options_in("Output")

Place = Annotated[
    str,
    typer.Argument(
        metavar="IN",
        help="Folder, pattern such as 'crawl/**/*.jsonl.gz', or file; also s3://, gs:// and "
        "https:// addresses.",
    ),
]
Out = Annotated[
    str,
    typer.Argument(
        metavar="OUT", help="Folder for the results: a new one, or one of an earlier run."
    ),
]


class TaskName(str, Enum):
    segment = "segment"
    chunk = "chunk"
    chapters = "chapters"


class EngineName(str, Enum):
    local = "local"
    daft = "daft"
    spark = "spark"
    ray = "ray"


class OutputName(str, Enum):
    parquet = "parquet"
    jsonl = "jsonl"


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What is looked for, and who does the work."""

    task: Annotated[
        TaskName,
        typer.Option(
            help="What to make of each document: segments, chunks for retrieval, or chapters."
        ),
    ] = TaskName.segment
    engine: Annotated[
        EngineName,
        typer.Option(
            help="What runs the shards: worker processes of this machine, or those of Daft, Spark "
            "or Ray, here or on a cluster."
        ),
    ] = EngineName.local
    workers: Annotated[
        int | None,
        typer.Option(
            help="Number of worker processes; a Spark cluster uses all of its cores.",
            show_default="one for each core of this machine",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class DocumentOptions:
    """Where the documents are in a shard."""

    text_column: Annotated[str, _document_option(help="Column or key that holds the text.")] = (
        "text"
    )
    id_column: Annotated[
        str,
        _document_option(
            help="Column or key that holds the id; a document without one is called by its shard "
            "and row."
        ),
    ] = "id"
    keep: Annotated[
        list[str],
        _document_option(
            help="Column or key to pass through to the results; may be given several times.",
            show_default="none",
        ),
    ] = field(default_factory=list)
    format: Annotated[
        str | None,
        _document_option(
            help="Name of the format of every text; embed-kcpd formats lists the names.",
            show_default="plain text in columns, recognised by content in files and transcripts",
        ),
    ] = None
    max_bytes: Annotated[
        int,
        _document_option(
            help="Largest document in bytes; a larger one becomes a row with an error."
        ),
    ] = 10_000_000


@dataclass(frozen=True, slots=True)
class CorpusTextOptions:
    """How a document becomes vectors."""

    unit: SmallestPiece = UnitName.sentences
    language: Annotated[
        str | None,
        typer.Option(
            help="Language of all documents as a code such as en or de.",
            show_default="detected for each",
        ),
    ] = None
    encoder: EncoderByLanguage = None
    headings: HeadingsMeaning = HeadingsName.favour
    spoken: Annotated[
        bool | None,
        typer.Option(
            "--spoken/--written",
            help="Whether the texts are speech written down, such as talks or interviews.",
            show_default="detected in English",
        ),
    ] = None
    cache: Annotated[
        bool,
        typer.Option(
            "--cache",
            help="Read and store vectors in the vector cache: 1,690 bytes for each sentence.",
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class PieceOptions:
    """How large segments, chapters and chunks may be."""

    min_tokens: Annotated[int | None, _size_option(help="Smallest number of tokens.")] = None
    max_tokens: Annotated[
        int | None, _size_option(help="Largest number of tokens.", show_default="400 for chunks")
    ] = None
    min_seconds: Annotated[
        float | None, _size_option(help="Shortest duration in seconds of a recording.")
    ] = None
    max_seconds: Annotated[
        float | None, _size_option(help="Longest duration in seconds of a recording.")
    ] = None
    overlap: Annotated[
        int | None,
        _chunk_option(
            help="Largest number of tokens, in whole units, repeated from the chunk before.",
            show_default="0",
        ),
    ] = None
    tokens: Annotated[
        str | None,
        _chunk_option(
            help="What counts tokens: a tiktoken name such as cl100k_base, or the path of a "
            "tokenizer.json.",
            show_default="the encoder",
        ),
    ] = None
    embedding: Annotated[
        EmbeddingName | None,
        _chunk_option(
            help="What the vector of a chunk is made of: the mean of its units, its text encoded "
            "as a whole, or both.",
            show_default="pooled",
        ),
    ] = None
    context: Annotated[
        float | None,
        _chunk_option(
            help="Weight of each neighbour in the vector of a chunk, from 0 to 1.",
            show_default="0.15",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class CorpusOutputOptions:
    """What the results hold."""

    to: Annotated[OutputName, _output_option(help="Format of the results.")] = OutputName.parquet
    texts: Annotated[
        bool, _output_option("--texts", help="Add the text of each segment or chunk.")
    ] = False
    embeddings: WithEmbeddings = False
    no_confidence: NoConfidence = False
