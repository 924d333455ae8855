"""The server on a socket, until it is stopped.

In:  settings and an address.
Out: nothing; SIGTERM or Ctrl+C ends it after the requests it has taken.
"""

import signal
import socket
import sys
from types import FrameType

import uvicorn

from embed_kcpd.errors import OptionsError
from embed_kcpd.server.app import create_app
from embed_kcpd.server.connections import PatientProtocol
from embed_kcpd.server.logs import log_event, set_up_logs
from embed_kcpd.server.service import Service
from embed_kcpd.server.settings import ServerSettings

CONNECTIONS = 1000
"""Connections beyond which a new request is answered with 503 at once."""

SWITCH_SECONDS = 0.0005
"""How long a thread may run Python while others want to: a tenth of the usual time, so that a
short text does not wait at every step while a long one is split into units."""


class Server(uvicorn.Server):
    """Uvicorn that takes no new work from the moment it is told to end."""

    def __init__(self, config: uvicorn.Config, service: Service) -> None:
        super().__init__(config)
        self._service = service

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._service.is_ready = False
        self._service.queue.refuse()
        log_event("shutting down", signal=signal.Signals(sig).name)
        super().handle_exit(sig, frame)


def new_server(settings: ServerSettings, app: object | None = None) -> Server:
    """A server that is not bound to an address yet."""
    application = app or create_app(settings)
    protocol = type("Protocol", (PatientProtocol,), {"head_seconds": settings.head_seconds})
    config = uvicorn.Config(
        application,  # type: ignore[arg-type]
        http=protocol,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=max(1, int(settings.head_seconds)),
        timeout_graceful_shutdown=max(1, int(settings.max_seconds)),
    )
    return Server(config, application.state.service)  # type: ignore[attr-defined]


def serve(settings: ServerSettings, host: str, port: int) -> None:
    """Serve until a signal ends the process."""
    listening = bound_socket(host, port)
    set_up_logs()
    where = listening.getsockname()
    log_event("listening", host=where[0], port=where[1])
    sys.setswitchinterval(SWITCH_SECONDS)
    new_server(settings).run([listening])


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket at the address; port 0 takes a free one."""
    if not 0 <= port <= 65_535:
        # The system would take the remainder of a larger number.
        raise OptionsError(f"a port is a number from 0 to 65535, got {port}")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except OSError as error:
        reason = getattr(error, "strerror", None) or error
        raise OptionsError(f"cannot listen at {host}:{port}: {reason}") from None
    return listening
