"""What the model store holds.

In:  the store on disk.
Out: one entry for each thing that is or could be there.
"""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from embed_kcpd.encoders.models.conversion import Precision
from embed_kcpd.encoders.models.fetching import wrong_file
from embed_kcpd.encoders.models.official import OFFICIAL_MODELS, OfficialModel
from embed_kcpd.encoders.models.store import converted_home, is_whole, official_home


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
    """Everything the store can hold; digests of official files are checked again."""
    entries = []
    for model in OFFICIAL_MODELS:
        entries.append(_official(model))
        entries += [_converted(model, precision) for precision in Precision]
    return tuple(entries)


def _official(model: OfficialModel) -> Stored:
    folder = official_home(model)
    state = State.DAMAGED if wrong_file(model, folder) else State.READY
    return _entry(model, "official files", folder, state)


def _converted(model: OfficialModel, precision: Precision) -> Stored:
    folder = converted_home(model, precision)
    state = State.READY if is_whole(folder) else State.DAMAGED
    return _entry(model, precision.value, folder, state)


def _entry(model: OfficialModel, form: str, folder: Path, state: State) -> Stored:
    size = sum(path.stat().st_size for path in folder.glob("*") if path.is_file())
    known = state if folder.exists() else State.ABSENT
    return Stored(model.name, form, known, size, model.licence, folder)
