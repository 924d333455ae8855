"""A document cut by a worker: units first, then vectors, then segments.

In:  a document, settings, the job that asks.
Out: what the library gives; more units than the server allows are refused before anything is
     encoded.
"""

from dataclasses import dataclass, replace

from embed_kcpd.pipeline import segment_prepared
from embed_kcpd.preparation import Prepared, SplitText, prepared_units, split_text
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.segmenting import document_settings
from embed_kcpd.result.segmented_text import SegmentedText
from embed_kcpd.server.documents import cut_settings
from embed_kcpd.server.failures import Failure, RefusedError
from embed_kcpd.server.job import Job
from embed_kcpd.server.requests import CutSettings
from embed_kcpd.server.service import Service


@dataclass(frozen=True, slots=True)
class Cut:
    """A document that was cut, and what it was cut from."""

    prepared: Prepared
    result: SegmentedText


def split(document: Document, request: CutSettings, service: Service) -> SplitText:
    """The units of the document, and the encoder for its language."""
    settings = document_settings(document, cut_settings(request))
    units = split_text(document.text, settings)
    check_units(len(units.units), service)
    encoder = (
        service.encoders.for_language(units.language)
        if request.encoder is None
        else service.encoders.named(request.encoder)
    )
    return replace(units, settings=replace(settings, encoder=encoder))


def cut(units: SplitText, service: Service, job: Job) -> Cut:
    """The segments of a document in units."""
    service.metrics.count_units(len(units.units))
    prepared = prepared_units(units, None)
    job.check()
    return Cut(prepared, segment_prepared(prepared))


def check_units(n_units: int, service: Service) -> None:
    """Refuse what has more units than the server allows."""
    most = service.settings.max_units
    if n_units > most:
        message = f"the text has {n_units:,} units, more than the {most:,} allowed; send a part"
        raise RefusedError(Failure(422, "too_many_units", message))
