"""The folder of results, with atomic writes: a file is complete or not there.

In:  the address of a folder, names in it, and something that writes.
Out: files.  On this machine a file is written under a temporary name in ``_corpus/temporary``
     and renamed; elsewhere it is written here and sent, which object stores do whole or not.

``_corpus`` holds everything that is not a result; engines pass over names that begin with ``_``.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from embed_kcpd.corpora.places import file_system, full_address, is_local, reason_of
from embed_kcpd.errors import OptionsError, OutputError
from embed_kcpd.files import check_path

OWN = "_corpus"
TEMPORARY = f"{OWN}/temporary"
LOCK = f"{OWN}/lock"


@dataclass(frozen=True, slots=True)
class Store:
    """A folder for results; it can be pickled and sent to workers."""

    address: str

    def __post_init__(self) -> None:
        check_path(self.address, "address")
        object.__setattr__(self, "address", os.fspath(self.address))

    def write(self, name: str, fill: Callable[[BinaryIO], None]) -> int:
        """Make the file of this name with what ``fill`` writes; its size in bytes."""
        try:
            return self._write(name, fill)
        except OSError as error:
            raise OutputError(f"cannot write {self.address}/{name}: {reason_of(error)}") from error

    def write_bytes(self, name: str, content: bytes) -> None:
        """Make the file of this name with this content."""
        self.write(name, lambda file: _write_all(file, content))

    def read(self, name: str) -> bytes | None:
        """The content of a file, None where there is none."""
        system, root = file_system(self.address)
        try:
            content: bytes = system.cat_file(f"{root}/{name}")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise OutputError(f"cannot read {self.address}/{name}: {reason_of(error)}") from error
        return content

    def size(self, name: str) -> int | None:
        """The size of a file in bytes, None where there is none."""
        system, root = file_system(self.address)
        try:
            return int(system.info(f"{root}/{name}")["size"])
        except (OSError, KeyError):
            return None

    def names(self, under: str = "") -> list[str]:
        """The files of a folder inside, sorted; temporary ones are left out."""
        system, root = file_system(self.address)
        folder = f"{root}/{under}".rstrip("/")
        # Workers elsewhere have written since this process looked last.
        system.invalidate_cache()
        if not system.exists(folder):
            return []
        names = (path.removeprefix(root).lstrip("/") for path in system.find(folder))
        return sorted(name for name in names if not name.startswith(TEMPORARY))

    def clear_temporary(self) -> None:
        """Remove what runs left behind that were killed."""
        if self.folder is not None:
            shutil.rmtree(self.folder / TEMPORARY, ignore_errors=True)

    def locked(self) -> AbstractContextManager[object]:
        """A context that one run at a time can be in, where the folder is on this machine."""
        if self.folder is None:
            return nullcontext()
        from filelock import FileLock, Timeout

        path = self.folder / LOCK
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return FileLock(path).acquire(timeout=0)
        except Timeout:
            raise OptionsError(f"another run is writing to {self.address}") from None
        except OSError as error:
            raise OutputError(f"cannot write {self.address}: {reason_of(error)}") from error

    def holds(self, address: str) -> bool:
        """Whether a file lies inside this folder."""
        system, root = file_system(self.address)
        return address.startswith(full_address(system, root).rstrip("/") + "/")

    @property
    def folder(self) -> Path | None:
        """The folder where it is on this machine."""
        system, root = file_system(self.address)
        return Path(root) if is_local(system) else None

    def _write(self, name: str, fill: Callable[[BinaryIO], None]) -> int:
        system, root = file_system(self.address)
        if not is_local(system):
            return _sent(system, f"{root}/{name}", fill)
        target, folder = Path(root) / name, Path(root) / TEMPORARY
        for place in (target.parent, folder):
            place.mkdir(parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(dir=folder)
        try:
            with os.fdopen(descriptor, "wb") as file:
                size = _filled(file, fill)
            Path(temporary).chmod(0o644)
            Path(temporary).replace(target)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
        return size


def _filled(file: BinaryIO, fill: Callable[[BinaryIO], None]) -> int:
    fill(file)
    file.flush()
    os.fsync(file.fileno())
    return file.tell()


def _sent(system: Any, path: str, fill: Callable[[BinaryIO], None]) -> int:
    with tempfile.TemporaryDirectory(prefix="embed-kcpd-") as folder:
        whole = Path(folder) / "whole"
        # Closed before it is sent: Windows opens no file twice that will be deleted.
        with whole.open("wb") as file:
            size = _filled(file, fill)
        system.makedirs(path.rpartition("/")[0], exist_ok=True)
        system.put_file(str(whole), path)
    return size


def _write_all(file: BinaryIO, content: bytes) -> None:
    file.write(content)


def result_names(store: Store) -> Iterator[str]:
    """The names of the results that a folder holds."""
    return (name for name in store.names() if not name.startswith(f"{OWN}/"))
