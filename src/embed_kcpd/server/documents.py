"""From a request to what the library is called with.

In:  a request model.
Out: a document, ``Settings`` or ``ChunkSettings``.
"""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from embed_kcpd.chunks import ChunkSettings
from embed_kcpd.cli.choices import HeadingsName, KernelName, ObjectiveName, UnitName
from embed_kcpd.cli.choices import chosen_settings as settings_of_options
from embed_kcpd.cli.chunk import ChunkOptions, EmbeddingName, chosen_chunk_settings
from embed_kcpd.cli.granularity import chosen_granularity
from embed_kcpd.cli.options import GranularityOptions, LimitOptions, ObjectiveOptions, TextOptions
from embed_kcpd.errors import InputError
from embed_kcpd.readers import Document, DocumentKind, Piece, ReadOptions, read_source
from embed_kcpd.readers.date_order import DateOrder
from embed_kcpd.readers.plain import NAME as PLAIN
from embed_kcpd.readers.source import Source
from embed_kcpd.server.requests import ChunkRequest, CutSettings, File, ReadSettings
from embed_kcpd.settings import Settings

Options = TypeVar("Options")


def document_of(text: str | None, file: File | None) -> Document:
    """The document that was sent, as a plain text or as a file."""
    if file is None:
        return plain_document(text or "")
    order = None if file.date_order is None else DateOrder(file.date_order)
    options = ReadOptions(file.text_column, file.time_column, order)
    return read_source(Source(file.name, _content(file), options), file.format)


def plain_document(text: str) -> Document:
    """A plain text as a document; any string is one."""
    return Document("text", PLAIN, DocumentKind.text, (Piece(text),) if text else ())


def cut_settings(request: CutSettings) -> Settings:
    """The settings of the library; the encoder is the server's to choose."""
    judged = ObjectiveOptions(
        None if request.objective is None else ObjectiveName(request.objective),
        None if request.kernel is None else KernelName(request.kernel),
    )
    return replace(
        settings_of_options(_text_options(request), judged, _options(LimitOptions, request)),
        granularity=chosen_granularity(_options(GranularityOptions, request), judged),
        confidence=request.confidence,
        levels=request.levels,
        spoken=request.spoken,
    )


def chunk_settings(request: ChunkRequest) -> ChunkSettings:
    """The settings of chunks; the encoder is the server's to choose."""
    sizes = _options(ChunkOptions, request, {"embedding": EmbeddingName(request.embedding)})
    return chosen_chunk_settings(_text_options(request), sizes, request.confidence)


def _text_options(request: ReadSettings) -> TextOptions:
    return TextOptions(
        unit=UnitName(request.unit),
        language=request.language,
        headings=HeadingsName(request.headings),
    )


def _options(
    kind: type[Options], request: ReadSettings, told: Mapping[str, Any] | None = None
) -> Options:
    """Options of the command line from the keys of the same names."""
    names = [option.name for option in fields(kind)]  # type: ignore[arg-type]
    values = {name: getattr(request, name) for name in names if hasattr(request, name)}
    return kind(**{**values, **(told or {})})


def _content(file: File) -> bytes:
    if file.base64 is None:
        return (file.text or "").encode("utf-8", "surrogatepass")
    try:
        return base64.b64decode(file.base64, validate=True)
    except (binascii.Error, ValueError) as error:
        raise InputError(f"the content of {file.name} is not base64: {error}") from None
