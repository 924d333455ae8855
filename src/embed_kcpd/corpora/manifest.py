"""What a run came to: a manifest for programs and a list of errors for people.

In:  the reports of shards.
Out: ``_corpus/manifest.json`` and ``_corpus/errors.tsv``: the same bytes for the same inputs and
     settings, however often the run was stopped.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from importlib import metadata

from embed_kcpd.corpora.markers import ShardReport, as_json
from embed_kcpd.corpora.plan import Plan
from embed_kcpd.corpora.store import OWN, Store

MANIFEST = f"{OWN}/manifest.json"
ERRORS = f"{OWN}/errors.tsv"

PACKAGES = ("pyarrow", "fsspec")
"""Packages beside those of the settings that read and write the files."""


@dataclass(frozen=True, slots=True)
class FailedShard:
    """A shard without results, and why; the next run tries it again."""

    shard: str
    reason: str


@dataclass(frozen=True, slots=True)
class RunReport:
    """All shards of a corpus after a run, in the order of their names.

    ``n_skipped`` shards were done before.  ``without_input`` are results of earlier runs whose
    input is not there any more.
    """

    done: tuple[ShardReport, ...]
    failed: tuple[FailedShard, ...]
    n_skipped: int
    without_input: tuple[str, ...] = ()

    @property
    def n_documents(self) -> int:
        return sum(report.n_documents for report in self.done)

    @property
    def n_units(self) -> int:
        return sum(report.n_units for report in self.done)

    @property
    def n_pieces(self) -> int:
        """Segments, chunks or chapters."""
        return sum(report.n_pieces for report in self.done)

    @property
    def n_errors(self) -> int:
        """Documents without results."""
        return sum(report.n_errors for report in self.done)

    @property
    def errors_by_kind(self) -> dict[str, int]:
        return _summed(report.errors_by_kind for report in self.done)

    @property
    def languages(self) -> dict[str, int]:
        """The number of documents in each language, by its code."""
        return _summed(report.languages for report in self.done)


def _summed(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """The sum of counts by name, the largest first."""
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each)
    return dict(total.most_common())


def write_manifest(store: Store, plan: Plan, report: RunReport) -> None:
    """Write both files."""
    store.write_bytes(MANIFEST, as_json(manifest_values(plan, report)))
    store.write_bytes(ERRORS, _error_lines(report).encode())


def manifest_values(plan: Plan, report: RunReport) -> dict[str, object]:
    """The manifest in plain JSON values."""
    shards = [asdict(each) for each in report.done]
    for shard in shards:
        del shard["errors"], shard["input_states"]
    return {
        "plan": plan.as_values(),
        "file_versions": {name: metadata.version(name) for name in PACKAGES},
        "n_documents": report.n_documents,
        "n_units": report.n_units,
        "n_pieces": report.n_pieces,
        "n_errors": report.n_errors,
        "errors_by_kind": report.errors_by_kind,
        "languages": report.languages,
        "failed_shards": {each.shard: each.reason for each in report.failed},
        "results_without_input": list(report.without_input),
        "shards": shards,
    }


def _error_lines(report: RunReport) -> str:
    """Shard, row, id and reason of each error; a shard that failed has no row."""
    rows: list[tuple[object, ...]] = [("shard", "row", "id", "error")]
    for failed in report.failed:
        rows.append((failed.shard, "", "", failed.reason))
    for done in report.done:
        rows += [(done.shard, error.row, error.id, error.error) for error in done.errors]
        if done.n_errors > len(done.errors):
            more = done.n_errors - len(done.errors)
            rows.append((done.shard, "", "", f"{more:,} more errors are in {done.output}"))
    return "".join("\t".join(map(_field, row)) + "\n" for row in rows)


def _field(value: object) -> str:
    """A value on one line without a tab."""
    return " ".join(str(value).split())
