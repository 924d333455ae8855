"""``/v1/titles``: titles of segments that a client chose, such as one level of the path."""

from itertools import pairwise

from fastapi import APIRouter, Request, Response

from embed_kcpd.errors import InputError
from embed_kcpd.server.cutting import split, titles_json, with_vectors
from embed_kcpd.server.documents import document_of
from embed_kcpd.server.job import Job
from embed_kcpd.server.openapi import answers_with
from embed_kcpd.server.requests import TitlesRequest
from embed_kcpd.server.service import Service


def titles_routes(service: Service) -> APIRouter:
    router = APIRouter()

    @router.post(
        "/v1/titles", summary="Name the segments of a text", responses=answers_with("Titles")
    )
    async def titles(request: Request, body: TitlesRequest) -> Response:
        def work(job: Job) -> bytes:
            units = split(document_of(body.text, body.file), body, service)
            spans = checked_spans(body.boundaries, len(units.units))
            return with_vectors(units, service, job, titles_json, spans)

        return await service.answers.answer(request, work)

    return router


def checked_spans(boundaries: list[int], n_units: int) -> list[tuple[int, int]]:
    """The spans between boundaries, which must increase inside the text.

    >>> checked_spans([2], 5)
    [(0, 2), (2, 5)]
    >>> checked_spans([], 0)
    []
    >>> checked_spans([1], 1)
    Traceback (most recent call last):
        ...
    embed_kcpd.errors.InputError: boundaries must be empty for one unit
    """
    if not n_units and not boundaries:
        return []
    spans = list(pairwise([0, *boundaries, n_units]))
    if any(start >= end for start, end in spans):
        room = f"increase between 1 and {n_units - 1}, the last unit of the text"
        raise InputError(f"boundaries must {room if n_units > 1 else 'be empty for one unit'}")
    return spans
