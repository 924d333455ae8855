"""One document to the values of one row.

In:  the content of a document, and settings.
Out: a dictionary with the columns that the task adds.
"""

from collections.abc import Mapping
from itertools import accumulate, pairwise

from embed_kcpd.chapters import chapters
from embed_kcpd.chunks import ChunkSettings, chunk, chunk_document
from embed_kcpd.corpora.documents import RECOGNISED, Documents, document_of, text_of
from embed_kcpd.corpora.schema import OFFSETS
from embed_kcpd.pipeline import segment
from embed_kcpd.readers.segmenting import segment_document
from embed_kcpd.settings import Settings
from embed_kcpd.text.long_units import byte_length
from embed_kcpd.text.utf8 import storable

Row = dict[str, object]


def segment_row(
    content: object, name: str, documents: Documents, *, settings: Settings, texts: bool
) -> Row:
    """The segments of one document."""
    if documents.format is None:
        result = segment(text_of(content, documents.max_bytes), settings)
    else:
        result = segment_document(document_of(content, name, documents), settings)
    segments = result.segments
    edges = accumulate((byte_length(each.text) for each in segments), initial=0)
    spans = zip(segments, pairwise(edges), strict=True)
    row: Row = {
        "language": _language(result.provenance),
        "n_units": result.n_units,
        "boundaries": list(result.boundaries),
        "offsets": [
            dict(zip(OFFSETS, (each.start_char, each.end_char, *span), strict=True))
            for each, span in spans
        ],
        "titles": [storable(title) for title in result.titles],
        "probabilities": list(result.probabilities) if settings.confidence else None,
    }
    return {**row, "texts": [storable(each.text) for each in segments]} if texts else row


def chunk_row(
    content: object,
    name: str,
    documents: Documents,
    *,
    settings: ChunkSettings,
    texts: bool,
    embeddings: bool,
) -> Row:
    """The chunks of one document."""
    if documents.format is None:
        result = chunk(text_of(content, documents.max_bytes), settings=settings)
    else:
        result = chunk_document(document_of(content, name, documents), settings)
    values = [each.as_values() for each in result]
    for value, each in zip(values, result, strict=True):
        value["headings"] = [storable(heading) for heading in each.headings]
        if texts:
            value["text"] = storable(each.text)
        if embeddings:
            value["embedding"] = each.embedding
    n_units = max((each.end_unit for each in result), default=0)
    return {"language": _language(result.provenance), "n_units": n_units, "chunks": values}


def chapter_row(content: object, name: str, documents: Documents, *, settings: Settings) -> Row:
    """The chapters of one recording."""
    text_format = documents.format or RECOGNISED
    own = Documents(format=text_format, max_bytes=documents.max_bytes)
    made = chapters(document_of(content, name, own), settings)
    return {
        "language": _language(made.result.provenance),
        "n_units": made.result.n_units,
        "chapters": [
            {
                "start_seconds": each.start,
                "end_seconds": each.end,
                "title": storable(each.title),
                "keywords": [storable(word) for word in each.keywords],
                "probability": each.confidence,
                "start_unit": each.start_unit,
            }
            for each in made.chapters
        ],
    }


def _language(provenance: Mapping[str, object]) -> str | None:
    language = provenance.get("language")
    return str(language["code"]) if isinstance(language, Mapping) else None
