"""``/v1/chunk``: a text, a file or several texts to chunks for retrieval."""

from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from embed_kcpd.chunks import ChunkedText
from embed_kcpd.chunks.assembly import assembled
from embed_kcpd.chunks.chunking import encoded
from embed_kcpd.chunks.splitting import split_document
from embed_kcpd.errors import EmbedKcpdError, OptionsError
from embed_kcpd.readers.document import Document
from embed_kcpd.server.answers import JSON
from embed_kcpd.server.cutting import check_units
from embed_kcpd.server.documents import chunk_settings, document_of, plain_document
from embed_kcpd.server.failures import failure_of
from embed_kcpd.server.job import Job
from embed_kcpd.server.json_bytes import as_json
from embed_kcpd.server.openapi import answers_with
from embed_kcpd.server.requests import ChunkRequest
from embed_kcpd.server.service import Service

JSON_LINES = "application/x-ndjson"


def chunk_routes(service: Service) -> APIRouter:
    router = APIRouter()

    @router.post(
        "/v1/chunk",
        summary="Cut a text into chunks for retrieval",
        responses=answers_with("ChunkedTexts", JSON_LINES),
    )
    async def chunk(
        request: Request,
        body: ChunkRequest,
        answer_format: Annotated[
            Literal["json", "jsonl"],
            Query(alias="format", description="JSON, or one line of JSON for each chunk."),
        ] = "json",
    ) -> Response:
        request_id = request.state.request_id
        is_lines = answer_format == "jsonl"
        if is_lines and body.texts is not None:
            raise OptionsError("format=jsonl is for one text; send text or file instead of texts")

        def work(job: Job) -> bytes:
            if body.texts is not None:
                return as_json({"results": _batch(body.texts, body, service, job, request_id)})
            chunks = chunked(document_of(body.text, body.file), body, service, job)
            if is_lines:
                return chunks.to_jsonl(body.embeddings).encode()
            return as_json(_values(chunks, body))

        return await service.answers.answer(request, work, JSON_LINES if is_lines else JSON)

    return router


def chunked(document: Document, body: ChunkRequest, service: Service, job: Job) -> ChunkedText:
    """The chunks of one document."""
    language = body.language or document.language
    encoder = service.encoders.for_text(body.encoder, document.text, language)
    parts = split_document(document, replace(chunk_settings(body), encoder=encoder))
    check_units(len(parts.texts), service)
    service.metrics.count_units(len(parts.texts))
    vectors = encoded([parts])[0]
    job.check()
    return assembled(parts, vectors)


def _values(chunks: ChunkedText, body: ChunkRequest) -> dict[str, object]:
    return {"n_units": len(chunks.units), "chunks": chunks.to_dicts(body.embeddings)}


def _batch(
    texts: list[str], body: ChunkRequest, service: Service, job: Job, request_id: str
) -> list[dict[str, object]]:
    """One entry for each text; one that cannot be chunked is an entry with its error."""
    results: list[dict[str, object]] = []
    for text in texts:
        job.check()
        try:
            results.append(_values(chunked(plain_document(text), body, service, job), body))
        except EmbedKcpdError as error:
            results.append(failure_of(error).values(request_id))
    return results
