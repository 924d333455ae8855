"""Lines of a file that may be compressed, may break off, and may hold lines of any length.

In:  a path, and the most bytes that a line may have.
Out: one ``Line`` after another; ``BrokenShardError`` where the rest cannot be read.

No more than one line and one block is in memory; a line that is too long is passed over.
"""

import gzip
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from embed_kcpd.corpora.places import reason_of
from embed_kcpd.corpora.schema import arrow
from embed_kcpd.errors import InputError

BLOCK = 1 << 16
"""Bytes that are read together."""


class BrokenShardError(InputError):
    """The rest of a shard cannot be read; what came before is as good as ever."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its end; ``size`` is more than ``len(data)`` where it is too long to keep.

    ``share`` says how much of the file lies before the end of the block it was read with.
    """

    data: bytes
    size: int
    share: float


def lines(path: Path, name: str, most: int, at_once: int = BLOCK) -> Iterator[Line]:
    """The lines of a file that hold anything, read in blocks of ``at_once`` bytes."""
    kept, size, share = bytearray(), 0, 0.0
    for block, share in _blocks(path, name, at_once):
        *ended, rest = block.split(b"\n")
        for part in ended:
            _add(kept, size, part, most)
            yield from _line(kept, size + len(part), share, most)
            kept, size = bytearray(), 0
        _add(kept, size, rest, most)
        size += len(rest)
    yield from _line(kept, size, share, most)


Reading = tuple[Callable[[int], Any], Callable[[], int]]
"""What reads the next bytes of a file, and what says how many of its stored bytes were read."""


@contextmanager
def decompressed(path: Path, name: str) -> Iterator[Reading]:
    """How the content of a file is read, unpacked where its name says that it is packed."""
    with path.open("rb") as stored:
        if name.lower().endswith(".gz"):
            with gzip.GzipFile(fileobj=stored) as content:
                # Not read(), which drops what it has where a file breaks off.
                yield content.read1, stored.tell
        elif name.lower().endswith(".zst"):
            pa = arrow()
            with pa.CompressedInputStream(pa.PythonFile(stored), "zstd") as content:
                yield content.read, stored.tell
        else:
            yield stored.read, stored.tell


def _add(kept: bytearray, size: int, part: bytes, most: int) -> None:
    """Keep the next part of a line of which there were ``size`` bytes, ``most`` in all."""
    kept += part[: max(0, most - size)]


def _line(kept: bytearray, size: int, share: float, most: int) -> Iterator[Line]:
    """The line, unless it is blank; one that is too long counts as not blank."""
    if size > most or kept.strip():
        yield Line(bytes(kept).rstrip(b"\r"), size, share)


def _blocks(path: Path, name: str, at_once: int) -> Iterator[tuple[bytes, float]]:
    whole = max(1, path.stat().st_size)
    with decompressed(path, name) as (read, position):
        while block := read_block(read, name, at_once):
            yield block, min(1.0, position() / whole)


def read_block(read: Callable[[int], Any], name: str, size: int) -> bytes:
    """The next bytes of a file, which may break off."""
    try:
        return bytes(read(size))
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise BrokenShardError(f"breaks off: {name}: {reason_of(error)}") from error
