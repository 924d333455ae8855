"""The body of a request: of the right kind, not too large, and not too slow.

In:  an ASGI application.
Out: the same application; it sees a body only when all of it is here.

A body is counted as it arrives, whatever its head says of its length.  All bodies together are
bounded as well.
"""

import asyncio
from email.message import Message as Head

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from embed_kcpd.server.failures import Failure, RefusedError

BODIES_AT_ONCE = 16
"""Bodies of the largest size that may be in memory together."""

SECONDS_PER_BODY = 60.0
"""A whole body has to arrive within this time."""


class ClientGoneError(Exception):
    """The client went away before its request was complete."""


class BodyLimit:
    """Reads bodies of at most ``max_bytes``, each part of them within ``seconds``.

    Only ``addresses`` take bodies, by POST.
    """

    def __init__(
        self, app: ASGIApp, addresses: frozenset[str], max_bytes: int, seconds: float
    ) -> None:
        self._app, self._addresses = app, addresses
        self._max_bytes, self._seconds = max_bytes, seconds
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("POST", "PUT", "PATCH"):
            await self._app(scope, receive, send)
            return
        if scope["method"] != "POST" or scope["path"] not in self._addresses:
            # The application refuses it without a look at the body, which nobody reads.
            await self._app(scope, receive, _closing(send))
            return
        body = bytearray()
        try:
            _check_kind(Headers(scope=scope))
            await self._read_into(body, Headers(scope=scope), receive)
            scope["state"]["body_bytes"] = len(body)
            await self._app(scope, _replayed(bytes(body), receive), send)
        except RefusedError as error:
            response = error.failure.response(scope["state"]["request_id"])
            await response(scope, receive, send)
        except ClientGoneError:
            return
        finally:
            self._held -= len(body)

    async def _read_into(self, body: bytearray, headers: Headers, receive: Receive) -> None:
        told = headers.get("content-length", "")
        if told.isdecimal() and int(told) > self._max_bytes:
            raise RefusedError(self._too_large())
        loop = asyncio.get_running_loop()
        ends_at = loop.time() + SECONDS_PER_BODY
        more = True
        while more:
            message = await _soon(receive, min(self._seconds, ends_at - loop.time()))
            part = message.get("body", b"")
            if len(body) + len(part) > self._max_bytes:
                raise RefusedError(self._too_large())
            if self._held + len(part) > BODIES_AT_ONCE * self._max_bytes:
                raise RefusedError(_FULL)
            body += part
            self._held += len(part)
            more = message.get("more_body", False)

    def _too_large(self) -> Failure:
        message = f"the body has more than {self._max_bytes:,} bytes; send a shorter text"
        return Failure(413, "too_large", message, {"Connection": "close"})


_FULL = Failure(
    429,
    "busy",
    "too many texts are being received; ask again in 5 seconds",
    {"Retry-After": "5", "Connection": "close"},
)
_SLOW = Failure(
    408, "too_slow", "the body did not arrive in time; send it again", {"Connection": "close"}
)


async def _soon(receive: Receive, seconds: float) -> Message:
    try:
        message = await asyncio.wait_for(receive(), max(0.0, seconds))
    except asyncio.TimeoutError:
        raise RefusedError(_SLOW) from None
    if message["type"] == "http.disconnect":
        raise ClientGoneError
    return message


def _closing(send: Send) -> Send:
    """A ``send`` whose answer ends the connection."""

    async def send_closing(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message)["Connection"] = "close"
        await send(message)

    return send_closing


def _replayed(body: bytes, receive: Receive) -> Receive:
    """A ``receive`` that gives the whole body once, then what the client does."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return waiting.pop() if waiting else await receive()

    return next_message


def _check_kind(headers: Headers) -> None:
    """Raise unless the body says that it is JSON in UTF-8."""
    head = Head()
    head["Content-Type"] = headers.get("content-type", "")
    charset = str(head.get_param("charset", "utf-8")).lower().replace("_", "-")
    if head.get_content_type() != "application/json":
        message = "send JSON with the header Content-Type: application/json (curl: --json)"
        raise RefusedError(Failure(415, "not_json", message, {"Connection": "close"}))
    if charset not in ("utf-8", "utf8"):
        message = f"the body is said to be {charset[:40]}; send JSON in UTF-8"
        raise RefusedError(Failure(415, "not_utf8", message, {"Connection": "close"}))
