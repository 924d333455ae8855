"""The numbers of the page on scale, worked out from what was measured.

In:  ``benchmarks/results/scale/``: measured costs, the simulation of many workers.
Out: the tables of ``explanation/scale.md``, by the name of their part.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from embed_kcpd.evaluation.page_parts import markdown_table
from generator.benchmarks import RESULTS

HOUR = 3600
WORKERS = 1_000
CORPORA = (1e6, 1e9, 1e12)
"""Sentences."""
CACHE_BYTES = 1_690
"""What the vector cache keeps of a sentence: 1,536 bytes of vector, digests and SQLite."""


@dataclass(frozen=True, slots=True)
class Crawl:
    """A published crawl: pages or tokens, as its publishers count them."""

    name: str
    pages: float | None
    tokens: float
    text_bytes: float


CRAWLS = (
    Crawl("RefinedWeb, public extract", 968_000_015, 600e9, 2.77e12),
    Crawl("FineWeb, first release", None, 15e12, 44e12),
)
TOKENS_PER_PAGE = 600e9 / 968_000_015
"""Of RefinedWeb, for a crawl whose pages are not counted."""
PRICE_PER_CORE_HOUR = 0.04
"""Dollars; eight cores of a c5.2xlarge at 0.34 in the example that Amazon's manual gives."""


def parts() -> Mapping[str, str]:
    """Every generated part of the page."""
    measured = _read("measured")
    return {
        "sets": _sets(measured),
        "slopes": _slopes(measured),
        "lengths": _lengths(measured),
        "sizes": _sizes(measured),
        "stragglers": _stragglers(_read("stragglers")),
        "crawls": _crawls(measured),
    }


def _read(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(
        (RESULTS / "scale" / f"{name}.json").read_text(encoding="utf-8")
    )
    return content


def _sets(measured: dict[str, Any]) -> str:
    heads = [
        *("set", "sentences each", "bytes a sentence", "sentences/CPU s", "tokens/CPU s"),
        *("documents/core-hour", "in the encoder"),
    ]
    rows = []
    for row in measured["sets"]:
        documents, sentences, seconds = row["documents"], row["sentences"], row["cpu_seconds"]
        rows.append(
            [
                row["set"],
                f"{sentences / documents:.0f}",
                f"{row['text_bytes'] / sentences:.0f}",
                f"{sentences / seconds:,.0f}",
                f"{row['tokens'] / seconds:,.0f}",
                f"{documents / seconds * HOUR:,.0f}",
                f"{row['encoder_seconds'] / seconds:.0%}",
            ]
        )
    n_documents = sum(row["documents"] for row in measured["sets"])
    said = f"{n_documents} documents in all; {measured['where']}."
    return f"{markdown_table(heads, rows)}\n\n{said}"


def _slopes(measured: dict[str, Any]) -> str:
    slopes = measured["slopes"]
    formula = (
        f"    CPU seconds of a document = {slopes['document'] * 1e3:.1f} ms"
        f" + {slopes['sentence'] * 1e3:.2f} ms x sentences"
        f" + {slopes['token'] * 1e6:.0f} µs x tokens"
    )
    errors = ", ".join(
        f"{row['set']} {row['predicted_seconds'] / row['cpu_seconds'] - 1:+.0%}"
        for row in measured["sets"]
    )
    said = "How wrong it is for a set whose documents are left out of the fit:"
    return f"{formula}\n\n{said} {errors}."


def _lengths(measured: dict[str, Any]) -> str:
    heads = ["sentences", "MB of text", "CPU s", "in the encoder", "outside it, s", "process, MB"]
    rows = [
        [
            f"{row['sentences']:,}",
            f"{row['text_bytes'] / 1e6:.2f}",
            f"{row['cpu_seconds']:.1f}",
            f"{row['encoder_seconds'] / row['cpu_seconds']:.0%}",
            f"{row['cpu_seconds'] - row['encoder_seconds']:.1f}",
            f"{row['peak_megabytes']:,}",
        ]
        for row in measured["lengths"]
    ]
    return markdown_table(heads, rows, is_numeric=True)


def _sizes(measured: dict[str, Any]) -> str:
    """All sets together, as if the corpus were made of them."""
    total = {
        key: sum(row[key] for row in measured["sets"])
        for key in ("documents", "sentences", "text_bytes", "cpu_seconds")
    }
    heads = ["sentences", "documents", "text", "core-hours", f"{WORKERS:,} cores", "results"]
    rows = []
    for sentences in CORPORA:
        seconds = sentences * total["cpu_seconds"] / total["sentences"]
        rows.append(
            [
                f"{sentences:.0e}".replace("e+0", "e").replace("e+", "e"),
                count(sentences * total["documents"] / total["sentences"]),
                size(sentences * total["text_bytes"] / total["sentences"]),
                f"{float(f'{seconds / HOUR:.2g}'):,g}",
                duration(seconds / WORKERS),
                size(sentences * measured["result_bytes_per_sentence"]),
                size(sentences * CACHE_BYTES),
            ]
        )
    return markdown_table([*heads, "vectors, if kept"], rows, is_numeric=True)


def _stragglers(result: dict[str, Any]) -> str:
    """One line for each size of shard and way of handing out, one column for each rate."""
    rates = sorted({row["failures_per_hour"] for row in result["rows"]})
    lines: dict[tuple[int, str], list[str]] = {}
    for row in result["rows"]:
        cell = f"{row['times_ideal']:.2f} ({row['lost_share']:.1%})"
        lines.setdefault((row["shard_documents"], row["handing"]), []).append(cell)
    heads = ["documents a shard", "shards are", *(f"{rate:g} failures/h" for rate in rates)]
    rows = [[f"{per_shard:,}", handing, *cells] for (per_shard, handing), cells in lines.items()]
    said = (
        f"{count(result['documents'])} documents, {result['core_hours']:,.0f} core-hours. Cells: "
        f"the time to the last result over the ideal ({duration(result['ideal_seconds'])} on "
        f"{result['workers']:,} workers), and the share of work that was lost; failures/h are "
        f"those of one worker; medians of {result['seeds']} seeds."
    )
    return f"{markdown_table(heads, rows)}\n\n{said}"


def _crawls(measured: dict[str, Any]) -> str:
    total = {
        key: sum(row[key] for row in measured["sets"])
        for key in ("sentences", "tokens", "text_bytes", "cpu_seconds")
    }
    slopes = measured["slopes"]
    heads = [
        *("crawl", "pages", "tokens", "core-hours by the prices", "by bytes"),
        *(f"{WORKERS:,} cores", f"at ${PRICE_PER_CORE_HOUR:.2f}"),
    ]
    rows = []
    for crawl in CRAWLS:
        pages = crawl.pages or crawl.tokens / TOKENS_PER_PAGE
        sentences = crawl.tokens * total["sentences"] / total["tokens"]
        by_prices = (
            pages * slopes["document"]
            + sentences * slopes["sentence"]
            + crawl.tokens * slopes["token"]
        )
        by_bytes = crawl.text_bytes / total["text_bytes"] * total["cpu_seconds"]
        larger = max(by_prices, by_bytes)
        rows.append(
            [
                crawl.name,
                count(pages) if crawl.pages else f"{count(pages)}, estimated",
                count(crawl.tokens),
                f"{float(f'{by_prices / HOUR:.2g}'):,g}",
                f"{float(f'{by_bytes / HOUR:.2g}'):,g}",
                duration(larger / WORKERS),
                f"${float(f'{larger / HOUR * PRICE_PER_CORE_HOUR:.2g}'):,g}",
            ]
        )
    return markdown_table(heads, rows)


def count(number: float) -> str:
    """A number with two digits and its thousands.

    >>> [count(value) for value in (12, 1.1e7, 9.68e8, 1.5e13)]
    ['12', '11 million', '970 million', '15 trillion']
    """
    for unit, name in ((1e12, " trillion"), (1e9, " billion"), (1e6, " million"), (1, "")):
        if number >= unit:
            return f"{float(f'{number / unit:.2g}'):,g}{name}"
    return f"{number:.2g}"


def size(n_bytes: float) -> str:
    """Bytes with two digits and their unit.

    >>> [size(value) for value in (3e5, 2.77e12)]
    ['0.3 MB', '2.8 TB']
    """
    for unit, name in ((1e15, "PB"), (1e12, "TB"), (1e9, "GB")):
        if n_bytes >= unit:
            return f"{float(f'{n_bytes / unit:.2g}'):g} {name}"
    return f"{float(f'{n_bytes / 1e6:.2g}'):g} MB"


def duration(seconds: float) -> str:
    """Seconds in the unit that a person would use.

    >>> [duration(value) for value in (2, 1100, 20000, 9e6, 9e9)]
    ['2 s', '18 min', '5.6 h', '104 days', '285 years']
    """
    for unit, name in ((365.25 * 86400, "years"), (86400, "days"), (3600, "h"), (60, "min")):
        if seconds >= 2 * unit:
            value = seconds / unit
            return f"{value:,.0f} {name}" if value >= 10 else f"{value:.1f} {name}"
    return f"{seconds:.0f} s" if seconds >= 1 else f"{seconds:.1g} s"
