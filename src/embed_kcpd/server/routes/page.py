"""``/``: the page for a person, and its files."""

from pathlib import Path

from fastapi import APIRouter, Response
from jinja2 import Environment, FileSystemLoader
from starlette.staticfiles import StaticFiles

from embed_kcpd.server.service import Service
from embed_kcpd.version import __version__

FOLDER = Path(__file__).parent.parent / "page"


def page_routes(service: Service) -> APIRouter:
    router = APIRouter()
    templates = Environment(loader=FileSystemLoader(FOLDER), autoescape=True)
    settings = service.settings
    values = {
        "version": __version__,
        "max_bytes": settings.max_bytes,
        "max_units": settings.max_units,
        "encoders": settings.encoders,
        "needs_key": settings.api_key is not None,
    }

    @router.get("/", summary="The page", include_in_schema=False)
    async def page() -> Response:
        html = templates.get_template("index.html").render(values)
        return Response(html, media_type="text/html; charset=utf-8")

    return router


def page_files() -> StaticFiles:
    """Scripts, styles and samples of the page."""
    return StaticFiles(directory=FOLDER)
