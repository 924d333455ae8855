"""Stragglers and failures over 1,000 workers, with the costs that were measured.

In:  ``benchmarks/results/scale/measured.json``: documents with their CPU seconds, the spread of
     repeated runs, the cost of a shard's own files.
Out: ``benchmarks/results/scale/stragglers.json``: how much longer than the ideal a corpus of a
     billion sentences takes, by size of shard, way of handing out, and rate of failures.

    make bench-scale

Measured: what documents cost, and how much the same work varies on one machine.  Assumed, because
one machine cannot tell: how many machines are slow, how often one fails, how soon it is back.
"""

import argparse
import json

import numpy as np

from cluster_simulation import Handing, Outcome, simulate
from embed_kcpd.arrays import FloatArray
from embed_kcpd.files import write_atomically
from results_file import RESULTS

COMMAND = "make bench-scale"
WORKERS = 1_000
SENTENCES = 1_000_000_000
BOOKS = 1e-5
"""Share of documents as long as the longest text that was measured."""
SLOW_WORKERS, SLOWNESS = 0.02, 3.0
RESTART_SECONDS = 120.0
SHARD_DOCUMENTS = (10_000, 1_000, 100)
FAILURES_PER_HOUR = (0.0, 0.1, 1.0)


def document_seconds(measured: dict, n_documents: int, draw: np.random.Generator) -> FloatArray:
    """Documents drawn from those that were measured, and now and then a book."""
    seconds = np.array([cost for _, cost in measured["documents"]])
    drawn = draw.choice(seconds, n_documents)
    drawn[draw.random(n_documents) < BOOKS] = measured["lengths"][-1]["cpu_seconds"]
    return drawn


def shard_seconds(documents: FloatArray, per_shard: int, own_seconds: float) -> FloatArray:
    """Documents in the order of the corpus, so many to a shard, and what the shard itself costs.

    >>> shard_seconds(np.array([1.0, 2.0, 3.0]), 2, 0.5)
    array([3.5, 3.5])
    """
    starts = np.arange(0, len(documents), per_shard)
    return np.add.reduceat(documents, starts) + own_seconds


def worker_speeds(measured: dict, draw: np.random.Generator) -> FloatArray:
    """One machine as often faster or slower than another as repeated runs were; a few slow."""
    speeds = 1 / draw.choice(np.array(measured["repeats"]), WORKERS)
    speeds[draw.random(WORKERS) < SLOW_WORKERS] /= SLOWNESS
    return speeds


def row(
    per_shard: int, handing: Handing, rate: float, outcomes: list[Outcome], ideal: float
) -> dict[str, object]:
    times = np.array([outcome.seconds for outcome in outcomes]) / ideal
    return {
        "shard_documents": per_shard,
        "handing": handing.value,
        "failures_per_hour": rate,
        "times_ideal": round(float(np.median(times)), 3),
        "worst": round(float(times.max()), 3),
        "lost_share": round(float(np.mean([outcome.lost_share for outcome in outcomes])), 4),
        "failures": round(float(np.mean([outcome.failures for outcome in outcomes]))),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=5)
    chosen = parser.parse_args()
    measured = json.loads((RESULTS / "scale" / "measured.json").read_text(encoding="utf-8"))
    sentences = np.mean([count for count, _ in measured["documents"]])
    n_documents = int(SENTENCES / sentences)
    draw = np.random.default_rng(1)
    documents = document_seconds(measured, n_documents, draw)
    speeds = worker_speeds(measured, draw)
    ideal = float(documents.sum() / speeds.sum())
    rows = []
    for per_shard in SHARD_DOCUMENTS:
        shards = shard_seconds(documents, per_shard, measured["shard_seconds"])
        for handing in Handing:
            for rate in FAILURES_PER_HOUR:
                outcomes = [
                    simulate(
                        shards,
                        speeds,
                        handing,
                        failures_per_hour=rate,
                        restart=RESTART_SECONDS,
                        seed=seed,
                    )
                    for seed in range(chosen.seeds if rate else 1)
                ]
                rows.append(row(per_shard, handing, rate, outcomes, ideal))
                print(rows[-1], flush=True)
    content = {
        "command": COMMAND,
        "workers": WORKERS,
        "documents": n_documents,
        "core_hours": round(float(documents.sum()) / 3600, 1),
        "ideal_seconds": round(ideal, 1),
        "seeds": chosen.seeds,
        "slow_workers": SLOW_WORKERS,
        "slowness": SLOWNESS,
        "restart_seconds": RESTART_SECONDS,
        "books": BOOKS,
        "rows": rows,
    }
    write_atomically(RESULTS / "scale" / "stragglers.json", json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    main()
