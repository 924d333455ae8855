"""Connections that send nothing are closed.

In:  uvicorn's protocol of HTTP/1.1.
Out: the same protocol, with a time within which the head of a request has to arrive.

Uvicorn closes connections that are idle after an answer; one that sends the head of a request
byte by byte, or nothing at all, it would keep.
"""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol


class PatientProtocol(H11Protocol):
    """HTTP/1.1 with a time limit for the head of a request."""

    head_seconds = 10.0
    _head_clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._begin_clock()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_serving():
            self._end_clock()
        elif self._head_clock is None:
            self._begin_clock()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._end_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_clock()
        super().connection_lost(exc)

    def _is_serving(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _begin_clock(self) -> None:
        self._head_clock = self.loop.call_later(self.head_seconds, self._give_up)

    def _end_clock(self) -> None:
        if self._head_clock is not None:
            self._head_clock.cancel()
            self._head_clock = None

    def _give_up(self) -> None:
        self._head_clock = None
        if not self._is_serving() and not self.transport.is_closing():
            self.transport.close()
