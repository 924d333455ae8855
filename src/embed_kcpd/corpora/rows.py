"""One document to the values of one row.

In:  the content of a document, and settings.
Out: an ``InUnits``, whose ``row`` makes a dictionary with the columns that the task adds; for
     chapters this dictionary itself.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import accumulate, pairwise

from embed_kcpd.chapters import chapters
from embed_kcpd.chunks import ChunkSettings
from embed_kcpd.chunks import splitting as chunk_splitting
from embed_kcpd.chunks.assembly import assembled
from embed_kcpd.chunks.chunking import encoded
from embed_kcpd.corpora.documents import RECOGNISED, Documents, document_of, text_of
from embed_kcpd.corpora.schema import OFFSETS
from embed_kcpd.corpora.together import InUnits, Row
from embed_kcpd.encoders import Encoder
from embed_kcpd.pipeline import ready_to_cut, segment_prepared
from embed_kcpd.preparation import SplitText, split_encoder, split_text
from embed_kcpd.readers.segmenting import document_settings
from embed_kcpd.settings import Settings
from embed_kcpd.text.long_units import byte_length
from embed_kcpd.text.units import unit_texts
from embed_kcpd.text.utf8 import storable


def segmented(
    content: object, name: str, documents: Documents, *, settings: Settings, texts: bool
) -> InUnits:
    """One document whose row will be its segments."""
    if documents.format is None:
        split = split_text(text_of(content, documents.max_bytes), settings)
    else:
        document = document_of(content, name, documents)
        split = split_text(document.text, document_settings(document, settings))
    units = unit_texts(split.text, split.units)
    return InUnits(units, split_encoder(split), partial(_segment_row, split, texts=texts))


def chunked(
    content: object,
    name: str,
    documents: Documents,
    *,
    settings: ChunkSettings,
    texts: bool,
    embeddings: bool,
) -> InUnits:
    """One document whose row will be its chunks."""
    if documents.format is None:
        split = chunk_splitting.split_text(text_of(content, documents.max_bytes), settings)
    else:
        split = chunk_splitting.split_document(document_of(content, name, documents), settings)
    row = partial(_chunk_row, split, texts=texts, embeddings=embeddings)
    return InUnits(split.texts, split.encoder, row)


def _segment_row(split: SplitText, encoder: Encoder, *, texts: bool) -> Row:
    settings = replace(split.settings, encoder=encoder)
    result = segment_prepared(ready_to_cut(replace(split, settings=settings)))
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


def _chunk_row(
    split: chunk_splitting.Split, encoder: Encoder, *, texts: bool, embeddings: bool
) -> Row:
    own = replace(split, encoder=encoder)
    result = assembled(own, encoded([own])[0])
    values = [each.as_values() for each in result]
    for value, each in zip(values, result, strict=True):
        value["headings"] = [storable(heading) for heading in each.headings]
        if texts:
            value["text"] = storable(each.text)
        if embeddings:
            value["embedding"] = each.embedding
    n_units = max((each.end_unit for each in result), default=0)
    return {"language": split.language.code, "n_units": n_units, "chunks": values}


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
