"""``HEAD`` for every address that answers ``GET``.

In:  an ASGI application.
Out: the same application; to a request for a head it answers as to ``GET``, and the server that
     runs it leaves the body out.
"""

from starlette.types import ASGIApp, Receive, Scope, Send


class HeadAsGet:
    """Asks the application for what ``GET`` would get."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        asked = {**scope, "method": "GET"}
        try:
            await self._app(asked, receive, send)
        finally:
            # The log and the numbers name the address by its route.
            if "route" in asked:
                scope["route"] = asked["route"]
