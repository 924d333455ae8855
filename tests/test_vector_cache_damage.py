"""A damaged vector cache: the answer is right all the same, and nothing is raised."""

import os
import random
import sqlite3
import subprocess
import sys
import warnings
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.encoders import CachedEncoder
from embed_kcpd.encoders.cache import vector_file
from embed_kcpd.encoders.cache.limit import cache_limit, parsed_size
from embed_kcpd.encoders.cache.rows import packed, unpacked
from embed_kcpd.encoders.cache.vector_file import VectorFile
from embed_kcpd.errors import CacheWarning, OptionsError
from test_vector_cache import CountingEncoder

TEXTS = [f"sentence {n}" for n in range(60)]
TRUTH = CountingEncoder(dimension=40).encode(TEXTS)


def encoded(path, inner=None):
    """What the cache at ``path`` answers; warnings of the cache are allowed, others are not."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", CacheWarning)
        return CachedEncoder(inner or CountingEncoder(dimension=40), path).encode(TEXTS)


def sql(path, statement, *values):
    with closing(sqlite3.connect(path)) as base, base:
        base.execute(statement, values)


@pytest.fixture(scope="module")
def pristine(tmp_path_factory):
    """The bytes of a filled file, and of one with a write-ahead log beside it."""
    folder = tmp_path_factory.mktemp("pristine")
    path = folder / "v.sqlite"
    encoded(path)
    whole = {"v.sqlite": path.read_bytes()}
    with closing(sqlite3.connect(path)) as held:
        held.execute("SELECT count(*) FROM vectors").fetchone()
        CachedEncoder(CountingEncoder("other", 9), path).encode(TEXTS)
        logged = {part.name: part.read_bytes() for part in folder.glob("v.sqlite*")}
    return whole, logged


@pytest.fixture
def filled(tmp_path, pristine):
    path = tmp_path / "v.sqlite"
    path.write_bytes(pristine[0]["v.sqlite"])
    return path


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE vectors SET numbers = x'01020304050607' WHERE rowid = 7",
        "UPDATE vectors SET numbers = zeroblob(160)",
        "UPDATE vectors SET numbers = zeroblob(160), checksum = zeroblob(8)",
        "UPDATE vectors SET numbers = 3, width = 'x'",
        "UPDATE vectors SET width = 8",
        "UPDATE vectors SET checksum = CAST(x'ff' AS TEXT)",
        "UPDATE vectors SET numbers = (SELECT numbers FROM vectors WHERE rowid = 3)",
        "UPDATE vectors SET encoder = 99",
        "DELETE FROM encoders",
        "DROP TABLE encoders",
        "DROP TABLE vectors",
        "ALTER TABLE vectors DROP COLUMN checksum",
        "PRAGMA application_id = 5",
    ],
)
def test_rows_that_are_not_what_was_stored_are_computed_again(filled, statement):
    """Also a blob of seven bytes, zeroed rows and the vector of another text."""
    sql(filled, statement)
    assert np.array_equal(encoded(filled), TRUTH)
    quiet = CountingEncoder(dimension=40)
    assert np.array_equal(encoded(filled, quiet), TRUTH)
    assert quiet.asked == [], "the second run finds everything repaired"


@given(st.binary(max_size=9), st.integers(1, 6), st.randoms(use_true_random=False))
def test_no_changed_bit_of_a_row_is_believed(key, n_numbers, draw):
    """Every single flipped bit of key, precision, numbers or checksum is noticed."""
    row = packed(key, np.array([draw.random() for _ in range(n_numbers)]))
    assert unpacked(row) is not None
    place = draw.choice([0, 2, 3] if key else [2, 3])
    content = bytearray(row[place])
    content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
    damaged = [*row]
    damaged[place] = bytes(content)
    assert unpacked(tuple(damaged)) is None
    assert unpacked((row[0], 4, *row[2:])) is None


def damage(content, draw):
    """Random bytes at random places: some, a block, or zeros."""
    kind, place = draw.randrange(3), draw.randrange(len(content))
    if kind == 0:
        for _ in range(draw.randrange(1, 40)):
            content[draw.randrange(len(content))] = draw.randrange(256)
        return
    length = min(draw.randrange(1, 5000), len(content) - place)
    content[place : place + length] = draw.randbytes(length) if kind == 1 else bytes(length)


@pytest.mark.parametrize("seed", range(60))
def test_random_damage_never_gives_a_wrong_vector_or_an_error(tmp_path, pristine, seed):
    """In the file, in its write-ahead log and in the index of the log."""
    draw = random.Random(seed)
    for name, content in pristine[seed % 2].items():
        damaged = bytearray(content)
        if content and (seed % 2 == 0 or draw.random() < 0.7):
            damage(damaged, draw)
        (tmp_path / name).write_bytes(damaged)
    for _ in range(2):
        assert np.array_equal(encoded(tmp_path / "v.sqlite"), TRUTH)


@pytest.mark.parametrize("size", [0, 1, 15, 16, 100, 4096, 16384, 20000])
def test_a_truncated_file_costs_nothing(filled, size):
    filled.write_bytes(filled.read_bytes()[:size])
    for _ in range(2):
        assert np.array_equal(encoded(filled), TRUTH)


def test_a_damaged_file_that_cannot_be_set_aside_is_left_alone(filled, monkeypatch):
    """A read-only mount refuses the renaming; the answer comes all the same."""
    filled.write_bytes(os.urandom(5000))

    def refuse(*_):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(vector_file.Path, "replace", refuse)
    with pytest.warns(CacheWarning, match="is not used: .*Read-only file system"):
        answer = CachedEncoder(CountingEncoder(dimension=40), filled).encode(TEXTS)
    assert np.array_equal(answer, TRUTH)


def test_a_lock_that_cannot_be_taken_costs_nothing(filled, monkeypatch):
    filled.write_bytes(b"damage" * 999)

    def refuse(_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(vector_file, "locked", refuse)
    assert np.array_equal(encoded(filled), TRUTH)


def test_the_warning_points_at_the_users_own_line(filled):
    """Not at a line of this package, and never at the function that warns."""
    filled.write_bytes(b"damage" * 999)
    script = (
        "from pathlib import Path\nfrom test_vector_cache import *\n"
        f"CachedEncoder(CountingEncoder(), Path({str(filled)!r})).encode(['a'])  # my line\n"
    )
    program = filled.with_name("program.py")
    program.write_text(script)
    tests = str(Path(__file__).parent)
    environment = {**os.environ, "PYTHONPATH": tests}
    run = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, env=environment, check=True
    )
    assert "program.py:3: CacheWarning: the vector cache" in run.stderr
    assert "warn(" not in run.stderr


def test_the_rows_unused_for_longest_are_evicted(tmp_path, monkeypatch):
    """The file stays within its limit; what was asked for lately stays in it."""
    day = [100]
    monkeypatch.setattr(vector_file, "_today", lambda: day[0])
    file = VectorFile(tmp_path / "v.sqlite", limit=2_000_000)
    rows = {bytes([n // 256, n % 256]): np.full(100, float(n)) for n in range(4_000)}
    keys = list(rows)
    for start in range(0, 2_000, 500):
        file.write("a", {key: rows[key] for key in keys[start : start + 500]})
    day[0] = 101
    assert len(list(file.read(keys[:500]))) == 500
    for start in range(2_000, 3_200, 100):
        file.write("a", {key: rows[key] for key in keys[start : start + 100]})
    remaining = dict(file.read(keys))
    assert all(np.array_equal(vector, rows[key]) for key, vector in remaining.items())
    assert set(keys[:500]) <= set(remaining), "read yesterday evening, so kept"
    assert set(keys[2_700:3_200]) <= set(remaining)
    assert not set(keys[500:900]) & set(remaining)
    assert file.size < 2_600_000
    assert 1_500_000 < sum(len(v.tobytes()) for v in remaining.values()) < 2_000_000


def test_a_lower_limit_shrinks_the_file(tmp_path):
    path = tmp_path / "v.sqlite"
    rows = {bytes([n // 256, n % 256]): np.full(100, float(n)) for n in range(4_000)}
    VectorFile(path).write("a", rows)
    large = VectorFile(path).size
    VectorFile(path, limit=500_000).write("a", {b"last": np.ones(100)})
    assert VectorFile(path).size < large / 4
    assert [key for key, _ in VectorFile(path).read([b"last"])] == [b"last"]


def test_a_limit_of_nothing_stores_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("EMBED_KCPD_CACHE_LIMIT", "0")
    assert np.array_equal(encoded(tmp_path / "v.sqlite"), TRUTH)
    assert not (tmp_path / "v.sqlite").exists()


@pytest.mark.parametrize("given_size", ["lots", "-1", "2 GiB", "1e9", "9" * 99, "١GB"])
def test_a_limit_that_is_no_size_is_refused(monkeypatch, given_size):
    monkeypatch.setenv("EMBED_KCPD_CACHE_LIMIT", given_size)
    with pytest.raises(OptionsError, match="write a size such as 500MB"):
        cache_limit()
    assert parsed_size("500mb") == 500_000_000
