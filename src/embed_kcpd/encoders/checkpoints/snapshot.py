"""A model of the hub on this machine.

In:  the name of a model, a revision.
Out: a folder with its settings, tokenizer and weights, each file with the hub's own digest.

A download that was cut off goes on where it ended.  What is here stays as it is, also when the
hub has a newer version: remove the folder to fetch that.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from http.client import HTTPException
from pathlib import Path

from embed_kcpd.encoders.checkpoints.description import describe, reader_of
from embed_kcpd.encoders.checkpoints.hub_client import HubFile, HubModel, ask_for, open_file
from embed_kcpd.encoders.checkpoints.preparation import Snapshot
from embed_kcpd.encoders.checkpoints.weights import weight_files
from embed_kcpd.encoders.models.sources import hub_cache
from embed_kcpd.encoders.places import OFFLINE_VARIABLE, is_offline, models_folder
from embed_kcpd.errors import EncoderError
from embed_kcpd.files import locked, write_atomically
from embed_kcpd.progress import Advance, progress, say

_MANIFEST = "snapshot.json"
_SETTINGS = (
    *("config.json", "tokenizer.json", "tokenizer_config.json", "modules.json"),
    *("sentence_bert_config.json", "config_sentence_transformers.json", "*_*/config.json"),
)
_ATTEMPTS = 4
_CHUNK_BYTES = 1 << 20


def snapshot(repository: str, revision: str) -> Snapshot:
    """The model, fetched if neither we nor the hub's own programs have it yet."""
    home = models_folder() / "hub" / repository.replace("/", "--") / revision.replace("/", "--")
    present = _kept(home) or _of_the_hubs_cache(repository, revision)
    if present:
        return present
    if is_offline():
        raise EncoderError(
            f"{repository} is not on this machine and {OFFLINE_VARIABLE} forbids fetching it"
        )
    with _as_encoder_error(repository), locked(home.parent / ".lock"):
        return _kept(home) or _fetch(repository, revision, home)


def kept_snapshots() -> Iterator[tuple[str, Path, Snapshot | None]]:
    """Name, folder and snapshot of each model of the hub here; None where files are missing."""
    for manifest in sorted((models_folder() / "hub").glob(f"*/*/{_MANIFEST}")):
        name = manifest.parent.parent.name.replace("--", "/", 1)
        yield name, manifest.parent, _kept(manifest.parent)


def _kept(home: Path) -> Snapshot | None:
    try:
        made = json.loads((home / _MANIFEST).read_bytes())
        is_whole = all((home / p).stat().st_size == size for p, size in made["files"].items())
        return Snapshot(home, str(made["commit"]), str(made["licence"])) if is_whole else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _of_the_hubs_cache(repository: str, revision: str) -> Snapshot | None:
    """What the hub's own programs keep: a commit by the name of the revision, then its files."""
    home = hub_cache(repository)
    try:
        commit = (home / "refs" / revision).read_text().strip()
    except (OSError, ValueError):
        commit = revision
    folder = home / "snapshots" / commit
    names = [path.name for path in folder.glob("*")]
    is_whole = {"config.json", "tokenizer.json"} <= set(names) and bool(weight_files(names))
    return Snapshot(folder, commit, "not stated") if is_whole else None


def _fetch(repository: str, revision: str, home: Path) -> Snapshot:
    model = ask_for(repository, revision)
    settings = [f for f in model.files if any(fnmatch(f.path, name) for name in _SETTINGS)]
    weights = weight_files(file.path for file in model.files)
    if not weights:
        raise EncoderError(f"{repository} has no weights that can be read without torch")
    _fetch_files(model, settings, home)
    # A model that cannot be run is refused before its weights are fetched.
    describe(reader_of(home))
    wanted = [file for file in model.files if file.path in weights]
    size = sum(file.size for file in wanted) / 1e6
    say(f"Fetching {repository}, {size:.0f} MB, licence {model.licence}, from the model hub")
    _fetch_files(model, wanted, home)
    sizes = {file.path: file.size for file in (*settings, *wanted)}
    about = {"commit": model.commit, "licence": model.licence, "files": sizes}
    write_atomically(home / _MANIFEST, json.dumps(about, indent=2) + "\n")
    return Snapshot(home, model.commit, model.licence)


def _fetch_files(model: HubModel, files: list[HubFile], home: Path) -> None:
    total = sum(file.size for file in files)
    with progress(f"Fetching {model.repository}", total, in_bytes=True) as advance:
        for file in files:
            target = home / file.path
            target.parent.mkdir(parents=True, exist_ok=True)
            _fetch_file(model, file, target, advance)


def _fetch_file(model: HubModel, file: HubFile, target: Path, advance: Advance) -> None:
    """The file under its name once its digest is right; tried again from where it broke off."""
    # The commit stands in the name: parts of two versions never meet.
    part = target.with_name(f"{target.name}.{model.commit[:12]}.part")
    for attempt in range(_ATTEMPTS):
        try:
            _continue(model, file, part, advance)
            break
        except (OSError, HTTPException):
            if attempt == _ATTEMPTS - 1:
                raise
    if not _has_digest(part, file):
        part.unlink()
        raise OSError(f"{file.path} came incomplete or altered: its digest is not the hub's")
    part.replace(target)


def _continue(model: HubModel, file: HubFile, part: Path, advance: Advance) -> None:
    """Append what is missing; a hub that cannot begin in the middle begins anew."""
    start = part.stat().st_size if part.exists() else 0
    if start >= file.size and part.exists():
        return
    with open_file(model, file, start) as stream, part.open("ab") as outgoing:
        if stream.status != 206:
            outgoing.truncate(0)
        while chunk := stream.read(_CHUNK_BYTES):
            outgoing.write(chunk)
            advance(len(chunk))
            if outgoing.tell() > file.size:
                raise OSError(f"{file.path} is longer than its {file.size} bytes")
        outgoing.flush()
        os.fsync(outgoing.fileno())
    if part.stat().st_size < file.size:
        raise OSError(f"the connection ended inside {file.path}")


def _has_digest(path: Path, file: HubFile) -> bool:
    """The sha256 of a large file; of a small one git's sha1, which hashes its size as well."""
    digest = hashlib.sha256() if file.sha256 else hashlib.sha1(usedforsecurity=False)
    if not file.sha256:
        digest.update(f"blob {path.stat().st_size}\0".encode())
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest() == (file.sha256 or file.git_sha1)


@contextmanager
def _as_encoder_error(repository: str) -> Iterator[None]:
    try:
        yield
    except EncoderError as error:
        raise type(error)(f"{repository}: {error}") from error
    except (OSError, HTTPException, ValueError) as error:
        raise EncoderError(
            f"{repository} could not be fetched: {error}; what came already is kept, so try again, "
            "or name a folder that holds it"
        ) from error
