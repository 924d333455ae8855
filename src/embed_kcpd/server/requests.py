"""What a client may send.

In:  JSON, already parsed.
Out: request models; FastAPI answers 422 for anything else and describes them in OpenAPI.

Keys are named like the options of the command line.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, WithJsonSchema, model_validator

_SIZE = 10**9
"""Largest whole number that means anything here."""


def _string(value: object) -> str:
    # Pydantic refuses half a surrogate pair, which JSON can write and the library can cut.
    if not isinstance(value, str):
        raise ValueError("must be a string")
    return value


Text = Annotated[str, PlainValidator(_string), WithJsonSchema({"type": "string"})]
Count = Annotated[int, Field(ge=1, le=_SIZE)]
Size = Annotated[float, Field(gt=0, le=float(_SIZE), allow_inf_nan=False)]
Steps = Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)]
Price = Annotated[float, Field(ge=0, le=float(_SIZE), allow_inf_nan=False)]
UnitPlaces = Annotated[list[Annotated[int, Field(ge=0, le=_SIZE)]], Field(max_length=100_000)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class File(_Model):
    """A file as one of the readers takes it: its text, or its bytes in base64."""

    name: Annotated[Text, Field(description="Its name, for messages and for formats told by it.")]
    text: Annotated[Text | None, Field(description="What it holds, where it is a text.")] = None
    base64: Annotated[str | None, Field(description="Its bytes in base64.")] = None
    format: Annotated[
        str | None, Field(description="Format; recognised by content where it is left out.")
    ] = None
    text_column: Annotated[
        str | None, Field(description="Column of a table, or key of objects, with the texts.")
    ] = None
    time_column: Annotated[str | None, Field(description="Column or key with the dates.")] = None
    date_order: Annotated[
        Literal["day-month", "month-day"] | None,
        Field(description="How a date such as 12/9/2026 is read."),
    ] = None

    @model_validator(mode="after")
    def _one_content(self) -> "File":
        if (self.text is None) == (self.base64 is None):
            raise ValueError("give either text or base64")
        return self


class ReadSettings(_Model):
    """How a text becomes vectors."""

    unit: Annotated[
        Literal["sentences", "paragraphs", "lines", "turns"],
        Field(description="Smallest piece that is never split."),
    ] = "sentences"
    language: Annotated[
        str | None, Field(description="Code such as en or de; detected where left out.")
    ] = None
    encoder: Annotated[
        str | None,
        Field(description="One of the server's encoders; chosen by language where left out."),
    ] = None
    headings: Annotated[
        Literal["force", "favour", "ignore"],
        Field(description="What a heading means for the boundary before it."),
    ] = "favour"
    confidence: Annotated[
        bool, Field(description="Whether the probability of each boundary is computed.")
    ] = True


class CutSettings(ReadSettings):
    """How a text is cut; the defaults measure the scale of topics on the text itself."""

    spoken: Annotated[
        bool | None, Field(description="Whether the text is speech; detected where left out.")
    ] = None
    objective: Literal["contrast", "paper"] | None = None
    kernel: Literal["cosine", "rbf"] | None = None
    coarser: Annotated[Steps | None, Field(description="Steps coarser than the default.")] = None
    finer: Annotated[Steps | None, Field(description="Steps finer than the default.")] = None
    strict: Annotated[
        bool, Field(description="Leave a short text uncut unless its order shows a change.")
    ] = False
    segments: Annotated[Count | None, Field(description="Exact number of segments.")] = None
    target_size: Annotated[Size | None, Field(description="Average size in units.")] = None
    target_chars: Annotated[Size | None, Field(description="Average size in characters.")] = None
    target_tokens: Annotated[Size | None, Field(description="Average size in tokens.")] = None
    target_seconds: Annotated[Size | None, Field(description="Average duration.")] = None
    penalty: Annotated[Price | None, Field(description="Price of every boundary.")] = None
    scale: Annotated[Price | None, Field(description="Factor of the paper's penalty.")] = None
    elbow: Annotated[bool, Field(description="The paper's elbow rule.")] = False
    min_size: Annotated[Count, Field(description="Smallest number of units.")] = 1
    max_size: Annotated[Count | None, Field(description="Largest number of units.")] = None
    min_chars: Count | None = None
    max_chars: Count | None = None
    min_tokens: Count | None = None
    max_tokens: Count | None = None
    min_seconds: Size | None = None
    max_seconds: Size | None = None
    boundary_at: Annotated[
        UnitPlaces, Field(description="Units that must start a segment, counted from 0.")
    ] = []
    no_boundary_at: Annotated[
        UnitPlaces, Field(description="Units that must not start a segment.")
    ] = []
    levels: Annotated[int, Field(ge=1, le=10, description="Number of nested levels.")] = 1


class _OneSource(_Model):
    text: Annotated[Text | None, Field(description="A plain text.")] = None
    file: Annotated[File | None, Field(description="A file instead of a text.")] = None

    @model_validator(mode="after")
    def _one_source(self) -> "_OneSource":
        if (self.text is None) == (self.file is None):
            raise ValueError("give either text or file")
        return self


class _OneOrMany(_Model):
    text: Annotated[Text | None, Field(description="A plain text.")] = None
    texts: Annotated[list[Text] | None, Field(description="Several texts, each cut by itself.")] = (
        None
    )
    file: Annotated[File | None, Field(description="A file instead of a text.")] = None

    @model_validator(mode="after")
    def _one_source(self) -> "_OneOrMany":
        if sum(source is not None for source in (self.text, self.texts, self.file)) != 1:
            raise ValueError("give one of text, texts and file")
        return self


class SegmentRequest(_OneOrMany, CutSettings):
    """What ``/v1/segment`` takes."""


class PathRequest(_OneSource, CutSettings):
    """What ``/v1/path`` takes."""


class TitlesRequest(_OneSource, CutSettings):
    """What ``/v1/titles`` takes: where the text is cut, besides the text."""

    boundaries: Annotated[
        UnitPlaces, Field(description="First unit of every segment but the first, increasing.")
    ]


class ChaptersRequest(_OneSource, CutSettings):
    """What ``/v1/chapters`` takes: a transcript with times."""

    existing: Annotated[
        Literal["cut", "compare", "ignore"],
        Field(description="What happens with chapters that come with the recording."),
    ] = "compare"
    begins: Annotated[
        float | None,
        Field(
            allow_inf_nan=False,
            description="Second of the transcript at which the recording begins; 0, or found "
            "where the times are those of a clock.",
        ),
    ] = None


class ChunkRequest(_OneOrMany, ReadSettings):
    """What ``/v1/chunk`` takes."""

    max_tokens: Annotated[Count, Field(description="Never exceeded.")] = 400
    min_tokens: Annotated[
        int, Field(ge=0, le=_SIZE, description="Kept where the text allows it.")
    ] = 0
    target_tokens: Annotated[Count | None, Field(description="What a chunk aims at.")] = None
    overlap: Annotated[
        int, Field(ge=0, le=_SIZE, description="Most tokens repeated from the chunk before.")
    ] = 0
    embedding: Literal["pooled", "text", "both"] = "pooled"
    context: Annotated[
        float, Field(ge=0, le=1, allow_inf_nan=False, description="Weight of each neighbour.")
    ] = 0.15
    embeddings: Annotated[bool, Field(description="Whether vectors are sent.")] = False


class EncodeRequest(_Model):
    """What ``/v1/encode`` takes."""

    texts: Annotated[list[Text], Field(description="Texts; one vector comes back for each.")]
    language: str | None = None
    encoder: str | None = None
