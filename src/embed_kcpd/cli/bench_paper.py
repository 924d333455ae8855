"""``embed-kcpd bench paper`` and ``bench file``: methods on data sets, one row each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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
from embed_kcpd.cli.guard import WRONG_INPUT
from embed_kcpd.cli.printable import printable
from embed_kcpd.errors import EmbedKcpdError, EncoderError, InputError

if TYPE_CHECKING:
    from embed_kcpd.evaluation.document import Document
    from embed_kcpd.evaluation.rows import Row

MARKS = {
    "#": "is told the true number of segments",
    "!": "learns from true boundaries of other documents",
}
"""What the marks behind a method's name mean."""


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
    from embed_kcpd.evaluation.page_parts import check_page, write_parts
    from embed_kcpd.evaluation.paper import PAPER_SETS, load_as_paper, page_parts

    names = named(sets, PAPER_SETS, "data set")
    check_page(page, "legend", "choi", "others", "cities")
    loads = {name: partial(load_as_paper, name, data) for name in names}
    measured = _measured(loads, methods, encoder, json_file, fresh)
    _print_rows(measured.shown)
    if page is not None:
        write_parts(page, page_parts(measured.rows, data))
    _end(measured)


def file(
    documents: Annotated[
        Path, typer.Argument(help="JSONL file: id, units (or sentences), boundaries.")
    ],
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
    load = partial(read_documents, documents)
    measured = _measured({name: load}, methods, encoder, json_file, fresh)
    # Nobody reported figures for these documents: the best method comes first instead.
    _print_rows(sorted(measured.shown, key=lambda row: row.pk))
    _end(measured)


@dataclass(frozen=True, slots=True)
class _Measured:
    """All rows, those that were asked for, and whether one is missing that should be there."""

    rows: "list[Row]"
    shown: "list[Row]"
    is_incomplete: bool


def _measured(
    loads: "Mapping[str, Callable[[], Sequence[Document]]]",
    methods: str | None,
    encoder: str,
    json_file: Path | None,
    fresh: bool,
) -> _Measured:
    """Measure row by row; a method that cannot run is said in one line, and the others go on."""
    from embed_kcpd.encoders import as_encoder
    from embed_kcpd.evaluation.campaign import NamedEncoder, add_rows, run
    from embed_kcpd.evaluation.registry import registry
    from embed_kcpd.evaluation.rows import read_rows

    names = named(methods, registry(), "method")
    known = read_rows(json_file) if json_file else []
    if fresh:
        known = [row for row in known if row.set not in loads or row.method not in names]

    def keep(rows: "Sequence[Row]") -> None:
        if json_file is not None:
            add_rows(json_file, set(rows).difference(known))

    left_out: list[EmbedKcpdError] = []

    def leave_out(method: str, error: EmbedKcpdError) -> None:
        typer.echo(f"leaving out {method}: {error}", err=True)
        left_out.append(error)

    chosen = NamedEncoder(encoder, as_encoder(encoder))
    rows = run(loads, names, chosen, known, on_rows=keep, on_left_out=leave_out)
    if json_file is not None:
        keep(rows)
        rows = read_rows(json_file)
    asked = [row for row in rows if row.set in loads and row.method in names]
    shown = [row for row in asked if row.encoder in (None, encoder)]
    # What was asked for by name must be there, and what could not be fetched may be next time.
    # Of all methods, those whose packages are installed and that have documents to learn from run.
    missing = left_out if methods else [e for e in left_out if isinstance(e, EncoderError)]
    return _Measured(rows, shown, bool(missing))


def _end(measured: _Measured) -> None:
    if measured.is_incomplete:
        raise typer.Exit(WRONG_INPUT)


def _print_rows(rows: "Sequence[Row]") -> None:
    if not rows:
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from embed_kcpd.evaluation.tables import told

    is_reported = any(row.reported_pk is not None or row.reported_wd is not None for row in rows)
    paper = ("paper",) if is_reported else ()
    table = Table("set", "method", "Pk", *paper, "WD", *paper, "extra", box=SIMPLE_HEAD)
    for place, column in enumerate(table.columns):
        column.no_wrap = True
        column.justify = "left" if place < 2 else "right"
    marks = {row.method: told(row.method) for row in rows}
    for row in rows:
        pk = [f"{row.pk:.1f} ± {row.pk_sd:.1f}", *_printed(row.reported_pk, is_reported)]
        wd = [f"{row.wd:.1f} ± {row.wd_sd:.1f}", *_printed(row.reported_wd, is_reported)]
        method, extra = f"{row.method}{marks[row.method]}", f"{row.extra_boundaries:+.1f}"
        table.add_row(Text(printable(row.set)), method, *pk, *wd, extra)
    console = Console()
    console.print(table)
    for mark, meaning in MARKS.items():
        if any(mark in given for given in marks.values()):
            console.print(f"{mark}  {meaning}", highlight=False)


def _printed(value: float | None, is_reported: bool) -> list[str]:
    """The paper's own value in a column of its own, if the table has one."""
    return [("" if value is None else f"{value:.1f}")] if is_reported else []
