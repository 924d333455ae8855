"""``/v1/segment``: a text, a file or several texts to segments."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from embed_kcpd.errors import EmbedKcpdError, OptionsError
from embed_kcpd.outputs.slider import utf16_values
from embed_kcpd.readers.document import Document
from embed_kcpd.server.cutting import report, segments_json, split, with_vectors
from embed_kcpd.server.documents import document_of, plain_document
from embed_kcpd.server.failures import failure_of
from embed_kcpd.server.job import Job
from embed_kcpd.server.json_bytes import as_json
from embed_kcpd.server.openapi import answers_with
from embed_kcpd.server.requests import SegmentRequest
from embed_kcpd.server.service import Service

HTML = "text/html; charset=utf-8"


def segment_routes(service: Service) -> APIRouter:
    router = APIRouter()

    @router.post(
        "/v1/segment",
        summary="Cut a text where its topic changes",
        responses=answers_with("Segmentations", HTML),
    )
    async def segment(
        request: Request,
        body: SegmentRequest,
        answer_format: Annotated[
            Literal["json", "html"],
            Query(alias="format", description="JSON, or the report of one text as an HTML file."),
        ] = "json",
    ) -> Response:
        request_id = request.state.request_id
        is_report = answer_format == "html"
        if is_report and body.texts is not None:
            raise OptionsError("format=html is for one text; send text or file instead of texts")

        def work(job: Job) -> bytes:
            if body.texts is not None:
                return _batch(body.texts, body, service, job, request_id)
            document = document_of(body.text, body.file)
            if is_report:
                units = split(document, body, service)
                return with_vectors(units, service, job, report, document.name)
            return segment_document(document, body, service, job)

        if is_report:
            response = await service.answers.answer(request, work, HTML)
            response.headers["Content-Disposition"] = 'attachment; filename="report.html"'
            return response
        return await service.answers.answer(request, work, tells_result=True)

    return router


def segment_document(document: Document, body: SegmentRequest, service: Service, job: Job) -> bytes:
    """The segmentation in the published schema; a listener has the units first."""
    units = split(document, body, service)
    if job.is_heard:
        job.tell("units", utf16_values(units.text, units.units))
    segments = with_vectors(units, service, job, segments_json)
    job.tell("segments", segments)
    return segments


def _batch(
    texts: list[str], body: SegmentRequest, service: Service, job: Job, request_id: str
) -> bytes:
    """One segmentation for each text; a text that cannot be cut is an entry with its error."""
    results: list[bytes] = []
    for index, text in enumerate(texts):
        job.check()
        try:
            units = split(plain_document(text), body, service)
            results.append(with_vectors(units, service, job, segments_json))
        except EmbedKcpdError as error:
            results.append(as_json(failure_of(error).values(request_id)))
        job.tell("result", b'{"index":%d,"result":%b}' % (index, results[-1]))
    return b'{"results":[%b]}' % b",".join(results)
