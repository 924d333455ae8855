"""Waiting for a job, and sending what it gives.

In:  a request and the work it asks for.
Out: one response; or, for ``Accept: text/event-stream``, events while the work goes on.

A client that goes away stops its job.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from embed_kcpd.server.failures import failure_of
from embed_kcpd.server.job import Job
from embed_kcpd.server.json_bytes import as_json
from embed_kcpd.server.logs import log_unforeseen
from embed_kcpd.server.work import WorkQueue

EVENTS = "text/event-stream"
JSON = "application/json"

SILENT_SECONDS = 15.0
"""After which a stream says that it is still there, for proxies that close silent ones."""

CLIENT_GONE = 499
"""Status in the log of a request whose client went away before the answer."""

Work = Callable[[Job], bytes]


def wants_events(request: Request) -> bool:
    return EVENTS in request.headers.get("accept", "")


class Answers:
    """Answers by the workers of a queue, each within ``seconds``."""

    def __init__(self, queue: WorkQueue, seconds: float) -> None:
        self._queue, self._seconds = queue, seconds

    async def answer(
        self,
        request: Request,
        work: Work,
        media_type: str = JSON,
        *,
        tells_result: bool = False,
    ) -> Response:
        """The response when the work is done, or the stream of its events.

        The last event but one of a stream is the result, unless the work tells it in parts.
        """
        n_bytes = request.scope["state"].get("body_bytes", 0)
        if media_type == JSON and wants_events(request):
            return self._stream(request, work, n_bytes, tells_result)
        job = Job(work, n_bytes, self._seconds)
        self._queue.submit(job)
        gone = asyncio.create_task(_disconnected(request))
        try:
            either: set[asyncio.Future[Any]] = {job.answer, gone}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not job.answer.done():
                return Response(status_code=CLIENT_GONE)
            return Response(job.answer.result(), media_type=media_type)
        finally:
            gone.cancel()
            if not job.answer.done():
                self._queue.stop(job)

    def _stream(self, request: Request, work: Work, n_bytes: int, tells_result: bool) -> Response:
        events: asyncio.Queue[bytes | None] = asyncio.Queue()

        def listen(name: str, values: bytes) -> None:
            events.put_nowait(_event(name, values))

        job = Job(work, n_bytes, self._seconds, listen)
        self._queue.submit(job)
        job.answer.add_done_callback(lambda _: events.put_nowait(None))
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        stream = self._events(job, events, request.scope["state"]["request_id"], tells_result)
        return StreamingResponse(stream, headers=headers, media_type=EVENTS)

    async def _events(
        self,
        job: Job,
        events: "asyncio.Queue[bytes | None]",
        request_id: str,
        tells_result: bool,
    ) -> AsyncIterator[bytes]:
        try:
            while True:
                try:
                    event = await asyncio.wait_for(events.get(), SILENT_SECONDS)
                except asyncio.TimeoutError:
                    event = b": waiting\n\n"
                if event is None:
                    break
                yield event
            error = job.answer.exception()
            if error is None:
                if not tells_result:
                    yield _event("result", job.answer.result())
                yield _event("done", b"{}")
            else:
                failure = failure_of(error)
                if failure.status == 500:
                    log_unforeseen(error, request_id)
                yield _event("error", as_json(failure.values(request_id)))
        finally:
            if not job.answer.done():
                self._queue.stop(job)


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _event(name: str, values: bytes) -> bytes:
    return b"event: " + name.encode() + b"\ndata: " + values + b"\n\n"
