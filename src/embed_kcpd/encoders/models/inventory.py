"""What the model store holds.

In:  the store on disk.
Out: one entry for each thing that is or could be there.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from embed_kcpd.encoders.models.conversion import Precision
from embed_kcpd.encoders.models.manifest import is_intact, sha256_of
from embed_kcpd.encoders.models.official import OFFICIAL_MODELS, OfficialFile, OfficialModel
from embed_kcpd.encoders.models.store import converted_home, official_home


class State(str, Enum):
    """Whether it can be used."""

    READY = "ready"
    ABSENT = "absent"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class Stored:
    """The official files of a model, or its converted form in one precision."""

    model: str
    form: str
    state: State
    size: int
    licence: str
    folder: Path


def inventory() -> tuple[Stored, ...]:
    """Everything the store can hold; the digests of all files are checked again."""
    entries = []
    for model in OFFICIAL_MODELS:
        entries.append(_official(model))
        entries += [_converted(model, precision) for precision in model.architecture.precisions]
    return (*entries, *_fetched())


def _fetched() -> Iterator[Stored]:
    """The models of the hub that were asked for by name."""
    from embed_kcpd.encoders.checkpoints.snapshot import kept_snapshots

    for name, folder, at in kept_snapshots():
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        licence = at.licence if at else ""
        state = State.READY if at else State.DAMAGED
        yield Stored(name, "files of the hub", state, size, licence, folder)


def _official(model: OfficialModel) -> Stored:
    """Files that a fetch has not brought yet are absent, not damaged."""
    folder = official_home(model)
    present = [file for file in model.files if (folder / file.name).is_file()]
    if not all(_is_published(folder / file.name, file) for file in present):
        state = State.DAMAGED
    else:
        state = State.READY if len(present) == len(model.files) else State.ABSENT
    return Stored(model.name, "official files", state, _size(folder), model.licence, folder)


def _is_published(path: Path, file: OfficialFile) -> bool:
    try:
        return path.stat().st_size == file.size and sha256_of(path) == file.sha256
    except OSError:
        return False


def _converted(model: OfficialModel, precision: Precision) -> Stored:
    folder = converted_home(model, precision)
    if not any(folder.glob("*")):
        state = State.ABSENT
    else:
        state = State.READY if is_intact(folder) else State.DAMAGED
    return Stored(model.name, precision.value, state, _size(folder), model.licence, folder)


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.glob("*") if path.is_file())
