"""The application: addresses, and what stands around every request.

In:  settings of the server.
Out: an ASGI application that any ASGI server can run.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware

from embed_kcpd.errors import EmbedKcpdError
from embed_kcpd.server.bodies import BodyLimit
from embed_kcpd.server.encoders import MakeEncoder, SharedEncoders
from embed_kcpd.server.failures import failure_of
from embed_kcpd.server.heads import HeadAsGet
from embed_kcpd.server.keys import KeyNeeded
from embed_kcpd.server.observed import Observed
from embed_kcpd.server.openapi import describe
from embed_kcpd.server.routes.chapters import chapters_routes
from embed_kcpd.server.routes.chunk import chunk_routes
from embed_kcpd.server.routes.encode import encode_routes
from embed_kcpd.server.routes.page import page_files, page_routes
from embed_kcpd.server.routes.path import path_routes
from embed_kcpd.server.routes.segment import segment_routes
from embed_kcpd.server.routes.state import state_routes
from embed_kcpd.server.routes.titles import titles_routes
from embed_kcpd.server.routes.view import view_routes
from embed_kcpd.server.service import Service, new_service
from embed_kcpd.server.settings import ServerSettings
from embed_kcpd.version import __version__

ROUTES = (
    segment_routes,
    path_routes,
    view_routes,
    titles_routes,
    chunk_routes,
    chapters_routes,
    encode_routes,
    state_routes,
    page_routes,
)

PATIENCE_SECONDS = 30.0
"""How long the end of the server waits for work that nobody waits for any more."""


def create_app(
    settings: ServerSettings | None = None, *, make_encoder: MakeEncoder | None = None
) -> FastAPI:
    """The application; ``make_encoder`` gives other encoders than the built-in ones."""
    settings = settings or ServerSettings()
    service = new_service(settings, SharedEncoders(settings, make_encoder))
    app = FastAPI(
        title="embed-kcpd",
        version=__version__,
        description="Split any text where its topic changes.",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan(service),
    )
    app.state.service = service
    routers = [routes(service) for routes in ROUTES]
    for router in routers:
        app.include_router(router)
    describe(app)
    app.mount("/page", page_files(), name="page")
    for kind in (EmbedKcpdError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, _failed)
    # The last one added is the outermost.
    app.add_middleware(HeadAsGet)
    app.add_middleware(
        BodyLimit,
        addresses=_posted(routers),
        max_bytes=settings.max_bytes,
        seconds=settings.head_seconds,
    )
    if settings.api_key is not None:
        app.add_middleware(KeyNeeded, key=settings.api_key)
    if settings.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.cors_origins,
            allow_methods=["GET", "POST"],
            allow_headers=["Authorization", "Content-Type", "X-Request-ID"],
            expose_headers=["X-Request-ID", "Retry-After"],
        )
    app.add_middleware(Observed, metrics=service.metrics)
    return app


def _posted(routers: list[APIRouter]) -> frozenset[str]:
    """Addresses that take a body."""
    routes = (route for router in routers for route in router.routes)
    return frozenset(
        route.path
        for route in routes
        if isinstance(route, APIRoute) and "POST" in (route.methods or ())
    )


def _lifespan(service: Service):  # type: ignore[no-untyped-def]
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        service.queue.start()
        loading = asyncio.create_task(_load(service))
        yield
        service.is_ready = False
        loading.cancel()
        await asyncio.to_thread(service.queue.close, PATIENCE_SECONDS)
        service.helper.close()

    return lifespan


async def _load(service: Service) -> None:
    await asyncio.to_thread(service.encoders.load)
    service.is_ready = True


async def _failed(request: Request, error: Exception) -> Response:
    return failure_of(error).response(request.state.request_id)
