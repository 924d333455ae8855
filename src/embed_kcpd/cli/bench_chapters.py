"""``embed-kcpd bench chapters``: chapters found beside those of people."""

from typing import TYPE_CHECKING, Annotated

import typer

from embed_kcpd.cli.bench_options import Data, EncoderName, Methods, Page, Sets, named

if TYPE_CHECKING:
    from collections.abc import Iterable

    from embed_kcpd.evaluation.chapter_scores import ChapterScore
    from embed_kcpd.evaluation.joined_recordings import LongScore

COMMAND = "embed-kcpd bench chapters --data DIR --write-docs docs/results/chapters.md"
HEADS = ["method", "F1 10 s", "F1 20 s", "Pk (%)", "WindowDiff (%)", "chapters"]
LONG_HEADS = ["set", "hours", "chapters", "by people", "F1 20 s", "Pk (%)", "seconds"]


def chapters(
    *,
    data: Data = None,
    sets: Sets = None,
    methods: Methods = None,
    recordings: Annotated[
        int | None,
        typer.Option(
            min=1, help="At most so many recordings of a set, evenly spaced.", show_default="all"
        ),
    ] = None,
    encoder: EncoderName = "minilm",
    write_docs: Page = None,
) -> None:
    """F1 within 10 and 20 s, Pk and WindowDiff of chapters, against those of people."""
    from embed_kcpd.encoders import as_encoder
    from embed_kcpd.evaluation.chapters_bench import (
        METHODS,
        cue_rows,
        error_rows,
        load_recordings,
        scores,
    )
    from embed_kcpd.evaluation.chapters_data import TALKS
    from embed_kcpd.evaluation.joined_recordings import long_scores
    from embed_kcpd.evaluation.page_parts import markdown_table, write_parts
    from embed_kcpd.progress import progress

    names, chosen = named(sets, TALKS, "set of recordings"), named(methods, METHODS, "method")
    model = as_encoder(encoder)
    loaded = {name: load_recordings(name, data) for name in names}
    parts: dict[str, str] = {}
    long_rows = []
    with progress("Finding chapters", (len(chosen) + 1) * len(loaded)) as advance:
        for name, all_of_set in loaded.items():
            some = all_of_set[:: max(1, len(all_of_set) // (recordings or len(all_of_set)))]
            some = some[:recordings]
            rows = []
            for method in chosen:
                rows.append(_row(method, list(scores(some, METHODS[method], model))))
                advance(1)
            heads = [f"{name}, {len(some)} recordings", *HEADS[1:]]
            parts[name] = markdown_table(heads, rows)
            parts[f"{name} errors"] = _errors(name, error_rows(some, model))
            parts[f"{name} places"] = _places(name, cue_rows(some, model))
            if measured := list(long_scores(some, model)):
                long_rows.append(_long_row(name, measured))
            advance(1)
    if long_rows:
        parts["long"] = markdown_table(LONG_HEADS, long_rows)
    for table in parts.values():
        typer.echo(table + "\n")
    if write_docs is not None:
        write_parts(write_docs, parts)


def _errors(name: str, rows: "Iterable[tuple[str, list[float]]]") -> str:
    """F1 within wider tolerances."""
    from embed_kcpd.evaluation.chapter_errors import TOLERANCES
    from embed_kcpd.evaluation.page_parts import markdown_table

    heads = [f"{name}, F1 within", *(f"{each:g} s" for each in TOLERANCES)]
    return markdown_table(heads, [[label, *(f"{f1:.3f}" for f1 in row)] for label, row in rows])


def _places(name: str, rows: "Iterable[tuple[str, int, list[float]]]") -> str:
    """What stands at places that were found and that were not."""
    from embed_kcpd.evaluation.chapter_places import CUES
    from embed_kcpd.evaluation.page_parts import markdown_table

    heads = [f"{name}, number told", "places", *(f"{cue} (%)" for cue in CUES)]
    cells = [[label, str(n), *(f"{100 * share:.0f}" for share in row)] for label, n, row in rows]
    return markdown_table(heads, cells)


def _row(method: str, measured: "list[ChapterScore]") -> list[str]:
    from embed_kcpd.evaluation.chapter_scores import mean_score

    mean = mean_score(measured)
    return [
        method,
        f"{mean.f1_within_10:.3f}",
        f"{mean.f1_within_20:.3f}",
        f"{100 * mean.pk:.1f}",
        f"{100 * mean.window_diff:.1f}",
        f"{mean.n_found:.1f} of {mean.n_true:.1f}",
    ]


def _long_row(name: str, measured: "list[LongScore]") -> list[str]:
    from embed_kcpd.evaluation.chapter_scores import mean_score

    mean = mean_score([each.score for each in measured])
    counts = [1 + round(each.score.n_found) for each in measured]
    hours = [each.hours for each in measured]
    return [
        f"{name}, {len(measured)} joined",
        f"{min(hours):.1f} to {max(hours):.1f}",
        f"{1 + mean.n_found:.1f} ({min(counts)} to {max(counts)})",
        f"{1 + mean.n_true:.1f}",
        f"{mean.f1_within_20:.3f}",
        f"{100 * mean.pk:.1f}",
        f"{max(each.seconds for each in measured):.1f} at most",
    ]
