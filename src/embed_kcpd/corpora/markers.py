"""What is done: a marker for each shard, and the settings that all results of a folder share.

In:  a store, a plan, shards.
Out: ``begin(store, plan)``: the folder is ours to write to, or an ``OptionsError`` in one line;
     ``is_done(store, shard, plan)``: whether the results of a shard are there and still right.

A marker is written after the results it speaks of.  A shard is done when its marker is there,
the results have the size that the marker says, and the input is what it was.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from embed_kcpd.corpora.plan import Plan
from embed_kcpd.corpora.reading.local_copies import digest, local_copies
from embed_kcpd.corpora.shards import Shard
from embed_kcpd.corpora.store import OWN, Store, result_names
from embed_kcpd.errors import InputError, OptionsError

SETTINGS = f"{OWN}/settings.json"
DONE = f"{OWN}/done"

FIRST_ERRORS = 1_000
"""Errors of one shard that its marker lists; all are counted."""


@dataclass(frozen=True, slots=True)
class RowError:
    """A document without results, and why."""

    row: int
    id: str
    error: str


@dataclass(frozen=True, slots=True)
class ShardReport:
    """What became of a shard: the content of its marker.

    ``languages`` has the number of documents in each language, by its code.
    """

    shard: str
    output: str
    output_bytes: int
    input_bytes: int
    input_digest: str
    input_states: tuple[str | None, ...]
    n_documents: int = 0
    n_units: int = 0
    n_pieces: int = 0
    n_errors: int = 0
    errors_by_kind: Mapping[str, int] = field(default_factory=dict)
    errors: tuple[RowError, ...] = ()
    languages: Mapping[str, int] = field(default_factory=dict)


def begin(store: Store, plan: Plan) -> None:
    """Raise where the folder holds results of other settings, or anything else."""
    wanted = plan.as_values()
    begun = stored_settings(store)
    if begun is None:
        foreign = next(iter(result_names(store)), None)
        if foreign is not None:
            raise OptionsError(
                f"{store.address} holds other files ({foreign}); choose a new or empty folder"
            )
        store.write_bytes(SETTINGS, as_json(wanted))
        return
    if begun == json.loads(as_json(wanted)):
        return
    if not any(result_names(store)):
        # Nothing was done: whoever mistyped an option need not look for another folder.
        store.write_bytes(SETTINGS, as_json(wanted))
    else:
        raise OptionsError(
            f"{store.address} was begun with other settings ({_difference(begun, wanted)}); "
            "give the same ones, or choose another folder"
        )


def stored_settings(store: Store) -> dict[str, object] | None:
    """The settings that the results of a folder share; None where it has none."""
    stored = store.read(SETTINGS)
    if stored is None:
        return None
    try:
        settings = json.loads(stored)
    except (ValueError, RecursionError):
        settings = None
    if not isinstance(settings, dict):
        raise InputError(
            f"{store.address}/{SETTINGS} is damaged; choose another folder, or delete this one"
        )
    return settings


def is_done(store: Store, shard: Shard, plan: Plan) -> bool:
    """Whether the results of a shard are there, whole, and those of its present content."""
    report = marked(store, shard.output_name(plan.output))
    if report is None or report.shard != shard.name or report.input_bytes != shard.size:
        return False
    if store.size(report.output) != report.output_bytes:
        return False
    states = tuple(file.state for file in shard.files)
    if None not in states and states == report.input_states:
        return True
    try:
        with local_copies(shard) as paths:
            return digest(paths) == report.input_digest
    except InputError:
        return False


def mark(store: Store, report: ShardReport) -> None:
    """Say that a shard is done."""
    store.write_bytes(f"{DONE}/{report.output}.json", as_json(asdict(report)))


def marked(store: Store, output: str) -> ShardReport | None:
    """The marker of these results, None where there is none that can be read."""
    content = store.read(f"{DONE}/{output}.json")
    try:
        values = json.loads(content) if content else None
        return None if values is None else _report(values)
    except (ValueError, TypeError, KeyError):
        return None


def all_marked(store: Store) -> list[ShardReport]:
    """The markers of a folder, in the order of their names."""
    names = (name.removeprefix(f"{DONE}/") for name in store.names(DONE))
    reports = (marked(store, name.removesuffix(".json")) for name in names)
    return [report for report in reports if report is not None]


def as_json(values: Mapping[str, object]) -> bytes:
    return json.dumps(values, indent=1, sort_keys=True).encode() + b"\n"


def _report(values: dict[str, object]) -> ShardReport:
    errors, states = values.pop("errors"), values.pop("input_states")
    if not isinstance(errors, list) or not isinstance(states, list):
        raise TypeError("a marker that was written by something else")
    return ShardReport(
        **values,  # type: ignore[arg-type]
        errors=tuple(RowError(**error) for error in errors),
        input_states=tuple(states),
    )


def _difference(begun: object, wanted: object, name: str = "") -> str:
    """The first setting that differs, in both forms; the task comes before what it is done with."""
    if not isinstance(begun, dict) or not isinstance(wanted, dict):
        return f"{name}: {json.dumps(begun)}, now {json.dumps(wanted)}"
    for key in sorted({*begun, *wanted}, key=lambda key: (isinstance(begun.get(key), dict), key)):
        if begun.get(key) != wanted.get(key):
            return _difference(begun.get(key), wanted.get(key), f"{name}.{key}".lstrip("."))
    return name
