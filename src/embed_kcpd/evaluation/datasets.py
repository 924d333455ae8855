"""Data sets with known boundaries, in one form.

In:  the name of a set, or a JSONL file (plain or .gz).
Out: documents: units, and the boundaries a person put between them.

A line of the file is an object with ``id``, ``sentences`` (or ``units``), a list of strings,
and ``boundaries``, the 0-based first unit of every segment but the first.  Data are taken by
path, never bundled; ``releases.py`` reads the forms in which the sets were first published.
"""

import gzip
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.metrics import check_boundaries

DATA_VARIABLE = "EMBED_KCPD_DATA"

FILES: Mapping[str, str] = {
    "choi-3-5": "choi/3-5.jsonl",
    "choi-6-8": "choi/6-8.jsonl",
    "choi-9-11": "choi/9-11.jsonl",
    "choi-3-11": "choi/3-11.jsonl",
    "wiki300": "wiki300/docs.jsonl.gz",
    "wiki50": "wiki50/docs.jsonl",
    "elements": "elements/docs.jsonl",
    "arxiv": "arxiv/docs.jsonl",
    "cities": "cities/docs.jsonl",
    "lectures_ai": "lectures_ai/docs.jsonl",
    "clinical": "clinical/docs.jsonl",
    "eslpod": "eslpod/docs.jsonl",
    "dialseg711": "dialseg711/docs.jsonl",
}
"""Where each named set lies inside the data folder."""


@dataclass(frozen=True, slots=True)
class Document:
    """Units in order, and the first unit of every true segment but the first."""

    id: str
    units: tuple[str, ...]
    boundaries: tuple[int, ...]

    def __post_init__(self) -> None:
        check_boundaries(self.boundaries, len(self.units))

    @property
    def n_units(self) -> int:
        return len(self.units)

    @property
    def n_segments(self) -> int:
        return len(self.boundaries) + 1 if self.units else 0

    def blind(self) -> "Document":
        """The same text without its boundaries: what a method may see."""
        return Document(self.id, self.units, ())


def data_folder() -> Path:
    """The folder of the data sets: ``$EMBED_KCPD_DATA``, else ``../shared/data``."""
    return Path(os.environ.get(DATA_VARIABLE) or Path("..", "shared", "data"))


def load(name: str, folder: Path | None = None) -> tuple[Document, ...]:
    """The documents of a named set, in the order of its file, compressed or not."""
    if name not in FILES:
        raise InputError(f"no data set is called {name!r}; choose from {', '.join(FILES)}")
    path = (data_folder() if folder is None else folder) / FILES[name]
    plain = path.with_name(path.name.removesuffix(".gz"))
    for candidate in (path, plain, plain.with_name(f"{plain.name}.gz")):
        if candidate.exists():
            return read_documents(candidate)
    raise InputError(
        f"the data set {name} is not at {path}; "
        f"give the folder of the data sets or set {DATA_VARIABLE}"
    )


def read_documents(path: Path) -> tuple[Document, ...]:
    """Every document of a JSONL file in the normalised form."""
    return tuple(_document(record, f"{path}:{line}") for line, record in records(path))


def records(path: Path) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Line number and object of every line that is not blank."""
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    # Not splitlines: a sentence may hold a line separator that JSON does not escape.
    for number, line in enumerate(raw.decode("utf-8").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise InputError(f"{path}:{number} is not JSON: {error}") from None
        if not isinstance(record, dict):
            raise InputError(f"{path}:{number} must be an object, got {type(record).__name__}")
        yield number, record


def _document(record: Mapping[str, object], place: str) -> Document:
    units = record.get("units", record.get("sentences"))
    boundaries = record.get("boundaries")
    if not (isinstance(units, list) and all(isinstance(unit, str) for unit in units)):
        raise InputError(f"{place} needs 'units' (or 'sentences'), a list of strings")
    if not (isinstance(boundaries, list) and all(type(cut) is int for cut in boundaries)):
        raise InputError(f"{place} needs 'boundaries', a list of integers")
    try:
        return Document(str(record.get("id", place)), tuple(units), tuple(boundaries))
    except InputError as error:
        raise InputError(f"{place}: {error}") from None
