"""``/v1/path``: a text to its segments at every granularity around the default."""

from fastapi import APIRouter, Request, Response

from embed_kcpd.outputs.json_output import as_values
from embed_kcpd.server.cutting import cut, split
from embed_kcpd.server.documents import document_of
from embed_kcpd.server.job import Job
from embed_kcpd.server.json_bytes import as_json
from embed_kcpd.server.requests import PathRequest
from embed_kcpd.server.service import Service
from embed_kcpd.server.units import utf16_edges


def path_routes(service: Service) -> APIRouter:
    router = APIRouter()

    @router.post("/v1/path", summary="Cut a text at every granularity")
    async def path(request: Request, body: PathRequest) -> Response:
        def work(job: Job) -> bytes:
            document = document_of(body.text, body.file)
            units = split(document, body, service)
            edges: dict[str, object] = {**utf16_edges(units.text, units.units)}
            if body.file is not None:
                edges |= {"text": units.text, "format": document.format}
            job.tell("units", edges)
            values = as_values(cut(units, service, job).result)
            job.tell("segments", values)
            return as_json({"result": values, "units": edges, "levels": None})

        return await service.answers.answer(request, work)

    return router
