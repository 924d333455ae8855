"""One shard from beginning to end: read, cut, write, mark as done.

In:  a shard, a plan, a store.
Out: ``do_shard(shard, plan, store)``: the results and the marker in the store, and the
     ``ShardReport`` of the marker.

This is what every worker runs, whoever started it: a process here, Daft, Spark or Ray.  It may
be killed at any moment and done again, also twice at once: the bytes are the same.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from embed_kcpd.corpora.markers import FIRST_ERRORS, RowError, ShardReport, mark
from embed_kcpd.corpora.plan import OutputFormat, Plan
from embed_kcpd.corpora.reading import ReadBatch, opened_shard
from embed_kcpd.corpora.schema import ERROR
from embed_kcpd.corpora.shards import Shard
from embed_kcpd.corpora.store import Store
from embed_kcpd.corpora.writing import write_json_lines, write_parquet

if TYPE_CHECKING:
    import pyarrow


@dataclass(frozen=True, slots=True)
class ShardProgress:
    """What was done since the last time, and how much of the shard is done, from 0 to 1."""

    n_documents: int
    n_units: int
    share: float


Watch = Callable[[ShardProgress], None]


def do_shard(shard: Shard, plan: Plan, store: Store, watch: Watch | None = None) -> ShardReport:
    """Make the results of a shard; ``watch`` is called after each batch."""
    name = shard.output_name(plan.output)
    counts = _Counts()
    with opened_shard(shard, plan.documents) as content:
        own = plan.for_read_shards(content.format)
        results = _results(content.batches, own, counts, watch)
        if plan.output is OutputFormat.parquet:
            schema = own.schema(content.kept)
            size = store.write(name, partial(write_parquet, batches=results, schema=schema))
        else:
            size = store.write(name, partial(write_json_lines, batches=results, name=name))
        report = counts.report(shard, name, size, content.digest)
    mark(store, report)
    return report


def _results(
    batches: Iterable[ReadBatch], plan: Plan, counts: "_Counts", watch: Watch | None
) -> "Iterator[pyarrow.RecordBatch]":
    for read in batches:
        result = plan.apply(read.batch)
        n_units = counts.add(result, plan)
        if watch is not None:
            watch(ShardProgress(result.num_rows, n_units, read.share))
        yield result


class _Counts:
    """Sums over the batches of a shard."""

    def __init__(self) -> None:
        self._documents = self._units = self._pieces = self._errors = 0
        self._kinds: Counter[str] = Counter()
        self._languages: Counter[str] = Counter()
        self._first: list[RowError] = []

    def add(self, result: "pyarrow.RecordBatch", plan: Plan) -> int:
        """Count a batch of results; the units in it."""
        import pyarrow.compute as pc

        n_units = int(pc.sum(result.column("n_units")).as_py() or 0)
        found = result.column(plan.pieces_column)
        self._pieces += int(pc.sum(pc.list_value_length(found)).as_py() or 0)
        self._documents += result.num_rows
        self._units += n_units
        self._languages.update(filter(None, result.column("language").to_pylist()))
        for place, error in enumerate(result.column(ERROR).to_pylist()):
            if error is not None:
                self._add_error(result, place, error)
        return n_units

    def _add_error(self, result: "pyarrow.RecordBatch", place: int, error: str) -> None:
        self._errors += 1
        self._kinds[error.partition(":")[0]] += 1
        if len(self._first) < FIRST_ERRORS:
            row, name = (result.column(column)[place].as_py() for column in ("row", "id"))
            self._first.append(RowError(row, name, error))

    def report(self, shard: Shard, output: str, size: int, digest: str) -> ShardReport:
        return ShardReport(
            shard=shard.name,
            output=output,
            output_bytes=size,
            input_bytes=shard.size,
            input_digest=digest,
            input_states=tuple(file.state for file in shard.files),
            n_documents=self._documents,
            n_units=self._units,
            n_pieces=self._pieces,
            n_errors=self._errors,
            errors_by_kind=dict(sorted(self._kinds.items())),
            errors=tuple(self._first),
            languages=dict(sorted(self._languages.items())),
        )
