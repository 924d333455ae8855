"""``/v1/encode``: texts to vectors."""

from fastapi import APIRouter, Request, Response

from embed_kcpd.encoders.protocol import encoder_identity
from embed_kcpd.server.failures import Failure, RefusedError
from embed_kcpd.server.job import Job
from embed_kcpd.server.json_bytes import as_json
from embed_kcpd.server.openapi import answers_with
from embed_kcpd.server.requests import EncodeRequest
from embed_kcpd.server.service import Service

MOST_TEXTS = 4_096
"""Texts of one request: the JSON of their vectors takes about 8 kB each."""


def encode_routes(service: Service) -> APIRouter:
    router = APIRouter()

    @router.post("/v1/encode", summary="Turn texts into vectors", responses=answers_with("Vectors"))
    async def encode(request: Request, body: EncodeRequest) -> Response:
        most = min(MOST_TEXTS, service.settings.max_units)

        def work(_: Job) -> bytes:
            if len(body.texts) > most:
                message = f"{len(body.texts):,} texts are more than the {most:,} allowed"
                raise RefusedError(Failure(422, "too_many_units", message))
            text = "\n".join(body.texts)
            encoder = service.encoders.for_text(body.encoder, text, body.language)
            service.metrics.count_units(len(body.texts))
            rows = encoder.encode(body.texts).tolist()
            return as_json({"encoder": encoder_identity(encoder), "vectors": rows})

        return await service.answers.answer(request, work)

    return router
