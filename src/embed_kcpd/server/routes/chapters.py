"""``/v1/chapters``: a transcript with times to chapters, as JSON or as players read them."""

from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from embed_kcpd.chapters import Chapters, Existing
from embed_kcpd.chapters import chapters as find_chapters
from embed_kcpd.chapters.formats.own_json import chapter_values
from embed_kcpd.cli.chapter_options import ChapterFormat
from embed_kcpd.cli.chapters import formatted
from embed_kcpd.server.answers import JSON
from embed_kcpd.server.cutting import split
from embed_kcpd.server.documents import cut_settings, document_of
from embed_kcpd.server.job import Job
from embed_kcpd.server.json_bytes import as_json
from embed_kcpd.server.openapi import answers_with
from embed_kcpd.server.requests import ChaptersRequest
from embed_kcpd.server.service import Service

FormatName = Literal[
    "json",
    "youtube",
    "spotify",
    "podcasting",
    "webvtt",
    "ffmetadata",
    "matroska",
    "podlove",
    "markdown",
]

MEDIA_TYPES = {
    "json": JSON,
    "podcasting": "application/json+chapters",
    "webvtt": "text/vtt; charset=utf-8",
    "matroska": "application/xml",
    "podlove": "application/xml",
    "markdown": "text/markdown; charset=utf-8",
}
"""The media type of each format; lines of plain text for all others."""

PLAIN_TEXT = "text/plain; charset=utf-8"


def chapters_routes(service: Service) -> APIRouter:
    router = APIRouter()

    @router.post(
        "/v1/chapters",
        summary="Find the chapters of a recording",
        responses=answers_with("Chapters", *sorted({*MEDIA_TYPES.values(), PLAIN_TEXT} - {JSON})),
    )
    async def chapters(
        request: Request,
        body: ChaptersRequest,
        answer_format: Annotated[
            FormatName,
            Query(alias="format", description="JSON, or what players and publishers read."),
        ] = "json",
    ) -> Response:
        def work(job: Job) -> bytes:
            document = document_of(body.text, body.file)
            encoder = split(document, body, service).settings.encoder
            job.check()
            settings = replace(cut_settings(body), encoder=encoder)
            existing = Existing(body.existing)
            made = find_chapters(document, settings, existing=existing, begins=body.begins)
            service.metrics.count_units(made.result.n_units)
            return written(made, answer_format)

        media_type = MEDIA_TYPES.get(answer_format, PLAIN_TEXT)
        return await service.answers.answer(request, work, media_type)

    return router


def written(made: Chapters, name: FormatName) -> bytes:
    """The chapters in a format."""
    if name == "json":
        return as_json(chapter_values(made))
    # Half a surrogate pair has no bytes in UTF-8.
    return formatted(made, ChapterFormat(name)).encode("utf-8", "backslashreplace")
