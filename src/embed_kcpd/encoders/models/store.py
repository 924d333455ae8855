"""The model store: an official model in, a folder this machine can run out.

In:  an official model, a precision, perhaps a folder or wheel named by the user.
Out: a folder with the converted model and its tokenizer.

A model is made in a folder of its own under a lock and renamed when it is whole, so a
reader sees all of it or nothing.  A ready model is used without any lock: a finished
cache folder can be copied, and works from a read-only disk.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from embed_kcpd.encoders.models.conversion import Precision
from embed_kcpd.encoders.models.manifest import is_whole, write_manifest
from embed_kcpd.encoders.models.official import OfficialModel
from embed_kcpd.encoders.places import CACHE_VARIABLE, models_folder, named_path
from embed_kcpd.errors import EncoderError
from embed_kcpd.files import locked

LAYOUT = 2
"""Goes up when converted models change, so that old ones are made again."""


@dataclass(frozen=True, slots=True)
class ReadyModel:
    """A converted model on disk."""

    folder: Path

    @property
    def tokenizer(self) -> Path:
        return self.folder / "tokenizer.json"


def official_home(model: OfficialModel) -> Path:
    """Where official files are kept once they were fetched."""
    return models_folder() / model.name / "official"


def converted_home(model: OfficialModel, precision: Precision) -> Path:
    """Where the converted model is kept once it was made."""
    return models_folder() / model.name / f"{precision.value}-{LAYOUT}"


def ready_model(
    model: OfficialModel, precision: Precision, origin: Path | None = None
) -> ReadyModel:
    """The converted model, made (and its files fetched) if it is not there yet.

    ``origin`` is a folder or wheel that must hold the official files; without one, what the
    model's environment variable names.
    """
    origin = origin or named_path(model.variable)
    target = converted_home(model, precision)
    if not is_whole(target):
        make_alone(model.name, target, partial(_make, model, precision, origin, target))
    elif origin is not None:
        from embed_kcpd.encoders.models.fetching import check_origin

        check_origin(model, origin)
    return ReadyModel(target)


def make_alone(name: str, target: Path, make: Callable[[], None]) -> None:
    """Make a model's folder unless another process has done so while we waited for the lock."""
    try:
        with locked(target.parent / ".lock"):
            if not is_whole(target):
                make()
    except OSError as error:
        raise EncoderError(
            f"{name} cannot be prepared in {target.parent}: {error}; free some space "
            f"or set {CACHE_VARIABLE} to a folder you may write"
        ) from error


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """An empty folder beside ``target`` that becomes it when all went well."""
    part = target.with_name(target.name + ".part")
    for leftover in (part, target):
        if leftover.exists():
            shutil.rmtree(leftover)
    part.mkdir(parents=True)
    yield part
    part.replace(target)


def _make(model: OfficialModel, precision: Precision, origin: Path | None, target: Path) -> None:
    """Convert the official files; the caller holds the lock."""
    # Imported here because every start but the first does without network and archives.
    from embed_kcpd.encoders.models.fetching import official_contents

    contents = official_contents(model, official_home(model), origin)
    about = {"model": model.name, "precision": precision.value, "layout": LAYOUT}
    with new_folder(target) as folder:
        model.architecture.write(contents, precision, folder)
        write_manifest(folder, about)
