"""``/healthz``, ``/readyz`` and ``/metrics``: how the server is."""

from fastapi import APIRouter, Response
from starlette.responses import PlainTextResponse

from embed_kcpd.server.failures import Failure, RefusedError
from embed_kcpd.server.openapi import refused_with
from embed_kcpd.server.service import Service
from embed_kcpd.version import __version__


def state_routes(service: Service) -> APIRouter:
    router = APIRouter()

    @router.get("/healthz", summary="Whether the server answers")
    async def healthz() -> dict[str, str]:
        return {"status": "ok", "version": __version__}

    @router.get("/readyz", summary="Whether the server takes work", responses=refused_with(503))
    async def readyz() -> dict[str, str]:
        if not service.is_ready:
            message = "the encoder is being loaded, or the server is shutting down"
            raise RefusedError(Failure(503, "not_ready", message, {"Retry-After": "1"}))
        return {"status": "ready", "version": __version__}

    @router.get(
        "/metrics",
        summary="Numbers for Prometheus",
        response_class=PlainTextResponse,
        responses=refused_with(401),
    )
    async def metrics() -> Response:
        text = service.metrics.as_text()
        return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")

    return router
