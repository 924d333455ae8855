"""``/``: the page for a person, and its files."""

from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Response
from jinja2 import Environment, FileSystemLoader
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from embed_kcpd.outputs.report.script import SHARED_SCRIPTS
from embed_kcpd.server.service import Service
from embed_kcpd.version import __version__

FOLDER = Path(__file__).parent.parent / "page"

SAMPLES = (("garden.txt", "A garden (prose)"), ("panel.srt", "A discussion (subtitles)"))
"""Texts to try the page with: file and name."""

SHARED = {"report.css": "text/css", **dict.fromkeys(SHARED_SCRIPTS, "text/javascript")}
"""Files of the report that the page uses as well, and what they are."""

FRESH = {"Cache-Control": "no-cache"}
"""A browser asks whether its copy is still the right one: an update changes several files."""


def page_routes(service: Service) -> APIRouter:
    router = APIRouter()
    templates = Environment(loader=FileSystemLoader(FOLDER), autoescape=True)
    settings = service.settings
    values = {
        "version": __version__,
        # A file that is no text is sent in base64, which makes four bytes of three.
        "largest": f"{0.75 * settings.max_bytes / 1e6:.3g} MB",
        "scripts": SHARED_SCRIPTS,
        "samples": SAMPLES,
        "needs_key": settings.api_key is not None,
        "reads_pdf": find_spec("pypdfium2") is not None,
        "keeps_vectors": settings.use_cache,
    }

    @router.get("/", summary="The page", include_in_schema=False)
    async def page() -> Response:
        html = templates.get_template("index.html").render(values)
        return Response(html, headers=FRESH, media_type="text/html; charset=utf-8")

    @router.get("/page/report/{name}", include_in_schema=False)
    async def shared(name: str) -> Response:
        if name not in SHARED:
            raise HTTPException(404, "there is no such file")
        text = files("embed_kcpd.outputs.report").joinpath(name).read_bytes()
        return Response(text, headers=FRESH, media_type=f"{SHARED[name]}; charset=utf-8")

    return router


class PageFiles(StaticFiles):
    """Scripts, styles and samples of the page."""

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        response = super().file_response(*arguments, **options)
        response.headers.update(FRESH)
        return response


def page_files() -> StaticFiles:
    return PageFiles(directory=FOLDER)
