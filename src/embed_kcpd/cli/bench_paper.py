"""``embed-kcpd bench paper`` and ``bench file``: methods on data sets, one row each."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from embed_kcpd.cli.bench_options import (
    Data,
    EncoderName,
    Fresh,
    JsonFile,
    Methods,
    Page,
    Sets,
    named,
)
from embed_kcpd.errors import EmbedKcpdError, InputError

if TYPE_CHECKING:
    from embed_kcpd.evaluation.bench import Row
    from embed_kcpd.evaluation.datasets import Document


def paper(
    *,
    data: Data = None,
    sets: Sets = None,
    methods: Methods = None,
    encoder: EncoderName = "minilm-fp32",
    json_file: JsonFile = None,
    fresh: Fresh = False,
    page: Page = None,
) -> None:
    """Regenerate the paper's tables: reported values, ours, and the difference."""
    from embed_kcpd.evaluation.page_parts import write_parts
    from embed_kcpd.evaluation.paper import PAPER_SETS, load_as_paper, page_parts

    names = named(sets, PAPER_SETS, "data set")
    loads = {name: partial(load_as_paper, name, data) for name in names}
    rows = _measured(loads, methods, encoder, json_file, fresh)
    if page is not None:
        write_parts(page, page_parts(rows, data))


def file(
    documents: Annotated[Path, typer.Argument(help="JSONL: id, units (or sentences), boundaries.")],
    *,
    methods: Methods = None,
    encoder: EncoderName = "minilm",
    json_file: JsonFile = None,
    fresh: Fresh = False,
) -> None:
    """Measure methods on your own documents with known boundaries."""
    from embed_kcpd.evaluation.datasets import read_documents

    if not documents.is_file():
        raise InputError(f"{documents} is not a file")
    name = documents.name.removesuffix(".gz").removesuffix(".jsonl")
    _measured({name: partial(read_documents, documents)}, methods, encoder, json_file, fresh)


def _measured(
    loads: "Mapping[str, Callable[[], Sequence[Document]]]",
    methods: str | None,
    encoder: str,
    json_file: Path | None,
    fresh: bool,
) -> "list[Row]":
    """Measure, keep the file up to date row by row, print what was asked for."""
    from embed_kcpd.encoders import cached
    from embed_kcpd.encoders.names import encoder_by_name
    from embed_kcpd.evaluation.bench import read_rows, rows_as_json
    from embed_kcpd.evaluation.campaign import NamedEncoder, run
    from embed_kcpd.evaluation.registry import registry
    from embed_kcpd.files import write_atomically

    names = named(methods, registry(), "method")
    known = read_rows(json_file) if json_file else []
    if fresh:
        known = [one for one in known if one.set not in loads or one.method not in names]

    def keep(rows: "list[Row]") -> None:
        if json_file is not None:
            write_atomically(json_file, rows_as_json(rows))

    chosen = NamedEncoder(encoder, cached(encoder_by_name(encoder)))
    # What was asked for by name must be there; of all methods, those that can run do.
    skip = None if methods else _leave_out
    rows = run(loads, names, chosen, known, on_rows=keep, on_left_out=skip)
    keep(rows)
    shown = [one for one in rows if one.set in loads and one.method in names]
    _print_rows([one for one in shown if one.encoder in (None, encoder)])
    return rows


def _leave_out(method: str, error: EmbedKcpdError) -> None:
    typer.echo(f"leaving out {method}: {error}", err=True)


def _print_rows(rows: "Sequence[Row]") -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table("set", "method", "Pk", "paper", "WD", "paper", "extra", box=SIMPLE_HEAD)
    for column in table.columns:
        column.no_wrap = True
    for column in table.columns[2:]:
        column.justify = "right"
    for one in rows:
        table.add_row(
            one.set,
            one.method,
            f"{one.pk:.1f} ± {one.pk_sd:.1f}",
            "" if one.reported_pk is None else f"{one.reported_pk:.1f}",
            f"{one.wd:.1f} ± {one.wd_sd:.1f}",
            "" if one.reported_wd is None else f"{one.reported_wd:.1f}",
            f"{one.extra_boundaries:+.1f}",
        )
    Console().print(table)
