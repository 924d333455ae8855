"""The API key: who may use a server that has one.

In:  an ASGI application.
Out: the same application; without the key, work and numbers are answered with 401.
"""

import hmac

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from embed_kcpd.server.failures import Failure

PROTECTED = ("/v1/", "/metrics")
"""Beginnings of the addresses that need the key; the page and the state of health do not."""

_REFUSAL = Failure(
    401,
    "unauthorized",
    "this server needs its key: send the header Authorization: Bearer KEY",
    {"WWW-Authenticate": "Bearer"},
)


class KeyNeeded:
    """Lets a request pass that has the key, compared in constant time."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self._app, self._key = app, key.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(PROTECTED) or self._has(scope):
            await self._app(scope, receive, send)
        else:
            response = _REFUSAL.response(scope["state"]["request_id"])
            await response(scope, receive, send)

    def _has(self, scope: Scope) -> bool:
        kind, _, given = Headers(scope=scope).get("authorization", "").partition(" ")
        # Headers are Latin-1; a key outside ASCII arrives as the bytes of its UTF-8.
        sent = given.strip().encode("latin-1")
        return hmac.compare_digest(sent, self._key) and kind.lower() == "bearer"
