"""What a document costs, measured for the plan of large runs.

In:  documents of the data sets, texts of growing length; the real encoder on one thread, no
     vector remembered.
Out: ``benchmarks/results/scale/measured.json``: CPU seconds, sentences, tokens and bytes of each
     set, the slopes fitted to all documents, and the distributions that the simulation draws from.

    make bench-scale

The pages' numbers are made of this file by ``docs/generator/scale.py``.
"""

import argparse
import json
import os
import resource
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from embed_kcpd import Settings, segment
from embed_kcpd.arrays import FloatArray
from embed_kcpd.corpora import Plan, ShardReport, Store, do_shard, list_shards
from embed_kcpd.encoders import MiniLm
from embed_kcpd.evaluation import datasets
from embed_kcpd.files import write_atomically
from end_to_end import TimedEncoder
from results_file import RESULTS, commit, machine

COMMAND = "make bench-scale"
SETS = (
    *("wiki50", "wiki300", "choi-3-11", "elements", "arxiv", "cities"),
    *("lectures_ai", "clinical", "eslpod", "dialseg711"),
)
LENGTHS = (300, 1_000, 3_000, 10_000, 30_000)
REPEATED_DOCUMENTS = STORED_DOCUMENTS = 10


@dataclass(frozen=True, slots=True)
class Measured:
    """One document: how large it is, and what it cost."""

    sentences: int
    tokens: int
    text_bytes: int
    cpu_seconds: float
    encoder_seconds: float


def measure(text: str, timed: TimedEncoder, rounds: int = 1) -> Measured:
    """The least CPU time of some rounds, confidence and titles included."""
    best, in_encoder = np.inf, 0.0
    for _ in range(rounds):
        timed.seconds.clear()
        start = time.process_time()
        cut = segment(text, Settings(encoder=timed))
        took = time.process_time() - start
        if took < best:
            best, in_encoder = took, sum(timed.seconds)
    units = [text[unit.start : unit.end] for unit in cut.units]
    tokens = sum(timed.encoder.count_tokens(units))
    return Measured(len(units), tokens, len(text.encode()), best, in_encoder)


def slopes(documents: Sequence[Measured]) -> dict[str, float]:
    """Seconds for each document, sentence and token: least squares of relative errors.

    Relative, so that a hundred short documents count as much as a hundred long ones.
    """
    names = ("document", "sentence", "token")
    fitted = _non_negative(_sizes(documents), _seconds(documents))
    return dict(zip(names, fitted, strict=True))


def predicted(fitted: dict[str, float], documents: Sequence[Measured]) -> FloatArray:
    """What the slopes say that each document costs."""
    return _sizes(documents) @ np.array(list(fitted.values()))


def _sizes(documents: Sequence[Measured]) -> FloatArray:
    return np.array([[1.0, each.sentences, each.tokens] for each in documents])


def _seconds(documents: Sequence[Measured]) -> FloatArray:
    return np.array([each.cpu_seconds for each in documents])


def _non_negative(sizes: FloatArray, seconds: FloatArray) -> FloatArray:
    """Least squares in which no price is below zero: a price that would be is left out."""
    chosen = list(range(sizes.shape[1]))
    while True:
        found, *_ = np.linalg.lstsq(sizes[:, chosen] / seconds[:, None], np.ones(len(seconds)))
        if (found >= 0).all():
            prices = np.zeros(sizes.shape[1])
            prices[chosen] = found
            return prices
        chosen.pop(int(found.argmin()))


def set_rows(by_set: dict[str, list[Measured]]) -> Iterator[dict[str, object]]:
    """Totals of each set, and what slopes fitted to all *other* sets say it costs."""
    for name, documents in by_set.items():
        others = [each for other, group in by_set.items() if other != name for each in group]
        said = float(predicted(slopes(others), documents).sum()) if others else float("nan")
        totals = np.array([list(asdict(each).values()) for each in documents]).sum(axis=0)
        sentences, tokens, text_bytes = (int(value) for value in totals[:3])
        cpu, in_encoder = (float(value) for value in totals[3:])
        yield {
            "set": name,
            "documents": len(documents),
            "sentences": sentences,
            "tokens": tokens,
            "text_bytes": text_bytes,
            "cpu_seconds": round(cpu, 3),
            "encoder_seconds": round(in_encoder, 3),
            "predicted_seconds": round(said, 3),
        }


def length_rows(lengths: Sequence[int], timed: TimedEncoder) -> Iterator[dict[str, object]]:
    """One long text after the other: time in the encoder and outside it, memory of the process."""
    sentences = [unit for document in datasets.load("wiki300") for unit in document.units]
    for length in lengths:
        text = " ".join((sentences * (1 + length // len(sentences)))[:length])
        found = measure(text, timed)
        yield {
            "sentences": found.sentences,
            "text_bytes": found.text_bytes,
            "cpu_seconds": round(found.cpu_seconds, 3),
            "encoder_seconds": round(found.encoder_seconds, 3),
            "peak_megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        }


def repeats(texts: Sequence[str], timed: TimedEncoder, rounds: int) -> list[float]:
    """CPU seconds of the same documents again and again, over their median."""
    took = np.array(
        [sum(measure(text, timed).cpu_seconds for text in texts) for _ in range(rounds)]
    )
    return [round(float(share), 4) for share in took / np.median(took)]


def loading_seconds() -> float:
    """CPU seconds from nothing to the first vector."""
    start = time.process_time()
    MiniLm(threads=1).encode(["The first sentence."])
    return time.process_time() - start


def stored_bytes(by_set: dict[str, list[str]]) -> float:
    """Bytes of results in Parquet for each sentence, all sets together, one shard for each."""
    with TemporaryDirectory() as folder:
        for name, group in by_set.items():
            _write_shard(Path(folder) / "in" / f"{name}.jsonl", group[:STORED_DOCUMENTS])
        reports = _run_shards(Path(folder))
    return sum(each.output_bytes for each in reports) / sum(each.n_units for each in reports)


def shard_seconds(n_shards: int = 50) -> float:
    """CPU seconds of a shard with one sentence: opening, writing, renaming, marking."""
    with TemporaryDirectory() as folder:
        for number in range(n_shards):
            _write_shard(Path(folder) / "in" / f"{number:03}.jsonl", ["One short sentence."])
        start = time.process_time()
        _run_shards(Path(folder))
        return (time.process_time() - start) / n_shards


def _write_shard(path: Path, texts: Sequence[str]) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))


def _run_shards(folder: Path) -> list[ShardReport]:
    plan, store = Plan(), Store(str(folder / "out"))
    return [do_shard(shard, plan, store) for shard in list_shards(str(folder / "in"))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=50, help="of each set")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=20)
    parser.add_argument("--longest", type=int, default=max(LENGTHS))
    chosen = parser.parse_args()
    where = f"{machine()}, at commit {commit()}, load average {os.getloadavg()[0]:.0f}"
    load_seconds = loading_seconds()
    timed = TimedEncoder(MiniLm(threads=1))
    texts = {
        name: [" ".join(each.units) for each in datasets.load(name)[: chosen.documents]]
        for name in SETS
    }
    measure(texts["wiki50"][0], timed)  # so that the first document loads nothing
    by_set = {}
    for name, group in texts.items():
        by_set[name] = [measure(text, timed, chosen.rounds) for text in group]
        print(name, len(group), flush=True)
    documents = [each for group in by_set.values() for each in group]
    content = {
        "command": COMMAND,
        "where": where,
        "sets": list(set_rows(by_set)),
        "slopes": slopes(documents),
        "lengths": list(length_rows([each for each in LENGTHS if each <= chosen.longest], timed)),
        "loading_seconds": round(load_seconds, 3),
        "result_bytes_per_sentence": round(stored_bytes(texts), 2),
        "shard_seconds": round(shard_seconds(), 4),
        "repeats": repeats(texts["wiki50"][:REPEATED_DOCUMENTS], timed, chosen.repeats),
        "documents": [[each.sentences, round(each.cpu_seconds, 4)] for each in documents],
    }
    (RESULTS / "scale").mkdir(parents=True, exist_ok=True)
    write_atomically(RESULTS / "scale" / "measured.json", json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    main()
