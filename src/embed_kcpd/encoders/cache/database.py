"""The SQL of the vector cache.

In:  an open connection.
Out: rows, counts; oldest rows removed when the file is over its limit.

``day`` is the day a row was last asked for.  It is brought up to date at most once a day, so
that reading seldom writes; the rows unused for longest are evicted first.
"""

import sqlite3
from collections.abc import Iterable, Sequence

from embed_kcpd.encoders.cache.rows import Key, Row

APPLICATION = 0x656B6364
"""Marks a file as ours ("ekcd"), so that a file of another program is never renamed or written."""

_PAGE_BYTES = 16384
"""Pages of this size waste little on vectors of the usual dimensions."""

_KEPT_SHARE = 0.95
"""What eviction leaves, as a share of the limit, so that not every write evicts."""

_TABLES = """
CREATE TABLE IF NOT EXISTS encoders (id INTEGER PRIMARY KEY, identity TEXT UNIQUE NOT NULL);
CREATE TABLE IF NOT EXISTS vectors (
    key BLOB PRIMARY KEY, encoder INTEGER NOT NULL, day INTEGER NOT NULL,
    width INTEGER NOT NULL, numbers BLOB NOT NULL, checksum BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS by_day ON vectors (day, encoder);
"""


def prepare(base: sqlite3.Connection) -> None:
    """Make an empty file ours."""
    base.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
    base.execute("PRAGMA auto_vacuum = INCREMENTAL")
    base.execute("PRAGMA journal_mode = WAL")
    base.execute(f"PRAGMA application_id = {APPLICATION}")
    base.executescript(_TABLES)


def is_empty(base: sqlite3.Connection) -> bool:
    return _number(base, "SELECT count(*) FROM sqlite_master") == 0


def is_ours(base: sqlite3.Connection) -> bool:
    """Whether we made the file: it carries our mark, or both our tables."""
    tables = "SELECT count(*) FROM sqlite_master WHERE name IN ('encoders', 'vectors')"
    return _number(base, "PRAGMA application_id") == APPLICATION or _number(base, tables) == 2


def is_sound(base: sqlite3.Connection) -> bool:
    """Whether SQLite finds no damage and the tables are those we made."""
    if base.execute("PRAGMA quick_check(1)").fetchone() != (b"ok",):
        return False
    base.execute("SELECT key, encoder, day, width, numbers, checksum FROM vectors LIMIT 1")
    base.execute("SELECT id, identity FROM encoders LIMIT 1")
    return True


def selected(base: sqlite3.Connection, keys: Sequence[Key]) -> list[tuple[object, ...]]:
    """Day, key, width, numbers and checksum of the rows that are there."""
    marks = ",".join("?" * len(keys))
    columns = "day, key, width, numbers, checksum"
    return base.execute(f"SELECT {columns} FROM vectors WHERE key IN ({marks})", keys).fetchall()


def insert(base: sqlite3.Connection, identity: str, rows: Iterable[Row], day: int) -> None:
    """Store rows of the encoder called ``identity``, in place of what was there."""
    base.execute("INSERT OR IGNORE INTO encoders (identity) VALUES (?)", (identity,))
    encoder = _number(base, "SELECT id FROM encoders WHERE identity = ?", identity)
    base.executemany(
        "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?, ?, ?)",
        ((key, encoder, day, *rest) for key, *rest in rows),
    )


def mark_used(base: sqlite3.Connection, keys: Iterable[Key], day: int) -> None:
    base.executemany("UPDATE vectors SET day = ? WHERE key = ?", ((day, key) for key in keys))


def evict(base: sqlite3.Connection, limit: int) -> None:
    """Remove the rows unused for longest until less than ``limit`` bytes are in use."""
    in_use = used_bytes(base)
    if in_use <= limit:
        return
    n_rows = _number(base, "SELECT count(*) FROM vectors")
    surplus = int(n_rows * (1.0 - _KEPT_SHARE * limit / in_use)) + 1
    oldest = "SELECT rowid FROM vectors ORDER BY day, rowid LIMIT ?"
    base.execute(f"DELETE FROM vectors WHERE rowid IN ({oldest})", (surplus,))


def used_bytes(base: sqlite3.Connection) -> int:
    """Bytes of the pages that hold something."""
    pages = _number(base, "PRAGMA page_count") - _number(base, "PRAGMA freelist_count")
    return pages * _number(base, "PRAGMA page_size")


def shrink(base: sqlite3.Connection) -> None:
    """Give the pages of evicted rows back to the disk."""
    if _number(base, "PRAGMA freelist_count"):
        # As a script, since a single statement would stop after its first page.
        base.executescript("PRAGMA incremental_vacuum")


def counted(base: sqlite3.Connection) -> tuple[tuple[str, int], ...]:
    """Identity and number of rows of every encoder, in the order of the identities."""
    rows = base.execute(
        "SELECT identity, count(*) FROM vectors JOIN encoders ON encoders.id = vectors.encoder "
        "GROUP BY encoder ORDER BY identity"
    )
    return tuple((_text(identity), int(count)) for identity, count in rows)


def _number(base: sqlite3.Connection, query: str, *values: object) -> int:
    """The one whole number a query gives."""
    row = base.execute(query, values).fetchone()
    if not row or type(row[0]) is not int:
        raise sqlite3.DatabaseError(f"no number for {query}")
    return int(row[0])


def _text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
