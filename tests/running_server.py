"""A real server on a free port of the loopback address, in a thread of the tests."""

import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass

import httpx

from conftest import WordHashing
from embed_kcpd.server.app import create_app
from embed_kcpd.server.running import Server, bound_socket, new_server
from embed_kcpd.server.settings import ServerSettings


@dataclass
class Running:
    """The server, its port, and a client that keeps its connection."""

    server: Server
    port: int
    client: httpx.Client

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def service(self):
        return self.server._service


@contextmanager
def running_server(settings=None, encoder=None):
    """Serve until the context ends; word hashing stands in for the model."""
    settings = settings or ServerSettings(workers=2)
    app = create_app(settings, make_encoder=lambda _: encoder or WordHashing())
    server, listening = new_server(settings, app), bound_socket("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    port = listening.getsockname()[1]
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            wait_until(lambda: server.started and server._service.is_ready)
            yield Running(server, port, client)
    finally:
        server.should_exit = True
        thread.join(30)
        listening.close()
    assert not thread.is_alive()


def wait_until(holds, seconds=30.0):
    """Wait until something holds, however busy the machine is."""
    ends_at = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < ends_at, "waited in vain"
        time.sleep(0.01)


def main() -> None:
    """A server in a process of its own: the port is printed, a signal ends it."""
    settings = ServerSettings(workers=2, recent_bytes=1_000_000)
    app = create_app(settings, make_encoder=lambda _: WordHashing())
    listening = bound_socket("127.0.0.1", 0)
    print(listening.getsockname()[1], flush=True)
    new_server(settings, app).run([listening])


if __name__ == "__main__":
    main()
