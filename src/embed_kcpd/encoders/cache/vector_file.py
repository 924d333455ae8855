"""One SQLite file of vectors under digests.

In:  digests, vectors.
Out: the vectors stored under those digests.

Many processes may use the file at once: readers never wait, writers queue.  Trouble with
the file is never the caller's: a damaged one is set aside and begun anew, one that cannot
be opened or written is left alone, each with a warning.
"""

import glob
import sqlite3
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeVar

import numpy as np

from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders.locks import exclusive
from embed_kcpd.errors import OutputError

Key = bytes
Answer = TypeVar("Answer")

_TABLES = """
CREATE TABLE IF NOT EXISTS encoders (id INTEGER PRIMARY KEY, identity TEXT UNIQUE NOT NULL);
CREATE TABLE IF NOT EXISTS vectors (
    key BLOB PRIMARY KEY, encoder INTEGER NOT NULL, type TEXT NOT NULL, vector BLOB NOT NULL
);
"""
_KEYS_PER_QUERY = 500
_BUSY_SECONDS = 60.0
_TYPES = ("<f4", "<f8")
_DAMAGED = ".damaged-"


@dataclass(frozen=True, slots=True)
class Holding:
    """How many vectors of one encoder the file holds."""

    identity: str
    n_vectors: int


@dataclass(frozen=True, slots=True)
class VectorFile:
    """The file at ``path``; it is made at the first write."""

    path: Path

    def read(self, keys: Iterable[Key]) -> Iterator[tuple[Key, Vectors]]:
        """The vectors that are there, in no particular order."""
        remaining = iter(keys)
        while some := list(islice(remaining, _KEYS_PER_QUERY)):
            nothing: list[tuple[Key, Vectors]] = []
            yield from self._safely(partial(_selected, keys=some), nothing)

    def write(self, identity: str, vectors: Mapping[Key, Vectors]) -> None:
        """Keep these vectors of the encoder called ``identity``."""
        work = partial(_inserted, identity=identity, vectors=vectors)
        self._safely(work, None, create=True)

    def holdings(self) -> tuple[Holding, ...]:
        return self._safely(_counted, ())

    @property
    def size(self) -> int:
        """Bytes on disk, with what was set aside."""
        paths = (*self._parts(), *self._set_asides())
        return sum(path.stat().st_size for path in paths if path.exists())

    def clear(self) -> None:
        """Remove the file and what was set aside; who is using it goes on with a new one."""
        try:
            with exclusive(self._lock):
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

    def _safely(
        self,
        work: Callable[[sqlite3.Connection], Answer],
        otherwise: Answer,
        *,
        create: bool = False,
    ) -> Answer:
        """The answer of ``work``, or ``otherwise`` with a warning if the file is in trouble."""
        if not create and not self.path.exists():
            return otherwise
        try:
            with closing(self._opened()) as base, base:
                return work(base)
        except (sqlite3.OperationalError, OSError) as error:
            _warn(f"the vector cache {self.path} is not used: {error}")
        except sqlite3.DatabaseError:
            self._set_aside()
        return otherwise

    def _opened(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        base = sqlite3.connect(self.path, timeout=_BUSY_SECONDS)
        try:
            has_tables = base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if not has_tables:
                self._prepare(base)
            base.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            base.close()
            raise
        return base

    def _prepare(self, base: sqlite3.Connection) -> None:
        # Changing the journal does not wait for other processes, so they wait here.
        with exclusive(self._lock):
            # Pages of this size waste little on vectors of the usual dimensions.
            base.execute("PRAGMA page_size = 16384")
            base.execute("PRAGMA journal_mode = WAL")
            base.executescript(_TABLES)

    def _set_aside(self) -> None:
        with exclusive(self._lock):
            if self._is_sound():
                return
            ending = f"{_DAMAGED}{time.strftime('%Y%m%d-%H%M%S')}"
            for path in self._parts():
                if path.exists():
                    path.replace(path.with_name(path.name + ending))
        _warn(
            f"the vector cache {self.path} is damaged; it was set aside as "
            f"{self.path.name}{ending} and a new one is begun"
        )

    def _is_sound(self) -> bool:
        """Whether the file is good after all: another process may have begun a new one."""
        try:
            with closing(sqlite3.connect(self.path, timeout=_BUSY_SECONDS)) as base:
                return bool(base.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
        except sqlite3.OperationalError:
            return True  # busy or out of reach, which is no damage
        except sqlite3.DatabaseError:
            return False


def _selected(base: sqlite3.Connection, keys: Sequence[Key]) -> list[tuple[Key, Vectors]]:
    marks = ",".join("?" * len(keys))
    rows = base.execute(f"SELECT key, type, vector FROM vectors WHERE key IN ({marks})", keys)
    return [(key, np.frombuffer(blob, dtype=kind)) for key, kind, blob in rows if kind in _TYPES]


def _inserted(base: sqlite3.Connection, identity: str, vectors: Mapping[Key, Vectors]) -> None:
    base.execute("INSERT OR IGNORE INTO encoders (identity) VALUES (?)", (identity,))
    found = base.execute("SELECT id FROM encoders WHERE identity = ?", (identity,)).fetchone()
    rows = (
        (key, found[0], f"<f{row.itemsize}", row.astype(f"<f{row.itemsize}").tobytes())
        for key, row in vectors.items()
    )
    base.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)", rows)


def _counted(base: sqlite3.Connection) -> tuple[Holding, ...]:
    rows = base.execute(
        "SELECT identity, count(*) FROM vectors JOIN encoders ON encoders.id = vectors.encoder "
        "GROUP BY identity ORDER BY identity"
    )
    return tuple(Holding(identity, count) for identity, count in rows)


def _warn(message: str) -> None:
    warnings.warn(message, RuntimeWarning, stacklevel=2)
