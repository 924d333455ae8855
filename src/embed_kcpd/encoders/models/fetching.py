"""Official files, found or fetched, and always checked.

In:  an official model, perhaps a folder or wheel named by the user.
Out: the contents of its files, each with the published digest.

What is used is what was hashed: a file is read once into memory, hashed there and never opened
again.  A fetched file is written as ``.part`` while it is hashed, and renamed only if the
digest is right; what an interrupt leaves behind is overwritten by the next attempt.
"""

import os
import zipfile
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from http.client import HTTPException
from pathlib import Path

from embed_kcpd.encoders.models.checking import checked_chunks
from embed_kcpd.encoders.models.official import OfficialFile, OfficialModel
from embed_kcpd.encoders.models.sources import Archive, Folder, Source, hub, local_folders
from embed_kcpd.encoders.models.wheels import wheel
from embed_kcpd.encoders.places import OFFLINE_VARIABLE, is_offline
from embed_kcpd.errors import EncoderError
from embed_kcpd.files import write_atomically
from embed_kcpd.progress import Advance, progress

Contents = Mapping[str, bytearray]
"""The bytes of each official file by its name."""

Opener = Callable[[OfficialModel], AbstractContextManager[Source]]
FETCHERS: tuple[tuple[str, Opener], ...] = (("model hub", hub), ("wheel", wheel))


def check_origin(model: OfficialModel, origin: Path) -> None:
    """An explicit choice is honoured or refused, never replaced by what the cache holds."""
    try:
        source = _source(origin)
        for file in model.files:
            for _ in checked_chunks(source, file):
                pass
    except OSError as error:
        raise _refused(model, origin, error) from error


def official_contents(model: OfficialModel, home: Path, origin: Path | None) -> Contents:
    """The checked official files: the user's, ours, another's, or fetched.

    ``home`` receives what has to be fetched; the caller holds its lock.
    """
    if origin is not None:
        return _from_origin(model, home, origin)
    for folder in (home, *local_folders(model)):
        try:
            return _contents(Folder(folder), model)
        except OSError:
            continue
    _fetch(model, home)
    return _contents(Folder(home), model)


def _from_origin(model: OfficialModel, home: Path, origin: Path) -> Contents:
    """The files of the user's folder, or of the user's wheel, which are kept in ``home``."""
    try:
        contents = _contents(_source(origin), model)
    except OSError as error:
        raise _refused(model, origin, error) from error
    if not origin.is_dir():
        home.mkdir(parents=True, exist_ok=True)
        for name, data in contents.items():
            write_atomically(home / name, bytes(data))
    return contents


def _source(origin: Path) -> Source:
    if origin.is_dir():
        return Folder(origin)
    if zipfile.is_zipfile(origin):
        return Archive(origin)
    raise FileNotFoundError("it is neither a folder nor a wheel")


def _refused(model: OfficialModel, origin: Path, error: OSError) -> EncoderError:
    return EncoderError(
        f"{origin} (given explicitly or by {model.variable}) is not {model.name}: {error}"
    )


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
        # urllib answers a malformed address with a ValueError.
        except (OSError, HTTPException, ValueError) as error:
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
    try:
        with part.open("wb") as outgoing:
            for chunk in checked_chunks(source, file):
                outgoing.write(chunk)
                advance(len(chunk))
            outgoing.flush()
            os.fsync(outgoing.fileno())
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    part.replace(target)


def _contents(source: Source, model: OfficialModel) -> Contents:
    """Every file of the model in memory, hashed there."""
    contents = {}
    for file in model.files:
        data = bytearray()
        for chunk in checked_chunks(source, file):
            data += chunk
        contents[file.name] = data
    return contents
