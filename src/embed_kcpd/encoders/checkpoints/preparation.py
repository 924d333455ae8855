"""A checkpoint to a converted model in the model store.

In:  a model's folder and its description, a precision.
Out: a folder CTranslate2 can load, with the tokenizer.
"""

import hashlib
import shutil
from dataclasses import dataclass
from pathlib import Path

from embed_kcpd.encoders.checkpoints.description import Description
from embed_kcpd.encoders.models.conversion import Precision, convert
from embed_kcpd.encoders.models.manifest import is_whole, write_manifest
from embed_kcpd.encoders.models.store import LAYOUT, ReadyModel
from embed_kcpd.encoders.places import CACHE_VARIABLE, models_folder
from embed_kcpd.errors import EncoderError
from embed_kcpd.files import locked


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A model's folder, and what tells it from its other versions."""

    folder: Path
    commit: str
    licence: str


def prepared(at: Snapshot, source: str, about: Description, precision: Precision) -> ReadyModel:
    """The converted model, made if it is not there yet."""
    if not (at.folder / "tokenizer.json").is_file():
        raise EncoderError(f"{source} has no tokenizer.json; save its fast tokenizer beside it")
    digest = hashlib.sha256(f"{at.folder.resolve()} {at.commit}".encode()).hexdigest()[:12]
    name = f"{at.folder.name}-{digest}-{precision.value}-{LAYOUT}"
    target = models_folder() / "checkpoints" / name
    try:
        if not is_whole(target):
            with locked(target.parent / ".lock"):
                if not is_whole(target):
                    _make(at.folder, about, precision, target)
    except OSError as error:
        raise EncoderError(
            f"{source} cannot be prepared in {target.parent}: {error}; free some space "
            f"or set {CACHE_VARIABLE} to a folder you may write"
        ) from error
    return ReadyModel(target)


def _make(folder: Path, about: Description, precision: Precision, target: Path) -> None:
    """Convert into a folder beside ``target`` and rename it; the caller holds the lock."""
    from embed_kcpd.encoders.checkpoints.weights import read_weights

    part = target.with_name(target.name + ".part")
    for leftover in (part, target):
        if leftover.exists():
            shutil.rmtree(leftover)
    part.mkdir(parents=True)
    tensors = read_weights(folder)
    try:
        convert(tensors, about.reading.architecture, precision, part)
    except (KeyError, ValueError, IndexError) as error:
        raise EncoderError(
            f"the weights in {folder} are not those its config.json describes: {error}"
        ) from error
    shutil.copyfile(folder / "tokenizer.json", part / "tokenizer.json")
    write_manifest(part, {"model": str(folder), "precision": precision.value, "layout": LAYOUT})
    part.replace(target)
