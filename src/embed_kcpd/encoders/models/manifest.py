"""What the folder of a converted model must hold.

In:  a folder.
Out: whether every file in it is the one that was made.

The manifest keeps the sha256 of each file.  Hashing takes half a second for the largest model,
so a file is not hashed again while its size and times are those of its last check.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path, PurePath

from embed_kcpd.errors import OutputError
from embed_kcpd.files import write_atomically

_MANIFEST = "made.json"
_CHECKED = "checked.json"
_WEIGHTS = ("model.bin", "table.npy")
"""The file that holds the weights, by kind of model."""
_UNREADABLE = (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError)
"""What reading a missing or malformed manifest can raise."""


def write_manifest(folder: Path, about: Mapping[str, object]) -> None:
    """Keep the digests of all files of ``folder``, which was just made."""
    names = sorted(path.name for path in folder.iterdir())
    digests = {name: sha256_of(folder / name) for name in names}
    sizes = {name: (folder / name).stat().st_size for name in names}
    made = {**about, "files": sizes, "sha256": digests}
    write_atomically(folder / _MANIFEST, json.dumps(made, indent=2) + "\n")
    _keep_check(folder, digests)


def is_whole(folder: Path) -> bool:
    """Whether a converted model is all there and undamaged; quick if it was checked before."""
    try:
        digests = _digests(folder)
        if _last_check(folder) == _states(folder, digests):
            return True
    except _UNREADABLE:
        return False
    if not is_intact(folder):
        return False
    _keep_check(folder, digests)
    return True


def is_intact(folder: Path) -> bool:
    """The same, with every file hashed now."""
    try:
        digests = _digests(folder)
        return all(sha256_of(folder / name) == digest for name, digest in digests.items())
    except _UNREADABLE:
        return False


def sha256_of(path: Path) -> str:
    """Digest of a file, read in blocks."""
    import hashlib

    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _digests(folder: Path) -> dict[str, str]:
    """File names and digests of the manifest, which must name files of this folder."""
    digests = json.loads((folder / _MANIFEST).read_bytes())["sha256"]
    has_all = "tokenizer.json" in digests and not digests.keys().isdisjoint(_WEIGHTS)
    if not has_all or any(PurePath(name).name != name for name in digests):
        raise ValueError(f"{folder / _MANIFEST} is not the manifest of a model")
    return {name: str(digest) for name, digest in digests.items()}


def _states(folder: Path, digests: Mapping[str, str]) -> dict[str, list[int]]:
    """Size and times of each file: they change whenever it is written or replaced."""
    stats = {name: (folder / name).stat() for name in digests}
    return {name: [s.st_size, s.st_mtime_ns, s.st_ctime_ns] for name, s in stats.items()}


def _last_check(folder: Path) -> object:
    try:
        return json.loads((folder / _CHECKED).read_bytes())
    except _UNREADABLE:
        return None


def _keep_check(folder: Path, digests: Mapping[str, str]) -> None:
    """Remember that the files are good as they are; a read-only folder is hashed each time."""
    with suppress(OSError, OutputError):
        write_atomically(folder / _CHECKED, json.dumps(_states(folder, digests)))
