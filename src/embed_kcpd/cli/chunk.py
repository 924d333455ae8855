"""``embed-kcpd chunk``: files in, chunks for retrieval out."""

import glob
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from embed_kcpd.cli.option_groups import options_in, with_option_groups
from embed_kcpd.cli.options import ColumnOptions, DocumentOptions
from embed_kcpd.cli.printable import printable
from embed_kcpd.errors import InputError, NotTextError, OptionsError

if TYPE_CHECKING:
    from embed_kcpd.chunks import ChunkedText, ChunkSettings
    from embed_kcpd.readers.document import Document

_size_option = options_in("Size of a chunk")
_vector_option = options_in("Vectors")
_output_option = options_in("Output")

FIRST_WORDS = 60
"""Characters of a chunk that a line shows."""

NAMES_SHOWN = 5
"""Names of files without text that a line shows."""

Files = Annotated[
    list[str],
    typer.Argument(
        help="Files, folders or patterns such as 'docs/**/*.md'; - for standard input. Hidden "
        "files in a folder, and pictures and other files without text, are left out."
    ),
]
WithEmbeddings = Annotated[
    bool, _output_option("--embeddings", help="Add the vector of each chunk.")
]


class EmbeddingName(str, Enum):
    pooled = "pooled"
    text = "text"
    both = "both"


@dataclass(frozen=True, slots=True)
class ChunkOptions:
    """How large chunks are, and what their vectors are made of."""

    max_tokens: Annotated[int, _size_option(help="Largest number of tokens of a chunk.")] = 400
    min_tokens: Annotated[
        int,
        _size_option(help="Smallest number of tokens of a chunk, kept where the text allows it."),
    ] = 0
    target_tokens: Annotated[
        int | None, _size_option(help="Number of tokens that a chunk aims at.", show_default="145")
    ] = None
    overlap: Annotated[
        int,
        _size_option(
            help="Largest number of tokens, in whole units, repeated from the chunk before."
        ),
    ] = 0
    tokens: Annotated[
        str | None,
        _size_option(
            help="What counts tokens: a tiktoken name such as cl100k_base, or the path of a "
            "tokenizer.json.",
            show_default="the encoder",
        ),
    ] = None
    embedding: Annotated[
        EmbeddingName,
        _vector_option(
            help="What the vector of a chunk is made of: the mean of its units, its text encoded "
            "as a whole, or both."
        ),
    ] = EmbeddingName.pooled
    context: Annotated[
        float,
        _vector_option(help="Weight of each neighbour in the vector of a chunk, from 0 to 1."),
    ] = 0.15


@dataclass(frozen=True, slots=True)
class ChunkOutputOptions:
    """Where chunks go."""

    jsonl: Annotated[
        bool, _output_option("--jsonl", help="Print one JSON object on a line for each chunk.")
    ] = False
    embeddings: WithEmbeddings = False
    no_confidence: Annotated[
        bool,
        _output_option(
            "--no-confidence",
            help="Do not compute how probable a change of topic is where a chunk begins.",
        ),
    ] = False
    output: Annotated[
        Path | None,
        _output_option(
            "--output",
            "-o",
            help="Write JSON lines, or Parquet where the name ends in .parquet, to this file; "
            "a run that was stopped goes on where it was.",
        ),
    ] = None


@with_option_groups
def chunk(
    files: Files,
    *,
    text: DocumentOptions,
    columns: ColumnOptions,
    sizes: ChunkOptions,
    output: ChunkOutputOptions,
) -> None:
    """Cut files into chunks for retrieval, each below a number of tokens.

    A terminal and a pipe get a line for each chunk; --jsonl prints all that is known about it.
    """
    if output.embeddings and not output.jsonl and output.output is None:
        raise OptionsError("--embeddings have no place in lines; add --jsonl or --output FILE")
    if output.jsonl and output.output is not None and output.output.suffix == ".parquet":
        raise OptionsError(f"--jsonl and --output {output.output} exclude each other; give one")
    settings = chosen_chunk_settings(text, sizes, confidence=not output.no_confidence)
    unread: list[str] = []
    paths = list(expanded(files, unread))
    n_given = len(paths) + len(unread)
    from embed_kcpd.chunks import chunk_documents
    from embed_kcpd.cli.reading import read_file

    read = partial(read_file, format_name=text.format, columns=columns)

    def chunked(waiting: list[str]) -> "Iterator[ChunkedText]":
        return chunk_documents(_documents(waiting, files, read, unread), settings)

    if output.output is not None:
        recipe = {**settings.as_values(), "format": text.format, **asdict(columns)}
        _write_file(paths, chunked, recipe, output.output, embeddings=output.embeddings)
    else:
        for chunks in chunked(paths):
            written = chunks.to_jsonl(output.embeddings) if output.jsonl else as_lines(chunks)
            sys.stdout.write(written)
    if unread:
        raise InputError(
            f"{len(unread):,} of {n_given:,} files cannot be read; "
            "the chunks of the others are complete"
        )


def chosen_chunk_settings(
    text: DocumentOptions, sizes: ChunkOptions, confidence: bool
) -> "ChunkSettings":
    """The settings that the options ask for."""
    from embed_kcpd.chunks import ChunkSettings, Embedding
    from embed_kcpd.cli.choices import chosen_encoder, chosen_splitter
    from embed_kcpd.evidence.places import Headings

    return ChunkSettings(
        max_tokens=sizes.max_tokens,
        min_tokens=sizes.min_tokens,
        target_tokens=sizes.target_tokens,
        overlap=sizes.overlap,
        tokens=sizes.tokens,
        embedding=Embedding(sizes.embedding.value),
        context=sizes.context,
        encoder=chosen_encoder(text.encoder, text.threads, cache=not text.no_cache),
        language=text.language,
        unit=chosen_splitter(text.unit),
        headings=Headings(text.headings.value),
        confidence=confidence,
    )


def expanded(names: list[str], unread: list[str]) -> Iterator[str]:
    """Files behind names: those in folders and of patterns, sorted, each once.

    Folders that cannot be read join ``unread``.
    """
    seen: set[str] = set()
    for name in names:
        for path in _matching(name, unread):
            if path not in seen:
                seen.add(path)
                yield path


def _matching(name: str, unread: list[str]) -> list[str]:
    is_folder, n_unread = Path(name).is_dir(), len(unread)
    # A pipe such as <(command) exists and is no ordinary file.
    if not name or name == "-" or (Path(name).exists() and not is_folder):
        return [name]
    if is_folder:
        paths = [str(path) for path in sorted(_inside(name, unread)) if path.is_file()]
    else:
        # Path.glob takes no absolute pattern.
        matches = glob.glob(name, recursive=True)  # noqa: PTH207
        paths = sorted(path for path in matches if Path(path).is_file())
    if not paths and len(unread) == n_unread:
        raise InputError(f"there is no file at {name}")
    return paths


def _inside(name: str, unread: list[str]) -> Iterator[Path]:
    """What lies in a folder at any depth, without what is hidden."""
    from embed_kcpd.cli.streams import say_error

    def refused(error: OSError) -> None:
        unread.append(str(error.filename))
        say_error(f"left out: cannot read {error.filename}: {error.strerror}")

    for where, folders, files in os.walk(name, onerror=refused):
        folders[:] = [folder for folder in folders if not folder.startswith(".")]
        yield from (Path(where, file) for file in files if not file.startswith("."))


def as_lines(chunks: "ChunkedText") -> str:
    """One line for each chunk: source, characters (half-open), tokens, id, first words."""
    rows = (
        (
            printable(chunks.source or ""),
            each.start_char,
            each.end_char,
            each.n_tokens,
            each.id,
            printable(_first_words(each.text)),
        )
        for each in chunks
    )
    return "".join("\t".join(map(str, row)) + "\n" for row in rows)


def _first_words(text: str) -> str:
    return " ".join(text.split())[:FIRST_WORDS]


def _documents(
    paths: list[str], named: list[str], read: "Callable[[str], Document]", unread: list[str]
) -> "Iterator[Document]":
    """What the files hold.

    A file that nobody ``named`` is left out where it has no text, and joins ``unread`` where it
    is broken; whoever named it has to know at once.
    """
    from embed_kcpd.cli.streams import say_error

    left_out = []
    for path in paths:
        try:
            yield read(path)
        except NotTextError:
            if path in named:
                raise
            left_out.append(path)
        except InputError as error:
            if path in named:
                raise
            unread.append(path)
            say_error(f"left out: {error}")
    if left_out:
        others = len(left_out) - NAMES_SHOWN
        more = f" and {others:,} more" if others > 0 else ""
        say_error(f"without text, left out: {', '.join(left_out[:NAMES_SHOWN])}{more}")


def _write_file(
    paths: list[str],
    chunked: "Callable[[list[str]], Iterator[ChunkedText]]",
    recipe: Mapping[str, object],
    target: Path,
    *,
    embeddings: bool,
) -> None:
    from embed_kcpd.chunks.work_file import WorkFile
    from embed_kcpd.cli.choices import check_targets
    from embed_kcpd.files import claimed
    from embed_kcpd.progress import progress

    check_targets(*paths, output=target)
    with claimed(target):
        work = WorkFile(target, recipe, embeddings)
        # The folder that is read may be the one that is written to.
        part = work.part.resolve()
        paths = [path for path in paths if Path(path).resolve() != part]
        wanted = set(paths)
        work.forget(
            {each for each in work.done if each not in wanted or _changed(each) > work.stopped}
        )
        waiting = [path for path in paths if path not in work.done]
        with progress("Documents", len(paths)) as advance:
            advance(len(paths) - len(waiting))
            for chunks in chunked(waiting):
                work.add(chunks)
                advance(1)
        work.finish()


def _changed(path: str) -> float:
    """When a file was last changed, or put where it is."""
    state = Path(path).stat()
    return max(state.st_mtime, state.st_ctime)
