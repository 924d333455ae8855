"""The options of commands that segment a text, in groups, each declared once.

In:  nothing.
Out: dataclasses for ``with_option_groups``; a command lists the groups it offers.
"""

from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated

import typer

from embed_kcpd.cli.choices import (
    DateOrderName,
    HeadingsName,
    KernelName,
    ObjectiveName,
    UnitName,
)
from embed_kcpd.cli.option_groups import options_in

_granularity_option = options_in("How fine to cut")
_size_option = options_in("Size of a segment")
_output_option = options_in("Output")
_column_option = options_in("Streams of posts")


File = Annotated[
    str,
    typer.Argument(help="Text, transcript, stream or document; - for standard input."),
]


_ENCODER = (
    "Model that turns units into vectors: minilm, mpnet, multilingual, wordllama, openai:MODEL, "
    "or the folder or hub name of a BERT-family model (torch:NAME for others)."
)
EncoderOption = Annotated[str, typer.Option(help=_ENCODER)]
Threads = Annotated[
    int | None,
    typer.Option(
        help="Number of threads of the encoder.",
        show_default="OMP_NUM_THREADS, else one for each core up to 4",
    ),
]
NoCache = Annotated[
    bool, typer.Option("--no-cache", help="Do not read or store vectors in the vector cache.")
]
AsJson = Annotated[bool, _output_option("--json", help="Print JSON.")]
NoConfidence = Annotated[
    bool, _output_option("--no-confidence", help="Do not compute how probable each boundary is.")
]


FormatName = Annotated[
    str | None,
    typer.Option(
        help="Name of the file's format; embed-kcpd formats lists the names.",
        show_default="recognised by content",
    ),
]
SmallestPiece = Annotated[
    UnitName,
    typer.Option(
        help="Smallest piece that is never split: sentence, paragraph, line or turn. Sentences of "
        "a transcript with times are joined into longer passages."
    ),
]
LanguageCode = Annotated[
    str | None,
    typer.Option(help="Language of the text as a code such as en or de.", show_default="detected"),
]
EncoderByLanguage = Annotated[
    str | None,
    typer.Option(help=_ENCODER, show_default="minilm for English, else by language"),
]
HeadingsMeaning = Annotated[
    HeadingsName,
    typer.Option(
        help="What a heading means: a boundary before it is forced, favoured, or the heading "
        "is ignored."
    ),
]
Spoken = Annotated[
    bool | None,
    typer.Option(
        "--spoken/--written",
        help="Whether the text is speech written down, such as a talk or an interview.",
        show_default="detected in English",
    ),
]


@dataclass(frozen=True, slots=True)
class DocumentOptions:
    """How a file becomes vectors."""

    format: FormatName = None
    unit: SmallestPiece = UnitName.sentences
    language: LanguageCode = None
    encoder: EncoderByLanguage = None
    threads: Threads = None
    no_cache: NoCache = False
    headings: HeadingsMeaning = HeadingsName.favour


@dataclass(frozen=True, slots=True)
class TextOptions(DocumentOptions):
    """How a file that is cut into segments becomes vectors, and how it is judged."""

    spoken: Spoken = None


@dataclass(frozen=True, slots=True)
class PostOptions:
    """How posts become vectors: each is a unit, and none has headings."""

    format: FormatName = None
    language: LanguageCode = None
    encoder: EncoderByLanguage = None
    threads: Threads = None
    no_cache: NoCache = False
    spoken: Spoken = None

    @property
    def as_text(self) -> TextOptions:
        return TextOptions(**{each.name: getattr(self, each.name) for each in fields(self)})


@dataclass(frozen=True, slots=True)
class RecordingOptions(PostOptions):
    """How a transcript becomes vectors: it has no headings either."""

    unit: SmallestPiece = UnitName.sentences


@dataclass(frozen=True, slots=True)
class ColumnOptions:
    """What a table of posts does not say of itself."""

    text_column: Annotated[
        str | None,
        _column_option(
            help="Column of a table, or key of JSON objects, that holds the text of a post.",
            show_default="guessed",
        ),
    ] = None
    time_column: Annotated[
        str | None,
        _column_option(help="Column or key that holds the date of a post.", show_default="guessed"),
    ] = None
    date_order: Annotated[
        DateOrderName | None,
        _column_option(
            help="How a date such as 12/9/2026 is read.",
            show_default="decided by all dates of the file",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class ObjectiveOptions:
    """What a segmentation is judged by."""

    objective: Annotated[
        ObjectiveName | None,
        typer.Option(
            help="Cost that is minimised: contrast, or the paper's kernel cost.",
            show_default="contrast",
        ),
    ] = None
    kernel: Annotated[
        KernelName | None,
        typer.Option(
            help="Kernel of the paper's objective; giving one selects that objective.",
            show_default="cosine",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class GranularityOptions:
    """How fine to cut; the default measures the scale of topics on the text itself."""

    coarser: Annotated[
        float | None,
        _granularity_option(
            help="Steps coarser than the default; each leaves two thirds of the segments."
        ),
    ] = None
    finer: Annotated[
        float | None,
        _granularity_option(
            help="Steps finer than the default; each gives one and a half times as many segments."
        ),
    ] = None
    strict: Annotated[
        bool,
        _granularity_option(
            "--strict",
            help="Leave also a short text uncut unless neighbouring units are more alike than in a "
            "random order.",
        ),
    ] = False
    segments: Annotated[int | None, _granularity_option(help="Exact number of segments.")] = None
    target_size: Annotated[
        float | None, _granularity_option(help="Average segment size in units.")
    ] = None
    target_chars: Annotated[
        float | None, _granularity_option(help="Average segment size in characters.")
    ] = None
    target_tokens: Annotated[
        float | None, _granularity_option(help="Average segment size in tokens.")
    ] = None
    target_seconds: Annotated[
        float | None,
        _granularity_option(help="Average segment duration, in seconds of a recording."),
    ] = None
    penalty: Annotated[
        float | None,
        _granularity_option(
            help="Price of every boundary; the evidence at its place is added to it."
        ),
    ] = None
    scale: Annotated[
        float | None,
        _granularity_option(
            help="Factor C of the paper's penalty C * sqrt(n log n); selects its objective too."
        ),
    ] = None
    elbow: Annotated[
        bool,
        _granularity_option(
            "--elbow",
            help="Choose the factor C as the paper does, at the elbow of the number of boundaries "
            "against C; selects its objective too.",
        ),
    ] = False

    @property
    def given(self) -> tuple[str, ...]:
        """Names of the options that were given."""
        values = ((option.name, getattr(self, option.name)) for option in fields(self))
        return tuple(name for name, value in values if value is not None and value is not False)


@dataclass(frozen=True, slots=True)
class LimitOptions:
    """What one segment may hold, and where boundaries must or must not be."""

    min_size: Annotated[int, _size_option(help="Smallest number of units in a segment.")] = 1
    max_size: Annotated[int | None, _size_option(help="Largest number of units in a segment.")] = (
        None
    )
    min_chars: Annotated[
        int | None, _size_option(help="Smallest number of characters in a segment.")
    ] = None
    max_chars: Annotated[
        int | None, _size_option(help="Largest number of characters in a segment.")
    ] = None
    min_tokens: Annotated[
        int | None,
        _size_option(help="Smallest number of tokens in a segment, as the encoder counts them."),
    ] = None
    max_tokens: Annotated[
        int | None,
        _size_option(help="Largest number of tokens in a segment, as the encoder counts them."),
    ] = None
    min_seconds: Annotated[
        float | None,
        _size_option(help="Shortest duration of a segment, in seconds of a recording."),
    ] = None
    max_seconds: Annotated[
        float | None, _size_option(help="Longest duration of a segment, in seconds of a recording.")
    ] = None
    boundary_at: Annotated[
        list[int],
        _size_option(
            help="Unit (counted from 0) that must start a segment; may be given several times.",
            show_default="none",
        ),
    ] = field(default_factory=list)
    no_boundary_at: Annotated[
        list[int],
        _size_option(
            help="Unit (counted from 0) that must not start a segment; may be given several times.",
            show_default="none",
        ),
    ] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class AnnotationOptions:
    """What is said about the segments."""

    levels: Annotated[
        int,
        _granularity_option(
            help="Number of nested levels: parts above the segments and sections below them."
        ),
    ] = 1
    no_confidence: NoConfidence = False
    title_model: Annotated[
        str | None,
        _output_option(
            help="Chat model that writes the titles; plain titles are kept where it fails.",
            show_default="no model",
        ),
    ] = None
    title_endpoint: Annotated[
        str | None,
        _output_option(
            help="OpenAI-compatible server of the chat model, such as http://localhost:8080/v1 "
            "(the key is read from OPENAI_API_KEY).",
            show_default="OPENAI_BASE_URL or OpenAI",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """Where the result goes."""

    as_json: AsJson = False
    html: Annotated[Path | None, _output_option(help="Write an HTML report to this file.")] = None
    explain: Annotated[
        bool,
        _output_option("--explain", help="Print why the text is cut this fine, to standard error."),
    ] = False
    output: Annotated[
        Path | None,
        _output_option(
            "--output", "-o", help="Write the result to this file instead of standard output."
        ),
    ] = None
