"""Around every request: its id, its line in the log, its count, and headers of safety.

In:  an ASGI application.
Out: the same application; an unforeseen error is answered with 500 here.
"""

import re
import time
import uuid

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from embed_kcpd.server.failures import failure_of
from embed_kcpd.server.logs import log_event, log_unforeseen
from embed_kcpd.server.metrics import Metrics

_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "PATCH")

SAFETY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""Headers of every answer: a page may load from this server and from nowhere else."""


class Observed:
    """Gives each request an id, and says what became of it."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, answer = time.perf_counter(), _Answer(send, request_id_of(scope))
        scope.setdefault("state", {})["request_id"] = answer.request_id
        try:
            await self._app(scope, receive, answer.send)
        except Exception as error:
            log_unforeseen(error, answer.request_id)
            if answer.status == 0:
                response = failure_of(error).response(answer.request_id)
                await response(scope, receive, answer.send)
        finally:
            self._note(scope, answer, time.perf_counter() - began)

    def _note(self, scope: Scope, answer: "_Answer", seconds: float) -> None:
        method = scope["method"] if scope["method"] in _METHODS else "other"
        path = getattr(scope.get("route"), "path", "other")
        self._metrics.count_request(method, path, answer.status, seconds)
        log_event(
            "request",
            request_id=answer.request_id,
            method=method,
            path=path,
            status=answer.status,
            seconds=round(seconds, 4),
            bytes_in=scope["state"].get("body_bytes", 0),
            bytes_out=answer.n_bytes,
        )


class _Answer:
    """What was sent: status and bytes; the id and the headers of safety are added."""

    def __init__(self, send: Send, request_id: str) -> None:
        self._send, self.request_id = send, request_id
        self.status = self.n_bytes = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            headers["X-Request-ID"] = self.request_id
            for name, value in SAFETY.items():
                headers.setdefault(name, value)
        elif message["type"] == "http.response.body":
            self.n_bytes += len(message.get("body", b""))
        await self._send(message)


def request_id_of(scope: Scope) -> str:
    """The id that the client gave its request, where it is a plain word; else a new one."""
    given = Headers(scope=scope).get("x-request-id", "")
    return given if _ID.fullmatch(given) else uuid.uuid4().hex
