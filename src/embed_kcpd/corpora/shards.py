"""The files of a corpus: what is read together, and what its results are called.

In:  a folder, a pattern, or a file; on this machine or at an address that fsspec opens.
Out: ``list_shards(place)``: the shards in the order of their names.

A file of JSON lines or a Parquet file is a shard.  Other files are one document each, and those
of a folder are shards of 500, in the order of their names.  Results have the name of the
shard; names that begin with a dot or an underscore are left out.
"""

import glob
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from pathlib import PurePosixPath
from typing import Any

from embed_kcpd.corpora.places import file_system, full_address, is_local, reason_of
from embed_kcpd.corpora.plan import OutputFormat
from embed_kcpd.errors import InputError, OptionsError
from embed_kcpd.files import check_path

FILES_AT_ONCE = 500
"""Files of one document each that make up a shard."""

COMPRESSED = (".gz", ".zst")
LINES = (".jsonl", ".ndjson")
STATES = ("ETag", "etag", "md5Hash", "LastModified", "last_modified", "mtime", "created")
"""What file systems call that which changes with a file; the first that is there is taken."""


class ShardKind(str, Enum):
    """How the documents of a shard are stored."""

    lines = "lines"
    parquet = "parquet"
    files = "files"


@dataclass(frozen=True, slots=True)
class ShardFile:
    """A file of a corpus; ``state`` changes whenever the file is written, where that is known."""

    name: str
    address: str
    size: int
    state: str | None


@dataclass(frozen=True, slots=True)
class Shard:
    """Documents that are read together and whose results are one file.

    ``name`` is relative to the place that was listed.
    """

    name: str
    kind: ShardKind
    files: tuple[ShardFile, ...]

    @property
    def size(self) -> int:
        """Bytes, as they are stored."""
        return sum(file.size for file in self.files)

    def output_name(self, output: OutputFormat) -> str:
        """The name of its results.

        >>> Shard("a/x.jsonl.gz", ShardKind.lines, ()).output_name(OutputFormat.parquet)
        'a/x.parquet'
        """
        stem, compression = _without(self.name, COMPRESSED)
        stem, _ = _without(stem, (*LINES, ".json", ".parquet"))
        if output is OutputFormat.parquet:
            return f"{stem}.parquet"
        return f"{stem}.jsonl{compression}"


def list_shards(place: str) -> list[Shard]:
    """The shards of a folder, of a pattern such as 'crawl/**/*.jsonl.gz', or of one file."""
    if not isinstance(place, str):
        check_path(place, "place")
        place = os.fspath(place)
    system, path = file_system(place)
    try:
        root, found = _found(system, path)
    except (OSError, ValueError) as error:
        at = getattr(error, "filename", None) or place
        raise InputError(f"cannot read {at}: {reason_of(error)}") from None
    files = [
        ShardFile(name, full_address(system, path), int(about.get("size") or 0), _state(about))
        for path, about in sorted(found.items())
        if about.get("type") == "file" and not _is_hidden(name := _name(path, root))
    ]
    if not files:
        raise InputError(f"there is no file at {place}")
    return sorted(_shards(files), key=lambda shard: shard.name)


def is_inside(folder: str, place: str) -> bool:
    """Whether files of this folder would be among those of the place, if that is a folder."""
    system, root = file_system(place)
    inside = full_address(*file_system(folder))
    outside = full_address(system, root).rstrip("/") + "/"
    if not inside.startswith(outside) or not system.isdir(root):
        return False
    return not _is_hidden(inside.removeprefix(outside))


def check_names(shards: Iterable[Shard], output: OutputFormat) -> None:
    """Raise where the results of two shards would have one name."""
    taken: dict[str, str] = {}
    for shard in shards:
        name = shard.output_name(output)
        if name in taken:
            raise OptionsError(
                f"the results of {taken[name]} and {shard.name} would both be called {name}; "
                "put the files into different folders"
            )
        taken[name] = shard.name


def _found(system: Any, path: str) -> tuple[str, Mapping[str, Mapping[str, Any]]]:
    """The folder that names are relative to, and files with what is known about them."""
    if glob.has_magic(path) and not system.exists(path):
        parts = PurePosixPath(path).parts
        fixed = next(n for n, part in enumerate(parts) if glob.has_magic(part))
        return path[: len(path) - len("/".join(parts[fixed:]))], system.glob(path, detail=True)
    if system.isfile(path):
        return path.rpartition("/")[0], {path: system.info(path)}
    if is_local(system):
        _check_readable(path)
    return path, system.find(path, detail=True)


def _check_readable(root: str) -> None:
    """Raise where a folder inside cannot be read: fsspec leaves it out without a word."""

    def refused(error: OSError) -> None:
        raise error

    for _, folders, _ in os.walk(root, onerror=refused):
        folders[:] = [folder for folder in folders if not _is_hidden(folder)]


def _name(path: str, root: str) -> str:
    return path.removeprefix(root).lstrip("/")


def _is_hidden(name: str) -> bool:
    return any(part.startswith((".", "_")) for part in name.split("/"))


def _state(about: Mapping[str, Any]) -> str | None:
    return next((str(about[key]) for key in STATES if about.get(key)), None)


def _shards(files: Iterable[ShardFile]) -> Iterable[Shard]:
    single = []
    for file in files:
        kind = kind_of(file.name)
        if kind is ShardKind.files:
            single.append(file)
        else:
            yield Shard(file.name, kind, (file,))
    for folder, group in groupby(sorted(single, key=_folder_first), key=_folder):
        inside = tuple(group)
        for number, start in enumerate(range(0, len(inside), FILES_AT_ONCE)):
            name = f"{folder}/files-{number:05}".lstrip("/")
            yield Shard(name, ShardKind.files, inside[start : start + FILES_AT_ONCE])


def _folder(file: ShardFile) -> str:
    return file.name.rpartition("/")[0]


def _folder_first(file: ShardFile) -> tuple[str, str]:
    return _folder(file), file.name


def kind_of(name: str) -> ShardKind:
    """How documents are stored in a file of this name.

    >>> [kind_of(name).value for name in ("a.jsonl.zst", "a.json.gz", "a.json", "a.txt.gz")]
    ['lines', 'lines', 'files', 'files']
    """
    stem, compression = _without(name.lower(), COMPRESSED)
    if stem.endswith(LINES) or (compression and stem.endswith(".json")):
        return ShardKind.lines
    return ShardKind.parquet if stem.endswith(".parquet") else ShardKind.files


def _without(name: str, suffixes: tuple[str, ...]) -> tuple[str, str]:
    """The name without a suffix, and the suffix."""
    suffix = next((suffix for suffix in suffixes if name.endswith(suffix)), "")
    return name.removesuffix(suffix), suffix
