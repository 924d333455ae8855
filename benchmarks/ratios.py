"""One page of ratios: the calls people make, beside the peers they would use instead.

In:  a group of pairs; each group runs in the environment that has its peers.
Out: rows in ``benchmarks/results/history/ratios.json`` with the commit they were measured at,
     and the page of all groups.

    make bench

Ours and the peer take turns in one process on one thread; each round gives one ratio of CPU
times (wall time divides differently on a shared machine).  The page shows the median ratio,
the range over the rounds, and the median of the commit before.  A row whose whole range lies
below the range before is marked: that is a regression, not noise.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from embed_kcpd import Paper, Penalty, Rbf, SegmentCount, Settings, segment, segment_vectors
from embed_kcpd.encoders import MiniLm
from embed_kcpd.files import write_atomically
from results_file import RESULTS, commit, machine, publish
from solver_data import segmented

ROWS = RESULTS / "history" / "ratios.json"
ROUNDS, ROUNDS_OF_SLOW = 7, 3
"""Rounds of a pair, and of one in which a call takes a second or more."""

TEXT = Path(__file__).parent.parent / "examples" / "garden.txt"

Call = Callable[[], Any]
Pair = tuple[str, str, Call, Call]
"""What is done, the peer's name, our call, the peer's call."""


def solver_pairs() -> Iterator[Pair]:
    """``segment_vectors`` beside ``ruptures.KernelCPD`` on the same unit vectors."""
    import ruptures

    name = f"ruptures {version('ruptures')}"
    for n, length in ((50, 10), (100, 10), (1_000, 10), (5_000, 10), (5_000, 100), (5_000, 5_000)):
        vectors = segmented(n, 384, length).astype(np.float64)
        what = f"{n:,} x 384, " + ("nothing to find" if length == n else f"segments of {length}")
        penalty = 0.088 * float(np.sqrt(n * np.log(n)))
        linear = Settings(objective=Paper(), granularity=Penalty(penalty), confidence=False)
        yield (
            f"segment_vectors, cosine, {what}",
            name,
            lambda rows=vectors, chosen=linear: segment_vectors(rows, chosen),
            lambda rows=vectors, price=penalty: (
                ruptures.KernelCPD("cosine", min_size=1).fit(rows).predict(pen=price)
            ),
        )
        rbf = Settings(
            objective=Paper(Rbf(gamma=1.0)), granularity=Penalty(penalty / 2), confidence=False
        )
        yield (
            f"segment_vectors, RBF, {what}",
            name,
            lambda rows=vectors, chosen=rbf: segment_vectors(rows, chosen),
            lambda rows=vectors, price=penalty / 2: (
                ruptures.KernelCPD("rbf", min_size=1, params={"gamma": 1.0})
                .fit(rows)
                .predict(pen=price)
            ),
        )


def found_pairs() -> Iterator[Pair]:
    """The same where ruptures prunes best: short segments that are all found."""
    import ruptures

    name = f"ruptures {version('ruptures')}"
    for n in (50, 1_000, 5_000):
        vectors = segmented(n, 384, 10).astype(np.float64)
        settings = Settings(objective=Paper(), granularity=Penalty(1.0), confidence=False)
        yield (
            f"segment_vectors, cosine, {n:,} x 384, segments of 10, penalty 1 (all found)",
            name,
            lambda rows=vectors, chosen=settings: segment_vectors(rows, chosen),
            lambda rows=vectors: (
                ruptures.KernelCPD("cosine", min_size=1).fit(rows).predict(pen=1.0)
            ),
        )
    for n, length, penalty in (
        (50, 10, 1.0),
        (1_000, 10, 1.0),
        (5_000, 10, 1.0),
        (5_000, 100, 3.0),
    ):
        vectors = segmented(n, 384, length).astype(np.float64)
        rbf = Settings(
            objective=Paper(Rbf(gamma=1.0)), granularity=Penalty(penalty), confidence=False
        )
        yield (
            f"segment_vectors, RBF, {n:,} x 384, segments of {length}, penalty {penalty:g} (found)",
            name,
            lambda rows=vectors, chosen=rbf: segment_vectors(rows, chosen),
            lambda rows=vectors, price=penalty: (
                ruptures.KernelCPD("rbf", min_size=1, params={"gamma": 1.0})
                .fit(rows)
                .predict(pen=price)
            ),
        )
    for n in (1_000, 5_000):
        vectors = segmented(n, 384, 10).astype(np.float64)
        rbf = Settings(objective=Paper(Rbf()), granularity=Penalty(1.0), confidence=False)
        yield (
            f"segment_vectors, RBF, {n:,} x 384, segments of 10, penalty 1, no gamma given",
            name,
            lambda rows=vectors, chosen=rbf: segment_vectors(rows, chosen),
            lambda rows=vectors: ruptures.KernelCPD("rbf", min_size=1).fit(rows).predict(pen=1.0),
        )


def count_pairs() -> Iterator[Pair]:
    """The same for a given number of segments, where ruptures fills a table of all counts."""
    import ruptures

    name = f"ruptures {version('ruptures')}"
    for n, count in ((100, 5), (1_000, 5), (1_000, 20), (5_000, 5), (5_000, 20)):
        vectors = segmented(n, 384, 100 if n > 100 else 10).astype(np.float64)
        settings = Settings(objective=Paper(), granularity=SegmentCount(count), confidence=False)
        yield (
            f"segment_vectors, cosine, {n:,} x 384, exactly {count} segments",
            name,
            lambda rows=vectors, chosen=settings: segment_vectors(rows, chosen),
            lambda rows=vectors, count=count: (
                ruptures.KernelCPD("cosine", min_size=1).fit(rows).predict(n_bkps=count - 1)
            ),
        )


def chunker_pairs() -> Iterator[Pair]:
    """``segment`` on a text beside the semantic chunkers, all with our encoder, no cache."""
    from peers import chonkie_chunker, langchain_chunker

    text = TEXT.read_text(encoding="utf-8")
    encoder = MiniLm(threads=1)
    settings = Settings(encoder=encoder)
    langchain, chonkie = langchain_chunker(encoder), chonkie_chunker(encoder)
    what = "segment a text of 63 sentences with confidence and titles, encoding included"
    peer = f"LangChain SemanticChunker {version('langchain-experimental')}"
    yield what, peer, lambda: segment(text, settings), lambda: langchain.split_text(text)
    peer = f"chonkie SemanticChunker {version('chonkie')}"
    yield what, peer, lambda: segment(text, settings), lambda: chonkie.chunk(text)


def torch_pairs() -> Iterator[Pair]:
    """``segment`` on a text beside ten lines with sentence-transformers and ruptures."""
    import tempfile

    import ruptures
    import torch
    from sentence_transformers import SentenceTransformer

    import reference

    torch.set_num_threads(1)
    folder = reference.write_folder(Path(tempfile.mkdtemp()) / "all-MiniLM-L6-v2")
    model = SentenceTransformer(str(folder), device="cpu")
    text = TEXT.read_text(encoding="utf-8")
    settings = Settings(encoder=MiniLm(threads=1))
    sentences = [text[unit.start : unit.end] for unit in segment(text, settings).units]
    penalty = 0.088 * float(np.sqrt(len(sentences) * np.log(len(sentences))))

    def ten_lines() -> list[int]:
        search = ruptures.KernelCPD("cosine", min_size=2).fit(model.encode(sentences))
        boundaries: list[int] = search.predict(pen=penalty)
        return boundaries

    names = ("sentence-transformers", "torch", "ruptures")
    peer = ", ".join(f"{name} {version(name)}" for name in names)
    what = "segment a text of 63 sentences with confidence and titles, encoding included"
    yield what, peer, lambda: segment(text, settings), ten_lines


GROUPS = {
    "solver": solver_pairs,
    "found": found_pairs,
    "counts": count_pairs,
    "chunkers": chunker_pairs,
    "torch": torch_pairs,
}


def cpu_seconds(call: Call) -> float:
    """CPU seconds of one call, repeated until they can be measured."""
    repeats, start = 0, time.process_time()
    while True:
        call()
        repeats += 1
        took = time.process_time() - start
        if took >= 0.05:
            return took / repeats


def measured(group: str, pair: Pair) -> dict[str, object]:
    what, peer, ours, theirs = pair
    first = max(cpu_seconds(ours), cpu_seconds(theirs))  # also: files into memory
    n_rounds = ROUNDS if first < 1.0 else ROUNDS_OF_SLOW
    rounds = [(cpu_seconds(ours), cpu_seconds(theirs)) for _ in range(n_rounds)]
    ratios = sorted(their / our for our, their in rounds)
    row = {
        "group": group,
        "what": what,
        "peer": peer,
        "commit": commit(),
        "ours": statistics.median(our for our, _ in rounds),
        "theirs": statistics.median(their for _, their in rounds),
        "ratio": statistics.median(ratios),
        "least": ratios[0],
        "most": ratios[-1],
        "machine": f"{machine()}, embed-kcpd {own_version()}, numpy {version('numpy')}",
    }
    print(f"{row['ratio']:8.1f} x  {what} / {peer}", flush=True)
    return row


def own_version() -> str:
    try:
        return version("embed-kcpd")
    except PackageNotFoundError:
        return "unknown"


def kept_rows() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(ROWS.read_text("utf-8")) if ROWS.exists() else []
    return rows


def measure(group: str) -> None:
    """Measure a group; rows of this commit replace each other, older commits stay."""
    fresh = [measured(group, pair) for pair in GROUPS[group]()]
    now = commit()
    old = [row for row in kept_rows() if (row["group"], row["commit"]) != (group, now)]
    ROWS.parent.mkdir(exist_ok=True)
    write_atomically(ROWS, json.dumps([*old, *fresh], indent=1) + "\n")


def page() -> None:
    """The newest row of every pair, beside the one before it."""
    history: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in kept_rows():
        history.setdefault((row["what"], row["peer"]), []).append(row)
    publish(
        "ratios",
        title="The calls people make, beside their peers",
        command="make bench",
        columns=["call", "peer", "ours, CPU ms", "peer, CPU ms", "times", "range", "before", ""],
        rows=[_page_row(rows) for rows in history.values()],
        notes=[
            f"Times: the peer's CPU time over ours, median of {ROUNDS} rounds in turns "
            f"({ROUNDS_OF_SLOW} where a call takes seconds) on one thread; range: least and most "
            "over the rounds. More is better for us; below 1 the "
            "peer is faster.",
            "Vectors: the penalty is the paper's, 0.088 sqrt(n log n), unless another is named; at "
            "1,000 rows and more, segments of 10 lie below it and are not found.",
            "Before: the median at the last commit that was measured; 'slower' marks a row whose "
            "whole range lies below the range before.",
            "Chunkers embed the same text with our encoder; LangChain embeds each sentence with "
            "its neighbours. Ours includes confidence and titles.",
            *sorted({rows[-1]["machine"] for rows in history.values()}),
        ],
    )


def _page_row(rows: list[dict[str, Any]]) -> list[str]:
    newest, before = rows[-1], rows[-2] if len(rows) > 1 else None
    is_slower = before is not None and newest["most"] < before["least"]
    return [
        newest["what"],
        newest["peer"],
        f"{1000 * newest['ours']:.2f}",
        f"{1000 * newest['theirs']:.2f}",
        f"{newest['ratio']:.1f}",
        f"{newest['least']:.1f} to {newest['most']:.1f}",
        "" if before is None else f"{before['ratio']:.1f} ({before['commit']})",
        "slower" if is_slower else "",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("group", choices=[*GROUPS, "page"])
    chosen = parser.parse_args().group
    page() if chosen == "page" else measure(chosen)


if __name__ == "__main__":
    main()
