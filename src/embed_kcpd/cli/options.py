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

_GRANULARITY = "How fine to cut"
_SIZES = "Size of a segment"
_OUTPUT = "Output"
_COLUMNS = "Streams of posts"


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
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.", rich_help_panel=_OUTPUT)]
NoConfidence = Annotated[
    bool,
    typer.Option(
        "--no-confidence",
        help="Do not compute how probable each boundary is.",
        rich_help_panel=_OUTPUT,
    ),
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
        typer.Option(
            help="Column of a table, or key of JSON objects, that holds the text of a post.",
            show_default="guessed",
            rich_help_panel=_COLUMNS,
        ),
    ] = None
    time_column: Annotated[
        str | None,
        typer.Option(
            help="Column or key that holds the date of a post.",
            show_default="guessed",
            rich_help_panel=_COLUMNS,
        ),
    ] = None
    date_order: Annotated[
        DateOrderName | None,
        typer.Option(
            help="How a date such as 12/9/2026 is read.",
            show_default="decided by all dates of the file",
            rich_help_panel=_COLUMNS,
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
        typer.Option(
            help="Steps coarser than the default; each leaves two thirds of the segments.",
            rich_help_panel=_GRANULARITY,
        ),
    ] = None
    finer: Annotated[
        float | None,
        typer.Option(
            help="Steps finer than the default; each gives one and a half times as many segments.",
            rich_help_panel=_GRANULARITY,
        ),
    ] = None
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Leave also a short text uncut unless neighbouring units are more alike than in a "
            "random order.",
            rich_help_panel=_GRANULARITY,
        ),
    ] = False
    segments: Annotated[
        int | None, typer.Option(help="Exact number of segments.", rich_help_panel=_GRANULARITY)
    ] = None
    target_size: Annotated[
        float | None,
        typer.Option(help="Average segment size in units.", rich_help_panel=_GRANULARITY),
    ] = None
    target_chars: Annotated[
        float | None,
        typer.Option(help="Average segment size in characters.", rich_help_panel=_GRANULARITY),
    ] = None
    target_tokens: Annotated[
        float | None,
        typer.Option(help="Average segment size in tokens.", rich_help_panel=_GRANULARITY),
    ] = None
    target_seconds: Annotated[
        float | None,
        typer.Option(
            help="Average segment duration, in seconds of a recording.",
            rich_help_panel=_GRANULARITY,
        ),
    ] = None
    penalty: Annotated[
        float | None,
        typer.Option(
            help="Price of every boundary; the evidence at its place is added to it.",
            rich_help_panel=_GRANULARITY,
        ),
    ] = None
    scale: Annotated[
        float | None,
        typer.Option(
            help="Factor C of the paper's penalty C * sqrt(n log n); selects its objective too.",
            rich_help_panel=_GRANULARITY,
        ),
    ] = None
    elbow: Annotated[
        bool,
        typer.Option(
            "--elbow",
            help="Choose the factor C as the paper does, at the elbow of the number of boundaries "
            "against C; selects its objective too.",
            rich_help_panel=_GRANULARITY,
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

    min_size: Annotated[
        int, typer.Option(help="Smallest number of units in a segment.", rich_help_panel=_SIZES)
    ] = 1
    max_size: Annotated[
        int | None,
        typer.Option(help="Largest number of units in a segment.", rich_help_panel=_SIZES),
    ] = None
    min_chars: Annotated[
        int | None,
        typer.Option(help="Smallest number of characters in a segment.", rich_help_panel=_SIZES),
    ] = None
    max_chars: Annotated[
        int | None,
        typer.Option(help="Largest number of characters in a segment.", rich_help_panel=_SIZES),
    ] = None
    min_tokens: Annotated[
        int | None,
        typer.Option(
            help="Smallest number of tokens in a segment, as the encoder counts them.",
            rich_help_panel=_SIZES,
        ),
    ] = None
    max_tokens: Annotated[
        int | None,
        typer.Option(
            help="Largest number of tokens in a segment, as the encoder counts them.",
            rich_help_panel=_SIZES,
        ),
    ] = None
    min_seconds: Annotated[
        float | None,
        typer.Option(
            help="Shortest duration of a segment, in seconds of a recording.",
            rich_help_panel=_SIZES,
        ),
    ] = None
    max_seconds: Annotated[
        float | None,
        typer.Option(
            help="Longest duration of a segment, in seconds of a recording.", rich_help_panel=_SIZES
        ),
    ] = None
    boundary_at: Annotated[
        list[int],
        typer.Option(
            help="Unit (counted from 0) that must start a segment; may be given several times.",
            show_default="none",
            rich_help_panel=_SIZES,
        ),
    ] = field(default_factory=list)
    no_boundary_at: Annotated[
        list[int],
        typer.Option(
            help="Unit (counted from 0) that must not start a segment; may be given several times.",
            show_default="none",
            rich_help_panel=_SIZES,
        ),
    ] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class AnnotationOptions:
    """What is said about the segments."""

    levels: Annotated[
        int,
        typer.Option(
            help="Number of nested levels: parts above the segments and sections below them.",
            rich_help_panel=_GRANULARITY,
        ),
    ] = 1
    no_confidence: NoConfidence = False
    title_model: Annotated[
        str | None,
        typer.Option(
            help="Chat model that writes the titles; plain titles are kept where it fails.",
            show_default="no model",
            rich_help_panel=_OUTPUT,
        ),
    ] = None
    title_endpoint: Annotated[
        str | None,
        typer.Option(
            help="OpenAI-compatible server of the chat model, such as http://localhost:8080/v1 "
            "(the key is read from OPENAI_API_KEY).",
            show_default="OPENAI_BASE_URL or OpenAI",
            rich_help_panel=_OUTPUT,
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """Where the result goes."""

    as_json: AsJson = False
    html: Annotated[
        Path | None,
        typer.Option(help="Write an HTML report to this file.", rich_help_panel=_OUTPUT),
    ] = None
    explain: Annotated[
        bool,
        typer.Option(
            "--explain",
            help="Print why the text is cut this fine, to standard error.",
            rich_help_panel=_OUTPUT,
        ),
    ] = False
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="Write the result to this file instead of standard output.",
            rich_help_panel=_OUTPUT,
        ),
    ] = None
