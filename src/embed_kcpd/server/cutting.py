"""A document cut by a worker: units first, then vectors, then segments.

In:  a document, settings, the job that asks.
Out: the bytes to answer with; more units than the server allows are refused before anything is
     encoded.

A text of many units leaves for the helper process with its vectors.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Concatenate, ParamSpec, TypeVar

from embed_kcpd.annotations.granularity_levels import granularity_levels
from embed_kcpd.outputs import as_html
from embed_kcpd.outputs.json_output import as_values
from embed_kcpd.outputs.slider import levels_values, utf16_values
from embed_kcpd.pipeline import prepared_titles, ready_to_cut, segment_prepared
from embed_kcpd.preparation import Prepared, SplitText, split_text
from embed_kcpd.readers.document import Document
from embed_kcpd.readers.segmenting import document_settings
from embed_kcpd.result.segmented_text import SegmentedText
from embed_kcpd.server.documents import cut_settings
from embed_kcpd.server.failures import Failure, RefusedError
from embed_kcpd.server.helper_process import MANY_UNITS
from embed_kcpd.server.job import Job
from embed_kcpd.server.json_bytes import as_json
from embed_kcpd.server.requests import CutSettings
from embed_kcpd.server.service import Service

Others = ParamSpec("Others")
Result = TypeVar("Result")


def split(document: Document, request: CutSettings, service: Service) -> SplitText:
    """The units of the document, and the encoder for its language."""
    settings = document_settings(document, cut_settings(request))
    units = split_text(document.text, settings)
    check_units(len(units.units), service)
    encoder = service.encoders.for_language(request.encoder, units.language)
    return replace(units, settings=replace(settings, encoder=encoder))


def with_vectors(
    units: SplitText,
    service: Service,
    job: Job,
    then: Callable[Concatenate[Prepared, Others], Result],
    *others: Others.args,
    **options: Others.kwargs,
) -> Result:
    """``then`` of the text with its vectors; in the helper process where it has many units.

    A listener hears of units that begin elsewhere than those of ``units``.
    """
    service.metrics.count_units(len(units.units))
    prepared = ready_to_cut(units)
    job.check()
    if prepared.units != units.units and job.is_heard:
        job.tell("units", utf16_values(prepared.text, prepared.units))
    if len(units.units) < MANY_UNITS:
        return then(prepared, *others, **options)
    # The encoder has done its part, and its threads cannot travel.
    ready = replace(prepared, settings=replace(prepared.settings, encoder=None))
    return service.helper.run(job, then, ready, *others, **options)


def segments_json(prepared: Prepared) -> bytes:
    """The segmentation in the published schema."""
    return as_json(as_values(segment_prepared(prepared)))


def report(prepared: Prepared, name: str) -> bytes:
    """The report as one HTML file."""
    return as_html(segment_prepared(prepared), name).encode("utf-8", "backslashreplace")


PathParts = tuple[bytes, dict[str, list[int]], dict[str, object]]
"""A segmentation in JSON, where its units stand in UTF-16, and the levels around it."""


def tell_path(units: SplitText, service: Service, job: Job) -> PathParts:
    """The path, of which the segmentation is told as soon as it is known."""
    if len(units.units) >= MANY_UNITS:
        parts = with_vectors(units, service, job, path_parts)
        job.tell("segments", parts[0])
        return parts
    result = with_vectors(units, service, job, segment_prepared)
    segments = as_json(as_values(result))
    job.tell("segments", segments)
    return segments, *_units_and_levels(result)


def path_parts(prepared: Prepared) -> PathParts:
    """The segmentation, its units and the levels around it."""
    result = segment_prepared(prepared)
    return as_json(as_values(result)), *_units_and_levels(result)


def _units_and_levels(result: SegmentedText) -> tuple[dict[str, list[int]], dict[str, object]]:
    return utf16_values(result.text, result.units), levels_values(granularity_levels(result))


def titles_json(prepared: Prepared, spans: list[tuple[int, int]]) -> bytes:
    """Titles and keywords of the spans."""
    named = prepared_titles(prepared, spans)
    titles = [title.text for title in named]
    return as_json({"titles": titles, "keywords": [list(title.keywords) for title in named]})


def check_units(n_units: int, service: Service) -> None:
    """Refuse what has more units than the server allows."""
    most = service.settings.max_units
    if n_units > most:
        message = f"the text has {n_units:,} units, more than the {most:,} allowed; send a part"
        raise RefusedError(Failure(422, "too_many_units", message))
