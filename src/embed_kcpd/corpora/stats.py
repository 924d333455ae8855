"""Counts and sizes of the results of a corpus.

In:  a folder of results.
Out: ``CorpusStats``: shards, documents, units, pieces and errors by kind from the markers; sizes
     of the pieces from the results themselves, asked by DuckDB where it is installed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from embed_kcpd.corpora.manifest import RunReport
from embed_kcpd.corpora.markers import all_marked, stored_settings
from embed_kcpd.corpora.plan import OutputFormat, Task
from embed_kcpd.corpora.store import Store
from embed_kcpd.errors import InputError

QUANTILES = (0.0, 0.25, 0.5, 0.75, 1.0)

NO_DUCKDB = "not computed: install DuckDB with pip install duckdb"
ELSEWHERE = "not computed: the results are not on this machine"

_OFFSETS = "start_char BIGINT, end_char BIGINT"
_LISTS = {
    Task.segment: ("offsets", f"STRUCT({_OFFSETS})[]"),
    Task.chunk: ("chunks", f"STRUCT({_OFFSETS}, n_tokens BIGINT)[]"),
    Task.chapters: ("chapters", "STRUCT(start_seconds DOUBLE, end_seconds DOUBLE)[]"),
}
"""The column of pieces of each task, and the parts of it that are measured."""

_MEASURES = {
    Task.segment: {"characters": "piece.end_char - piece.start_char"},
    Task.chunk: {
        "characters": "piece.end_char - piece.start_char",
        "tokens": "piece.n_tokens",
    },
    Task.chapters: {"seconds": "piece.end_seconds - piece.start_seconds"},
}


@dataclass(frozen=True, slots=True)
class CorpusStats:
    """What a folder of results holds.

    ``sizes`` has the least, the quartiles and the largest of each measure: pieces of a document,
    characters, tokens or seconds of a piece.  ``note`` says why there are none.
    """

    task: Task
    report: RunReport
    sizes: dict[str, tuple[float, ...]] = field(default_factory=dict)
    note: str | None = None

    def as_values(self) -> dict[str, object]:
        """All in plain JSON values."""
        return {
            "task": self.task.value,
            "n_shards": len(self.report.done),
            "n_documents": self.report.n_documents,
            "n_units": self.report.n_units,
            "n_pieces": self.report.n_pieces,
            "n_errors": self.report.n_errors,
            "errors_by_kind": self.report.errors_by_kind,
            "sizes": {name: list(values) for name, values in self.sizes.items()},
            "note": self.note,
        }

    def lines(self) -> Iterator[tuple[str, str]]:
        """Names and values, as a person reads them."""
        report, pieces = self.report, f"{self.task.piece}s"
        counts = (len(report.done), report.n_documents, report.n_units, report.n_pieces)
        for name, count in zip(("shards", "documents", "units", pieces), counts, strict=True):
            yield name, f"{count:,}"
        yield "documents without result", f"{report.n_errors:,}"
        for kind, number in self.report.errors_by_kind.items():
            yield f"  {kind}", f"{number:,}"
        if self.sizes:
            yield "sizes", "least / lower quartile / median / upper quartile / most"
        for name, values in self.sizes.items():
            yield name, " / ".join(f"{value:,.6g}" for value in values)
        if self.note:
            yield "sizes", self.note


def corpus_stats(out: str) -> CorpusStats:
    """Count and measure the results in a folder."""
    store = Store(out)
    settings = stored_settings(store)
    if settings is None:
        raise InputError(f"{out} holds no results of corpus run")
    try:
        task, output = Task(settings.get("task")), OutputFormat(settings.get("output"))
    except ValueError as error:
        raise InputError(f"{out} holds results of another version: {error}") from None
    report = RunReport(tuple(all_marked(store)), failed=(), n_skipped=0)
    if store.folder is None:
        return CorpusStats(task, report, note=ELSEWHERE)
    try:
        import duckdb  # noqa: F401
    except ImportError:
        return CorpusStats(task, report, note=NO_DUCKDB)
    paths = [str(store.folder / done.output) for done in report.done]
    return CorpusStats(task, report, sizes=_sizes(task, output, paths) if paths else {})


def _sizes(task: Task, output: OutputFormat, paths: Sequence[str]) -> dict[str, tuple[float, ...]]:
    column, kind = _LISTS[task]
    if output is OutputFormat.parquet:
        source = "read_parquet($paths)"
    else:
        source = (
            f"read_json($paths, format = 'newline_delimited', columns = {{{column}: '{kind}'}})"
        )
    per_document = f"SELECT len({column}) AS size FROM {source} WHERE {column} IS NOT NULL"
    sizes = {f"{task.piece}s a document": _quantiles(per_document, paths)}
    for name, measure in _MEASURES[task].items():
        pieces = f"SELECT {measure} AS size FROM (SELECT unnest({column}) AS piece FROM {source})"
        sizes[f"{name} a {task.piece}"] = _quantiles(pieces, paths)
    return {name: values for name, values in sizes.items() if values}


def _quantiles(query: str, paths: Sequence[str]) -> tuple[float, ...]:
    import duckdb

    wanted = ", ".join(f"quantile_cont(size, {share})" for share in QUANTILES)
    with duckdb.connect() as base:
        found = base.execute(f"SELECT {wanted} FROM ({query})", {"paths": list(paths)}).fetchone()
    return () if found is None or found[0] is None else tuple(float(value) for value in found)
