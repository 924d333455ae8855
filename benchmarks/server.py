"""How many short texts does the server cut, and what does a book do to them?

In:  texts of ten sentences, all different, from wiki300; one text of 2 MB from the same set.
Out: ``benchmarks/results/server.json``: texts per second by a plain loop over ``segment`` and by
     1, 4, 16 and 64 clients of the server; the time that one text takes, alone and while another
     client sends the book.

    make bench-server

Clients run in a process of their own and ask again as soon as they are answered.  The loop runs
before and after each number of clients, so that both see the same machine.
"""

import argparse
import http.client
import json
import multiprocessing
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from embed_kcpd import Settings, segment
from embed_kcpd.encoders.by_language import EncoderByLanguage
from embed_kcpd.evaluation import datasets
from embed_kcpd.outputs import as_json
from results_file import commit, machine, publish

COMMAND = "make bench-server"
CLIENTS = (1, 4, 16, 64)
SENTENCES = 10
BOOK_CHARACTERS = 2_000_000
MOST_PER_SECOND = 500
"""Texts that are made ready for each second: more than any machine answers."""


@dataclass(frozen=True)
class Answered:
    """Seconds that each text took, and the seconds that all of them took."""

    seconds: list[float]
    total: float

    @property
    def per_second(self) -> float:
        return len(self.seconds) / self.total

    def milliseconds(self, percent: float) -> float:
        return 1000 * float(np.percentile(self.seconds, percent))


def sentences() -> list[str]:
    units = (unit for document in datasets.load("wiki300") for unit in document.units)
    return list(dict.fromkeys(" ".join(unit.split()) for unit in units))


def short_texts(units: Sequence[str]) -> Iterator[str]:
    """Ten sentences each; when all were had, their order is turned, so that none comes again."""
    for turn in range(10**6):
        for start in range(0, len(units) - SENTENCES, SENTENCES):
            part = units[start : start + SENTENCES]
            yield f"{turn}. " + " ".join(part[turn % SENTENCES :] + part[: turn % SENTENCES])


def loop(texts: Iterator[str], seconds: float) -> tuple[float, float]:
    """Texts per second of a plain program, and its CPU seconds for each."""
    settings = Settings(encoder=EncoderByLanguage(use_cache=False))
    as_json(segment(next(texts), settings))
    done, began, cpu = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - began < seconds:
        as_json(segment(next(texts), settings))
        done += 1
    return done / (time.perf_counter() - began), (time.process_time() - cpu) / done


def cpu_seconds(port: int) -> float:
    """CPU seconds that the server has taken, as it says itself."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    return float(re.findall(r"^process_cpu_seconds_total (\S+)", text, re.MULTILINE)[0])


@contextmanager
def served() -> Iterator[int]:
    """The server as the command line starts it: its port."""
    command = [sys.executable, "-m", "embed_kcpd", "serve", "--port", "0", "--recent-mb", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    port = int(json.loads(process.stderr.readline())["port"])
    draining = threading.Thread(target=process.stderr.read, daemon=True)
    draining.start()
    try:
        wait_until_ready(port)
        yield port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def wait_until_ready(port: int) -> None:
    for _ in range(600):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            connection.request("GET", "/readyz")
            if connection.getresponse().status == 200:
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise RuntimeError("the server did not become ready")


def post(connection: http.client.HTTPConnection, text: str) -> float:
    """Seconds until a text was answered."""
    began = time.perf_counter()
    headers = {"Content-Type": "application/json"}
    connection.request("POST", "/v1/segment", json.dumps({"text": text}), headers)
    answer = connection.getresponse()
    answer.read()
    if answer.status != 200:
        raise RuntimeError(f"the server answered {answer.status}")
    return time.perf_counter() - began


def ask(port: int, texts: Sequence[str], seconds: float, clients: int) -> list[float]:
    """Seconds of each request that some clients make, each after its last was answered."""
    took: list[float] = []
    waiting, ends_at = iter(texts), time.perf_counter() + seconds

    def one_client() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        while time.perf_counter() < ends_at:
            took.append(post(connection, next(waiting)))
        connection.close()

    threads = [threading.Thread(target=one_client) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return took


def answered(port: int, texts: Iterator[str], seconds: float, clients: int) -> Answered:
    """What clients in a process of their own see."""
    some = [next(texts) for _ in range(int(MOST_PER_SECOND * seconds) + clients)]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        pool.apply(time.sleep, (0,))
        began = time.perf_counter()
        took = pool.apply(ask, (port, some, seconds, clients))
        return Answered(took, time.perf_counter() - began)


def with_book(
    book: str, port: int, texts: Iterator[str], seconds: float, clients: int
) -> tuple[Answered, float]:
    """What short requests see while a book is cut, and the seconds that the book takes."""
    took: list[float] = []

    def send() -> None:
        took.append(post(http.client.HTTPConnection("127.0.0.1", port, timeout=1200), book))

    sending = threading.Thread(target=send)
    sending.start()
    time.sleep(0.5)
    every: list[float] = []
    began = time.perf_counter()
    while sending.is_alive():
        every += answered(port, texts, seconds, clients).seconds
    total = time.perf_counter() - began
    sending.join()
    return Answered(every, total), took[0]


def row(
    port: int, texts: Iterator[str], clients: int, book: str, seconds: float
) -> list[str | int | float]:
    before, cpu = loop(texts, seconds / 2), cpu_seconds(port)
    alone = answered(port, texts, seconds, clients)
    cpu_each = (cpu_seconds(port) - cpu) / len(alone.seconds)
    after = loop(texts, seconds / 2)
    plain, plain_cpu = ((one + other) / 2 for one, other in zip(before, after, strict=True))
    beside, book_seconds = with_book(book, port, texts, seconds, clients)
    return [
        clients,
        round(plain, 1),
        round(alone.per_second, 1),
        f"{alone.per_second / plain:.0%}",
        round(1000 * plain_cpu, 1),
        round(1000 * cpu_each, 1),
        *(round(alone.milliseconds(percent), 1) for percent in (50, 99)),
        *(round(beside.milliseconds(percent), 1) for percent in (50, 99)),
        round(beside.milliseconds(99) / alone.milliseconds(99), 2),
        round(book_seconds, 1),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=12.0, help="for each measurement")
    parser.add_argument("--characters", type=int, default=BOOK_CHARACTERS, help="of the book")
    parser.add_argument("--clients", type=int, nargs="*", default=CLIENTS)
    chosen = parser.parse_args()
    given, units = " ".join(sys.argv[1:]), sentences()
    book = re.sub(r"\s\S*$", "", " ".join(units)[: chosen.characters])
    texts = short_texts(units)
    with served() as port:
        rows = [row(port, texts, n, book, chosen.seconds) for n in chosen.clients]
    publish(
        "server",
        title="The server: short texts by many clients, alone and beside a book",
        command=f'{COMMAND} ARGUMENTS="{given}"' if given else COMMAND,
        columns=[
            *("clients", "loop, texts/s", "server, texts/s", "of the loop"),
            *("loop, CPU ms", "server, CPU ms", "p50, ms", "p99, ms"),
            *("p50 beside a book, ms", "p99 beside a book, ms", "p99 / p99 alone", "book, s"),
        ],
        rows=rows,
        notes=[
            f"Texts of {SENTENCES} sentences, all different; the book has "
            f"{len(book) / 1e6:.1f} million characters. Confidence and titles included.",
            "Loop: `segment` and JSON in a plain program. Clients share the machine with the "
            "server. CPU: of one text.",
            f"{machine()}, at commit {commit()}.",
        ],
    )


if __name__ == "__main__":
    main()
