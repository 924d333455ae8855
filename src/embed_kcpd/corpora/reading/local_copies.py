"""Files of a shard on this machine, and a digest of their contents.

In:  a shard.
Out: paths that can be read; size and digest of what they hold.

What lies elsewhere is copied into a temporary folder first: one download, any number of readings.
"""

import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from embed_kcpd.corpora.places import file_system, is_local, reason_of
from embed_kcpd.corpora.shards import Shard, ShardFile
from embed_kcpd.errors import InputError

AT_ONCE = 1 << 20
"""Bytes that are hashed together."""


@contextmanager
def local_copies(shard: Shard) -> Iterator[tuple[Path, ...]]:
    """The paths of a shard's files on this machine, for as long as the context lasts."""
    with tempfile.TemporaryDirectory(prefix="embed-kcpd-") as folder:
        yield tuple(
            _local_path(file, Path(folder) / str(number)) for number, file in enumerate(shard.files)
        )


def digest(paths: tuple[Path, ...]) -> str:
    """A hash of the contents; a file that cannot be read counts as nothing."""
    whole = hashlib.blake2b(digest_size=16)
    for path in paths:
        own = hashlib.blake2b(digest_size=16)
        try:
            with path.open("rb") as stream:
                while part := stream.read(AT_ONCE):
                    own.update(part)
        except OSError:
            own.update(b"unreadable")
        whole.update(own.digest())
    return whole.hexdigest()


def _local_path(file: ShardFile, copy: Path) -> Path:
    system, path = file_system(file.address)
    if is_local(system):
        return Path(path)
    try:
        system.get_file(path, str(copy))
    except Exception as error:
        # Each file system raises errors of its own.
        raise InputError(f"{file.address} cannot be fetched: {reason_of(error)}") from error
    return copy
