"""Rows of the tables: one for each set, method and encoder.

In:  the scores of a method on a set.
Out: mean and population standard deviation over documents, in percent; rows in a JSON file.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import numpy as np

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.bench import Scores
from embed_kcpd.evaluation.jsonl import read_json
from embed_kcpd.evaluation.registry import Entry
from embed_kcpd.evaluation.reported import reported_cell

Settings = tuple[str, str, str | None, int]
"""Set, method, encoder and number of documents: the place of a row."""


@dataclass(frozen=True, slots=True)
class Row:
    """One method on one set.  Errors in percent; ``seconds`` without the embedding.

    ``fingerprint`` says by which code and on which documents it was measured; it is None in a
    file that was written before there were any.
    """

    set: str
    method: str
    encoder: str | None
    kernel: str | None
    objective: str | None
    documents: int
    pk: float
    pk_sd: float
    wd: float
    wd_sd: float
    extra_boundaries: float
    reported_pk: float | None
    reported_wd: float | None
    seconds: float
    fingerprint: str | None

    @property
    def settings(self) -> Settings:
        return self.set, self.method, self.encoder, self.documents


def row(
    set_name: str,
    method: str,
    entry: Entry,
    encoder: str | None,
    scores: Scores,
    *,
    fingerprint: str | None = None,
) -> Row:
    """Scores as a row, with what the paper reports beside them."""
    cell = reported_cell(method, encoder, set_name)

    def percent(values: Iterable[float], summary: Callable[[list[float]], float]) -> float:
        return round(100 * float(summary(list(values))), 4)

    return Row(
        set=set_name,
        method=method,
        encoder=encoder,
        kernel=entry.kernel,
        objective=entry.objective,
        documents=len(scores.pk),
        pk=percent(scores.pk, np.mean),
        pk_sd=percent(scores.pk, np.std),
        wd=percent(scores.wd, np.mean),
        wd_sd=percent(scores.wd, np.std),
        extra_boundaries=round(float(np.mean(scores.extra_boundaries)), 4),
        reported_pk=cell.pk if cell else None,
        reported_wd=cell.wd if cell else None,
        seconds=round(scores.seconds, 3),
        fingerprint=fingerprint,
    )


def read_rows(path: Path) -> list[Row]:
    """The rows of a result file; none if there is no such file."""
    if not path.exists():
        return []
    content = read_json(path)
    if not (isinstance(content, list) and all(_is_row(item) for item in content)):
        raise InputError(f"{path} is not a list of bench rows; move it away or choose another file")
    return [Row(**{field.name: item.get(field.name) for field in fields(Row)}) for item in content]


_TEXT, _NUMBER = (str,), (int, float)
_TYPES: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("set", "method"), _TEXT),
    **dict.fromkeys(("encoder", "kernel", "objective"), (*_TEXT, type(None))),
    "documents": (int,),
    "fingerprint": (*_TEXT, type(None)),
    **dict.fromkeys(("pk", "pk_sd", "wd", "wd_sd", "extra_boundaries", "seconds"), _NUMBER),
    **dict.fromkeys(("reported_pk", "reported_wd"), (*_NUMBER, type(None))),
}
"""What the fields of a row may be in a file."""


def _is_row(item: object) -> bool:
    return isinstance(item, dict) and all(
        (name in item or name == "fingerprint") and type(item.get(name)) in types
        for name, types in _TYPES.items()
    )


def rows_as_json(rows: Sequence[Row]) -> str:
    """One row per line, so that a changed number is one changed line."""
    lines = ",\n".join("  " + json.dumps(asdict(row), ensure_ascii=False) for row in rows)
    return f"[\n{lines}\n]\n" if rows else "[]\n"
