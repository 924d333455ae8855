"""What does a faster encoder cost in errors?

In:  the first documents of English sets, one of each kind of text.
Out: ``benchmarks/results/encoder_errors.json``: Pk of each built-in encoder, and the CPU time of
     ``segment_units`` with confidence, encoding included and nothing cached.

    make bench-encoder-errors
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from embed_kcpd import SegmentCount, Settings, segment_units
from embed_kcpd.encoders.names import encoder_by_name
from embed_kcpd.evaluation.datasets import Document
from embed_kcpd.evaluation.granularity_bench import documents_of
from embed_kcpd.evaluation.granularity_table import SETS
from embed_kcpd.evaluation.metrics import pk
from results_file import machine, publish

ENCODERS = ("minilm", "multilingual", "wordllama")
ONE_OF_EACH = (
    *("choi-3-11", "wiki50", "elements", "arxiv", "cities"),
    *("wiki300", "lectures_ai", "clinical", "eslpod", "dialseg711"),
)


@dataclass(frozen=True, slots=True)
class Errors:
    """Pk in percent, told the number of segments and told nothing; CPU seconds of the latter."""

    told: float
    default: float
    seconds: float


def error(document: Document, settings: Settings) -> float:
    cuts = segment_units(document.units, settings).boundaries
    return 100 * pk(document.boundaries, cuts, document.n_units)


def errors(documents: Sequence[Document], encoder: str) -> Errors:
    """One encoder on one set."""
    settings = Settings(encoder=encoder_by_name(encoder, threads=1), language="en")
    segment_units(documents[0].units, settings)  # the model is loaded outside of the time
    start = time.process_time()
    default = fmean(error(document, settings) for document in documents)
    seconds = time.process_time() - start
    plain = replace(settings, confidence=False)
    told = fmean(
        error(document, replace(plain, granularity=SegmentCount(document.n_segments)))
        for document in documents
    )
    return Errors(told, default, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=50, help="at most so many of each set")
    parser.add_argument("--sets", nargs="+", choices=SETS, default=ONE_OF_EACH)
    chosen = parser.parse_args()
    measured: dict[str, list[Errors]] = {encoder: [] for encoder in ENCODERS}
    n_units = 0
    for name in chosen.sets:
        documents = documents_of(name, None)[: chosen.documents]
        n_units += sum(document.n_units for document in documents)
        for encoder in ENCODERS:
            found = errors(documents, encoder)
            measured[encoder].append(found)
            print(name, encoder, found, flush=True)
    seconds = {encoder: sum(one.seconds for one in measured[encoder]) for encoder in ENCODERS}
    publish(
        "encoder_errors",
        title="Errors and time of all of segment_units, by encoder",
        command="make bench-encoder-errors",
        columns=[
            *("encoder", *(SETS[name] for name in chosen.sets)),
            *("CPU ms a unit", f"times {ENCODERS[0]}"),
        ],
        rows=[
            [
                encoder,
                *(f"{one.told:.1f} / {one.default:.1f}" for one in measured[encoder]),
                round(1000 * seconds[encoder] / n_units, 3),
                round(seconds[ENCODERS[0]] / seconds[encoder], 1),
            ]
            for encoder in ENCODERS
        ],
        notes=[
            f"Mean Pk in percent over the first {chosen.documents} documents of each set, told the "
            "number of segments / told nothing.",
            f"CPU time: told nothing, with confidence, {n_units:,} units, one thread, nothing "
            "cached, encoding included and loading the model not.",
            f"{machine()}.",
        ],
    )


if __name__ == "__main__":
    main()
