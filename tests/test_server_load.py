"""Many requests: nothing piles up."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import httpx
import pytest

from conftest import SAMPLE_TEXT
from running_server import running_server, wait_until

REQUESTS = int(os.environ.get("SERVER_REQUESTS", "200"))
"""Tiny requests whose memory is measured; ``make test-server`` sends 10,000."""

WARM_UP = max(400, REQUESTS // 10)
MOST_GROWTH = 1.05


@pytest.fixture
def process():
    """A server in a process of its own: its pid and address."""
    started = subprocess.Popen(
        [sys.executable, str(Path(__file__).parent / "running_server.py")],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent)},
    )
    port = int(started.stdout.readline())
    yield started.pid, f"http://127.0.0.1:{port}"
    started.send_signal(signal.SIGTERM)
    assert started.wait(30) in (0, -signal.SIGTERM)
    started.stdout.close()


def state_of(pid):
    """Memory in use, open files and threads of a process."""
    proc = Path(f"/proc/{pid}")
    pages = int((proc / "statm").read_text().split()[1])
    files = len(list((proc / "fd").iterdir()))
    threads = len(list((proc / "task").iterdir()))
    return pages, files, threads


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads /proc")
def test_thousands_of_requests_leave_memory_files_and_threads_as_they_were(process):
    pid, address = process
    with httpx.Client(base_url=address, timeout=60) as client:
        ask(client, range(WARM_UP))
        before = state_of(pid)
        ask(client, range(WARM_UP, WARM_UP + REQUESTS))
        after = state_of(pid)
        assert after[0] <= MOST_GROWTH * before[0], f"{before[0]} pages grew to {after[0]}"
        # A connection that was opened anew is closed a moment later.
        wait_until(lambda: state_of(pid)[1] <= before[1] and state_of(pid)[2] <= before[2])


def ask(client, numbers):
    """Tiny texts that differ, good and bad, answered at once or as events."""
    for number in numbers:
        accept = "text/event-stream" if number % 3 == 0 else "application/json"
        body = {"text": f"Number {number}. {SAMPLE_TEXT}", "confidence": number % 2 == 0}
        if number % 7 == 0:
            body["coarser"] = -1
        response = client.post("/v1/segment", json=body, headers={"Accept": accept})
        assert response.status_code == (422 if number % 7 == 0 else 200)


def test_many_clients_at_once_leave_no_task_behind():
    with running_server() as server:
        wait_until(lambda: server.client.get("/readyz").status_code == 200)
        loop = server.server.servers[0].get_loop()
        before = len(asyncio.all_tasks(loop))
        threads = [threading.Thread(target=ask_alone, args=(server, n)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        wait_until(lambda: len(asyncio.all_tasks(loop)) <= before)
        wait_until(lambda: server.service.queue.n_running == 0)


def ask_alone(server, number):
    with httpx.Client(base_url=server.address, timeout=60) as client:
        ask(client, range(number * 100 + 1, number * 100 + 6))
