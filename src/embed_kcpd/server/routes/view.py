"""``/v1/view``: what the page draws a text from, as events while it is computed.

``text`` comes first and shows the text, ``segments`` colour its beginning while the rest is being
encoded and then all of it at the default, ``result`` has everything else, with all levels for the
slider.  The values are those that
the script of the report draws from and change with it, so the address is not in the documented
interface.
"""

from base64 import b64encode
from collections.abc import Sequence

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
from embed_kcpd.result.segmented_text import SegmentedText
from embed_kcpd.server.beginnings import with_previews
from embed_kcpd.server.cutting import split, with_vectors
from embed_kcpd.server.documents import document_of
from embed_kcpd.server.helper_process import MANY_UNITS
from embed_kcpd.server.job import Job
from embed_kcpd.server.json_bytes import as_json
from embed_kcpd.server.requests import PathRequest
from embed_kcpd.server.service import Service
from embed_kcpd.text.units import Unit, splitter_values


def view_routes(service: Service) -> APIRouter:
    router = APIRouter()

    @router.post("/v1/view", include_in_schema=False)
    async def view(request: Request, body: PathRequest) -> Response:
        def work(job: Job) -> bytes:
            def tell(n_units: int, boundaries: tuple[int, ...]) -> None:
                job.tell("segments", {"n_units": n_units, "boundaries": boundaries})

            units = split(document_of(body.text, body.file), body, service)
            job.tell("text", text_values(units))
            previewed = with_previews(units, tell)
            if len(units.units) >= MANY_UNITS:
                return with_vectors(previewed, service, job, cut_page_json, units.units)
            result = with_vectors(previewed, service, job, segment_prepared)
            # The default is shown while the other levels are computed.
            if result.units == units.units:
                tell(result.n_units, result.boundaries)
            return page_json(result, units.units)

        return await service.answers.answer(request, work)

    return router


def text_values(split_text: SplitText) -> dict[str, object]:
    """The text in pieces, before anything is known of it."""
    unit = unit_word(splitter_values(split_text.splitter)["name"])
    return {
        **DRAWING,
        "n_units": len(split_text.units),
        "unit": unit,
        "pieces": piece_values(split_text.text, split_text.units, unit),
    }


def piece_values(text: str, units: Sequence[Unit], unit: str) -> list[tuple[int, int, str, str]]:
    """Pieces of a text: unit, paragraph, what becomes of line breaks, characters."""
    pieces = pieces_of(text, units, LINE_BREAKS.get(unit))
    return [(piece.unit, piece.paragraph, piece.lines, piece.text) for piece in pieces]


def cut_page_json(prepared: Prepared, sent: tuple[Unit, ...]) -> bytes:
    """``page_json`` of a text that is still to be cut."""
    return page_json(segment_prepared(prepared), sent)


def page_json(result: SegmentedText, sent: tuple[Unit, ...]) -> bytes:
    """What the report's script draws from, the similarity matrix and the axis.

    Where units begin elsewhere than those that were ``sent``, the text is in pieces once more.
    """
    picture = similarity_picture(result.vectors) if result.n_units > 1 else b""
    view = view_of(result)
    values = {
        **view_values(view),
        "picture": b64encode(picture).decode(),
        "axis": axis_labels(result.places, result.n_units),
    }
    if result.units != sent:
        values["pieces"] = piece_values(result.text, result.units, view.unit)
    return as_json(values)
