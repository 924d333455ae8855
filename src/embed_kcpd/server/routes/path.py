"""``/v1/path``: a text to its segments at every granularity around the default.

A stream has the units first, then the default, then the coarser levels, then the finer ones.
"""

from collections.abc import Iterator

from fastapi import APIRouter, Request, Response

from embed_kcpd.outputs.slider import utf16_values
from embed_kcpd.server.cutting import split, tell_path
from embed_kcpd.server.documents import document_of
from embed_kcpd.server.job import Job
from embed_kcpd.server.json_bytes import as_json
from embed_kcpd.server.openapi import answers_with
from embed_kcpd.server.requests import PathRequest
from embed_kcpd.server.service import Service


def path_routes(service: Service) -> APIRouter:
    router = APIRouter()

    @router.post(
        "/v1/path", summary="Cut a text at every granularity", responses=answers_with("Path")
    )
    async def path(request: Request, body: PathRequest) -> Response:
        def work(job: Job) -> bytes:
            document = document_of(body.text, body.file)
            split_units = split(document, body, service)
            units: dict[str, object] = {**utf16_values(split_units.text, split_units.units)}
            if body.file is not None:
                units |= {"text": split_units.text, "format": document.format}
            job.tell("units", units)
            segments, own_units, levels = tell_path(split_units, service, job)
            units |= own_units
            for part in _parts(levels):
                job.tell("levels", part)
            written = (segments, as_json(units), as_json(levels))
            return b'{"result":%b,"units":%b,"levels":%b}' % written

        return await service.answers.answer(request, work, tells_result=True)

    return router


def _parts(levels: dict[str, object]) -> Iterator[dict[str, object]]:
    """The levels up to the default, then the finer ones; ``first`` is the index of a part's first.

    >>> parts = _parts({"n_units": 9, "default": 1, "levels": ["coarse", "default", "fine"]})
    >>> [(part["first"], part["levels"]) for part in parts]
    [(0, ['coarse', 'default']), (2, ['fine'])]
    """
    every, default = levels["levels"], levels["default"]
    assert isinstance(every, list)
    assert isinstance(default, int)
    yield {**levels, "first": 0, "levels": every[: default + 1]}
    yield {**levels, "first": default + 1, "levels": every[default + 1 :]}
