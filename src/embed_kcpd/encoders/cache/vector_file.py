"""One SQLite file of vectors under digests.

In:  digests, vectors.
Out: the vectors stored under those digests, each checked against its checksum.

Many processes may use the file at once: readers never wait, writers queue.  Trouble with
the file is never the caller's: a damaged one is set aside and begun anew, one that cannot
be opened or written is left alone, each with a warning.
"""

import glob
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeVar

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders.cache import database
from embed_kcpd.encoders.cache.limit import USUAL_LIMIT
from embed_kcpd.encoders.cache.rows import Key, packed, unpacked
from embed_kcpd.errors import CacheWarning, OutputError, warn
from embed_kcpd.files import locked

Answer = TypeVar("Answer")

_KEYS_PER_QUERY = 500
_BUSY_SECONDS = 60.0
_BRIEFLY = 0.2
_DAMAGED = ".damaged-"
_OUT_OF_REACH = ("locked", "readonly", "unable to open", "is full", "not authorized")
"""What SQLite says when a file cannot be used but nothing is wrong with it."""


@dataclass(frozen=True, slots=True)
class Holding:
    """How many vectors of one encoder the file holds."""

    identity: str
    n_vectors: int


@dataclass(frozen=True, slots=True)
class VectorFile:
    """The file at ``path``, made at the first write; it grows to about ``limit`` bytes."""

    path: Path
    limit: int = USUAL_LIMIT

    def read(self, keys: Iterable[Key]) -> Iterator[tuple[Key, Vectors]]:
        """The vectors that are there and undamaged, in no particular order."""
        remaining, today = iter(keys), _today()
        unmarked: list[Key] = []
        while some := list(islice(remaining, _KEYS_PER_QUERY)):
            rows = self._safely(partial(database.selected, keys=some), None)
            if rows is None:
                return
            asked = set(some)
            for day, *row in rows:
                stored = unpacked(tuple(row))
                if stored is not None and stored[0] in asked:
                    yield stored
                    unmarked += [stored[0]] if day != today else []
        self._mark_used(unmarked, today)

    def write(self, identity: str, vectors: Mapping[Key, Vectors]) -> None:
        """Store these vectors of the encoder called ``identity``."""
        if not self.limit:
            return
        rows = [packed(key, vector) for key, vector in vectors.items()]

        def work(base: sqlite3.Connection) -> bool:
            with base:
                database.insert(base, identity, rows, _today())
                database.evict(base, self.limit)
            database.shrink(base)
            return True

        is_stored = self._safely(work, False, create=True)
        if not is_stored and not self.path.exists():
            # A damaged file was just set aside.
            self._safely(work, False, create=True)

    def holdings(self) -> tuple[Holding, ...]:
        nothing: tuple[tuple[str, int], ...] = ()
        return tuple(Holding(*row) for row in self._safely(database.counted, nothing))

    @property
    def size(self) -> int:
        """Bytes on disk, with what was set aside."""
        return sum(_size(path) for path in (*self._parts(), *self._set_asides()))

    def clear(self) -> None:
        """Remove the file and what was set aside; who is using it goes on with a new one."""
        try:
            with locked(self._lock):
                for path in (*self._parts(), *self._set_asides()):
                    path.unlink(missing_ok=True)
        except OSError as error:
            raise OutputError(f"cannot remove {self.path}: {error}") from error

    @property
    def _lock(self) -> Path:
        return self.path.with_name(self.path.name + ".lock")

    def _parts(self) -> tuple[Path, ...]:
        return tuple(self.path.with_name(self.path.name + end) for end in ("", "-wal", "-shm"))

    def _set_asides(self) -> tuple[Path, ...]:
        return tuple(self.path.parent.glob(f"{glob.escape(self.path.name)}*{_DAMAGED}*"))

    def _mark_used(self, keys: list[Key], today: int) -> None:
        """Store that these were used today; where that fails, the date of their last use stays."""
        if keys:
            with suppress(sqlite3.Error, OSError), closing(self._opened(_BRIEFLY)) as base, base:
                database.mark_used(base, keys, today)

    def _safely(
        self,
        work: Callable[[sqlite3.Connection], Answer],
        otherwise: Answer,
        *,
        create: bool = False,
    ) -> Answer:
        """The answer of ``work``, or ``otherwise`` with a warning if the file is in trouble."""
        try:
            if not create and not self.path.exists():
                return otherwise
            with closing(self._opened(_BUSY_SECONDS)) as base:
                return work(base)
        # Whatever a broken file makes SQLite do, it must not cost the caller's answer.
        except Exception as error:
            self._give_up(error)
        return otherwise

    def _opened(self, patience: float) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        base = _connected(self.path, patience)
        try:
            if database.is_empty(base):
                # Changing the journal does not wait for other processes, so they wait here.
                with locked(self._lock):
                    database.prepare(base)
            elif not database.is_ours(base):
                raise PermissionError("it is a database of another program")
            base.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            base.close()
            raise
        return base

    def _give_up(self, error: Exception) -> None:
        """Set a damaged file aside; one that is only out of reach is left alone."""
        out_of_reach = isinstance(error, OSError) or any(
            words in str(error) for words in _OUT_OF_REACH
        )
        try:
            name = None if out_of_reach else self._set_aside()
        except OSError as refusal:
            error, name = refusal, None
        if name:
            warn(
                f"the vector cache {self.path} is damaged; it was set aside as {name} "
                "and a new one is begun",
                CacheWarning,
            )
        else:
            warn(f"the vector cache {self.path} is not used: {error}", CacheWarning)

    def _set_aside(self) -> str | None:
        """Rename the damaged file; ``None`` if it is good after all."""
        with locked(self._lock):
            if self._is_sound():
                return None
            ending = f"{_DAMAGED}{time.strftime('%Y%m%d-%H%M%S')}"
            for path in self._parts():
                if path.exists():
                    path.replace(path.with_name(path.name + ending))
        return f"{self.path.name}{ending}"

    def _is_sound(self) -> bool:
        """Whether the file is good after all: another process may have begun a new one."""
        try:
            with closing(_connected(self.path, _BUSY_SECONDS)) as base:
                return database.is_empty(base) or database.is_sound(base)
        except sqlite3.OperationalError as error:
            return any(words in str(error) for words in _OUT_OF_REACH)
        except (sqlite3.Error, MemoryError, ValueError, OverflowError):
            return False


def _connected(path: Path, patience: float) -> sqlite3.Connection:
    base = sqlite3.connect(path, timeout=patience)
    # A damaged file may hold text that is not UTF-8.
    base.text_factory = bytes
    return base


def _today() -> int:
    """Days since 1970."""
    return int(time.time() // 86_400)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
