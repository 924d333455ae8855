"""Where does the time of ``segment`` go, and how many threads help?

In:  documents of wiki50, a transcript of 3,000 sentences, a text as long as a book.
Out: ``benchmarks/results/end_to_end.json``: CPU seconds in the encoder and outside it;
     ``benchmarks/results/threads.json``: seconds with one and two threads, alone and in company.

    make bench-end-to-end

No vector is remembered.  Titles encode phrases of the text: that is time in the encoder, and
listed by itself.
"""

import argparse
import gzip
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from company import company
from embed_kcpd import Lines, Settings, segment
from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders import MiniLm
from embed_kcpd.evaluation import datasets
from results_file import commit, machine, publish

COMMAND = "make bench-end-to-end"
TRANSCRIPT_SENTENCES = 3_000
BOOK_CHARACTERS = 2_000_000
SENTENCES_FOR_THREADS = 1_000


@dataclass
class TimedEncoder:
    """The default encoder, and the CPU seconds that it took in each call."""

    encoder: MiniLm
    seconds: list[float] = field(default_factory=list)

    def encode(self, texts: Sequence[str]) -> Vectors:
        start = time.process_time()
        vectors = self.encoder.encode(texts)
        self.seconds.append(time.process_time() - start)
        return vectors


def documents(count: int) -> list[str]:
    return [as_text(document.units) for document in datasets.load("wiki50")[:count]]


def as_text(units: Sequence[str]) -> str:
    """One unit a line."""
    return "\n".join(" ".join(unit.split()) for unit in units)


def transcript() -> str:
    """Captions of recordings, one after the other, until they are 3,000."""
    path = datasets.data_folder() / "chapters" / "btctranscripts.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        captions = (cue["text"] for line in lines for cue in json.loads(line)["cues"])
        sentences = (part + "." for caption in captions for part in caption.split(". "))
        return as_text(list(islice(sentences, TRANSCRIPT_SENTENCES)))


def book() -> str:
    units = [unit for document in datasets.load("wiki300") for unit in document.units]
    return as_text(units)[:BOOK_CHARACTERS].rpartition("\n")[0]


def stages(name: str, texts: Sequence[str]) -> list[str | int | float]:
    """A row: CPU seconds of all, in the encoder for units and for titles, and outside it."""
    timed = TimedEncoder(MiniLm(threads=1))
    timed.encoder.encode(["The model is loaded before."])
    units, in_units, in_titles, start = 0, 0.0, 0.0, time.process_time()
    for text in texts:
        timed.seconds.clear()
        units += segment(text, Settings(encoder=timed, unit=Lines())).n_units
        in_units += timed.seconds[0]
        in_titles += sum(timed.seconds[1:])
    total = time.process_time() - start
    rest = total - in_units - in_titles
    row = [round(seconds, 2) for seconds in (total, in_units, in_titles, rest)]
    return [name, len(texts), units, *row, f"{in_titles / total:.1%}", f"{rest / total:.1%}"]


def threads_rows(rounds: int) -> Iterator[list[str | int | float]]:
    """Seconds of encoding the same sentences, the least of some rounds in turns."""
    units = [unit for document in datasets.load("wiki50") for unit in document.units]
    sentences = units[:SENTENCES_FOR_THREADS]
    best: dict[tuple[bool, int], tuple[float, float]] = {}
    for is_busy, threads in [(False, 1), (False, 2), (True, 1), (True, 2)] * rounds:
        encoder = MiniLm(threads=threads)
        encoder.encode(sentences[:32])
        with company(is_busy):
            wall, cpu = time.perf_counter(), time.process_time()
            encoder.encode(sentences)
            took = (time.perf_counter() - wall, time.process_time() - cpu)
        known = best.get((is_busy, threads), took)
        best[is_busy, threads] = (min(known[0], took[0]), min(known[1], took[1]))
    for (is_busy, threads), (wall, cpu) in best.items():
        per_second = round(SENTENCES_FOR_THREADS / wall)
        where = "busy" if is_busy else "alone"
        yield [where, threads, round(wall, 2), round(cpu, 2), per_second]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-book", action="store_true", help="leave the longest text out")
    chosen = parser.parse_args()
    texts = {"documents of wiki50": documents(chosen.documents), "transcript": [transcript()]}
    if not chosen.no_book:
        texts["text of 2 MB"] = [book()]
    where = f"{machine()}, at commit {commit()}."
    publish(
        "end_to_end",
        title="Where the time of segment goes, no vector remembered",
        command=COMMAND,
        columns=[
            *("text", "texts", "units", "CPU s", "units encoded", "titles encoded", "rest"),
            *("titles, share", "rest, share"),
        ],
        rows=[stages(name, group) for name, group in texts.items()],
        notes=["CPU seconds on one thread, confidence and titles included.", where],
    )
    publish(
        "threads",
        title=f"Encoding {SENTENCES_FOR_THREADS:,} sentences with one and two threads",
        command=COMMAND,
        columns=["machine", "threads", "seconds", "CPU seconds", "sentences/s"],
        rows=list(threads_rows(chosen.rounds)),
        notes=[
            f"The least of {chosen.rounds} rounds in turns. Busy: beside as many other computing "
            "processes as there are cores.",
            "A thread computes whole batches by itself and never waits for another, so more "
            "threads take no more CPU time; the default is one for each core, up to four.",
            where,
        ],
    )


if __name__ == "__main__":
    main()
