"""A checkpoint to a converted model in the model store.

In:  a model's folder and its description, a precision.
Out: a folder CTranslate2 can load, with the tokenizer.
"""

import hashlib
import shutil
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from embed_kcpd.encoders.checkpoints.description import Description
from embed_kcpd.encoders.models.conversion import Precision, convert
from embed_kcpd.encoders.models.manifest import is_whole, write_manifest
from embed_kcpd.encoders.models.store import LAYOUT, ReadyModel, make_alone, new_folder
from embed_kcpd.encoders.places import models_folder
from embed_kcpd.errors import EncoderError


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
    if not is_whole(target):
        make_alone(source, target, partial(_make, at.folder, about, precision, target))
    return ReadyModel(target)


def _make(source: Path, about: Description, precision: Precision, target: Path) -> None:
    """Convert the checkpoint in the folder ``source``; the caller holds the lock."""
    from embed_kcpd.encoders.checkpoints.weights import read_weights

    tensors = read_weights(source)
    with new_folder(target) as folder:
        try:
            convert(tensors, about.reading.architecture, precision, folder)
        except (KeyError, ValueError, IndexError) as error:
            raise EncoderError(
                f"the weights in {source} are not those its config.json describes: {error}"
            ) from error
        shutil.copyfile(source / "tokenizer.json", folder / "tokenizer.json")
        made = {"model": str(source), "precision": precision.value, "layout": LAYOUT}
        write_manifest(folder, made)
