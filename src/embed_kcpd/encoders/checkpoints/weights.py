"""The tensors of a checkpoint, under the names of its bare encoder.

In:  a folder with ``model.safetensors``, its parts, or ``pytorch_model.bin``.
Out: named float32 arrays.

Heads that were trained on top are left out, and the prefix that they brought along
(``bert.``, ``roberta.``, ``model.``) is taken away.
"""

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from embed_kcpd.encoders.checkpoints.torch_file import read_torch_file
from embed_kcpd.encoders.models.safetensors import Tensor, tensors_in
from embed_kcpd.errors import EncoderError

SAFETENSORS, TORCH = "model.safetensors", "pytorch_model.bin"
_INDEX = ".index.json"
_MARK = "embeddings.word_embeddings.weight"


def weight_files(names: Iterable[str]) -> tuple[str, ...]:
    """Which of a model's files hold its weights; the index of several parts comes first.

    >>> weight_files(["pytorch_model.bin", "model.safetensors", "config.json"])
    ('model.safetensors',)
    """
    names = sorted(names)
    for whole in (SAFETENSORS, TORCH):
        if whole in names:
            return (whole,)
        if whole + _INDEX in names:
            stem, _, ending = whole.partition(".")
            parts = [n for n in names if n.startswith(f"{stem}-") and n.endswith(f".{ending}")]
            return (whole + _INDEX, *parts)
    return ()


def read_weights(folder: Path) -> dict[str, Tensor]:
    """Every tensor of the encoder in ``folder``."""
    files = weight_files(path.name for path in folder.iterdir())
    if not files:
        raise EncoderError(f"{folder} has neither {SAFETENSORS} nor {TORCH}")
    tensors: dict[str, Tensor] = {}
    for name in _parts(folder, files):
        tensors |= _read(folder / name)
    return _bare(tensors, folder)


def _parts(folder: Path, files: tuple[str, ...]) -> tuple[str, ...]:
    if not files[0].endswith(_INDEX):
        return files
    try:
        wanted = set(json.loads((folder / files[0]).read_bytes())["weight_map"].values())
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise EncoderError(f"{folder / files[0]} is no index of weights: {error!r}") from error
    missing = sorted(wanted - set(files))
    if missing:
        raise EncoderError(f"{folder} lacks {', '.join(missing)}")
    return tuple(sorted(wanted))


def _read(path: Path) -> dict[str, Tensor]:
    if path.suffix != ".safetensors":
        return read_torch_file(path)
    if path.stat().st_size == 0:
        raise EncoderError(f"{path} is empty; fetch it again")
    return tensors_in(np.memmap(path, dtype=np.uint8, mode="c"))


def _bare(tensors: dict[str, Tensor], folder: Path) -> dict[str, Tensor]:
    marks = [name for name in tensors if name.endswith(_MARK)]
    if len(marks) != 1:
        raise EncoderError(f"the weights in {folder} have no single {_MARK}")
    prefix = marks[0].removesuffix(_MARK)
    return {
        name.removeprefix(prefix): np.asarray(tensor, dtype=np.float32)
        for name, tensor in tensors.items()
        if name.startswith(prefix) and np.issubdtype(tensor.dtype, np.floating)
    }
