"""``/v1/view``: what the page draws a text from, as events while it is computed.

``text`` comes first and shows the text, ``segments`` colour its beginning while the rest is being
encoded, ``result`` has everything else, with all levels for the slider.  The values are those that
the script of the report draws from and change with it, so the address is not in the documented
interface.
"""

from base64 import b64encode

from fastapi import APIRouter, Request, Response

from embed_kcpd.outputs.phrases import unit_word
from embed_kcpd.outputs.report.paragraphs import pieces_of
from embed_kcpd.outputs.report.picture import similarity_picture
from embed_kcpd.outputs.report.script import DRAWING, view_values
from embed_kcpd.outputs.report.text import LINE_BREAKS
from embed_kcpd.outputs.report.times import axis_labels
from embed_kcpd.outputs.report.view import view_of
from embed_kcpd.pipeline import segment_prepared
from embed_kcpd.preparation import Prepared, SplitText
from embed_kcpd.server.beginnings import with_previews
from embed_kcpd.server.cutting import split, with_vectors
from embed_kcpd.server.documents import document_of
from embed_kcpd.server.job import Job
from embed_kcpd.server.json_bytes import as_json
from embed_kcpd.server.requests import PathRequest
from embed_kcpd.server.service import Service
from embed_kcpd.text.units import splitter_values


def view_routes(service: Service) -> APIRouter:
    router = APIRouter()

    @router.post("/v1/view", include_in_schema=False)
    async def view(request: Request, body: PathRequest) -> Response:
        def work(job: Job) -> bytes:
            def tell(n_units: int, boundaries: tuple[int, ...]) -> None:
                job.tell("segments", {"n_units": n_units, "boundaries": boundaries})

            units = split(document_of(body.text, body.file), body, service)
            job.tell("text", text_values(units))
            return with_vectors(with_previews(units, tell), service, job, page_json)

        return await service.answers.answer(request, work)

    return router


def text_values(split_text: SplitText) -> dict[str, object]:
    """The text in pieces: unit, paragraph, what becomes of line breaks, characters."""
    unit = unit_word(splitter_values(split_text.splitter)["name"])
    pieces = pieces_of(split_text.text, split_text.units, LINE_BREAKS.get(unit))
    return {
        **DRAWING,
        "n_units": len(split_text.units),
        "unit": unit,
        "pieces": [[piece.unit, piece.paragraph, piece.lines, piece.text] for piece in pieces],
    }


def page_json(prepared: Prepared) -> bytes:
    """What the report's script draws from, the similarity matrix and the axis."""
    result = segment_prepared(prepared)
    picture = similarity_picture(result.vectors) if result.n_units > 1 else b""
    values = {
        **view_values(view_of(result)),
        "picture": b64encode(picture).decode(),
        "axis": axis_labels(result.places, result.n_units),
    }
    return as_json(values)
