"""The vector cache: same answers, fewer computations, no trouble."""

import multiprocessing
import sqlite3
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embed_kcpd.encoders import CachedEncoder, CallableEncoder, cached
from embed_kcpd.encoders.cache.vector_cache import text_key
from embed_kcpd.encoders.cache.vector_file import Holding, VectorFile
from embed_kcpd.errors import CacheWarning, EncoderError


class CountingEncoder:
    """Hashes characters into vectors and remembers what it was asked."""

    def __init__(self, identity="counting", dimension=5, dtype=np.float32):
        self.identity, self.dimension, self.dtype = identity, dimension, dtype
        self.asked = []

    def encode(self, texts):
        self.asked += texts
        rows = np.zeros((len(texts), self.dimension), dtype=self.dtype)
        for row, text in zip(rows, texts, strict=True):
            for place, character in enumerate(text):
                row[(ord(character) + place) % self.dimension] += 1 / 3
            row[0] += 1
        return rows


@given(st.lists(st.lists(st.text(st.characters(), max_size=4), max_size=12), max_size=5))
@settings(max_examples=40, deadline=None)
def test_a_cache_changes_nothing_but_the_work(tmp_path_factory, calls):
    """Rows equal the encoder's own, bit for bit, and no text is computed twice."""
    path = tmp_path_factory.mktemp("cache") / "vectors.sqlite"
    inner = CountingEncoder()
    for texts in calls:
        found = CachedEncoder(inner, path).encode(texts)
        assert np.array_equal(found, CountingEncoder().encode(texts))
        assert found.dtype == np.float32
    assert len(inner.asked) == len(set(inner.asked))
    assert set(inner.asked) == {text for texts in calls for text in texts}


def test_doubles_stay_doubles(tmp_path):
    """What was remembered has the precision it was computed in."""
    inner = CountingEncoder(dtype=np.float64)
    encoder = CachedEncoder(inner, tmp_path / "v.sqlite")
    first = encoder.encode(["a", "b"])
    again = encoder.encode(["b", "a", "b"])
    assert again.dtype == np.float64
    assert np.array_equal(again, first[[1, 0, 1]])
    assert inner.asked == ["a", "b"]


def test_another_encoder_never_meets_these_vectors(tmp_path):
    path = tmp_path / "v.sqlite"
    CachedEncoder(CountingEncoder("one", 5), path).encode(["a"])
    assert CachedEncoder(CountingEncoder("two", 7), path).encode(["a"]).shape == (1, 7)
    assert VectorFile(path).holdings() == (Holding("one", 1), Holding("two", 1))
    assert text_key("ab", "c") != text_key("a", "bc")


def test_a_changed_encoder_under_an_old_identity_is_an_error(tmp_path):
    """Vectors of two dimensions never end up in one array."""
    path = tmp_path / "v.sqlite"
    CachedEncoder(CountingEncoder("same", 5), path).encode(["a"])
    with pytest.raises(EncoderError, match="another identity"):
        CachedEncoder(CountingEncoder("same", 7), path).encode(["a", "b"])


def test_an_encoder_that_loses_rows_is_caught(tmp_path):
    class Lossy:
        identity = "lossy"

        def encode(self, texts):
            return np.ones((len(texts) - 1, 3))

    with pytest.raises(EncoderError, match="one row of numbers for each"):
        CachedEncoder(Lossy(), tmp_path / "v.sqlite").encode(["a", "b"])


def test_an_encoder_without_identity_is_never_cached():
    """Two differently configured encoders of one class would share their vectors."""

    class Scaled:
        def __init__(self, factor):
            self.factor = factor

        def encode(self, texts):
            return np.full((len(texts), 2), self.factor)

    for encoder in (Scaled(1.0), Scaled(2.0), CallableEncoder(Scaled(1.0).encode)):
        with pytest.raises(EncoderError, match="has no identity"):
            cached(encoder)


def test_vectors_that_are_not_finite_are_not_remembered(tmp_path):
    """A bad moment of an encoder does not outlive it."""
    inner = CountingEncoder()
    encoder = CachedEncoder(inner, tmp_path / "v.sqlite")
    inner.dtype, healthy = np.float32, inner.encode
    inner.encode = lambda texts: healthy(texts) * np.float32("nan")
    assert np.isnan(encoder.encode(["a"])).all()
    inner.encode = healthy
    assert np.isfinite(encoder.encode(["a"])).all()


@pytest.mark.parametrize(
    "damage", [b"this is not a database" * 50, b"SQLite format 3\x00" + b"\xff" * 5000]
)
def test_a_damaged_file_is_set_aside_with_a_warning(tmp_path, damage):
    """The answer comes all the same, the damaged bytes are kept, the next run is quiet."""
    path = tmp_path / "v.sqlite"
    path.write_bytes(damage)
    with pytest.warns(CacheWarning, match="set aside"):
        found = CachedEncoder(CountingEncoder(), path).encode(["a"])
    assert np.array_equal(found, CountingEncoder().encode(["a"]))
    assert [p.read_bytes() for p in tmp_path.glob("v.sqlite.damaged-*")] == [damage]
    inner = CountingEncoder()
    CachedEncoder(inner, path).encode(["a"])
    assert inner.asked == []


def test_a_page_damaged_in_the_middle_is_noticed(tmp_path):
    """Damage behind an intact header counts too."""
    path = tmp_path / "v.sqlite"
    texts = [str(n) for n in range(300)]
    CachedEncoder(CountingEncoder(dimension=200), path).encode(texts)
    with sqlite3.connect(path) as base:
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    base.close()
    content = bytearray(path.read_bytes())
    half = len(content) // 2
    content[half:] = b"\xa5" * (len(content) - half)
    path.write_bytes(content)
    with pytest.warns(CacheWarning, match="set aside"):
        found = CachedEncoder(CountingEncoder(dimension=200), path).encode(texts)
    assert np.array_equal(found, CountingEncoder(dimension=200).encode(texts))


def test_a_file_that_cannot_be_written_is_left_alone(tmp_path):
    """A folder in the way costs the cache, not the answer."""
    path = tmp_path / "v.sqlite"
    path.mkdir()
    with pytest.warns(CacheWarning, match="is not used"):
        found = CachedEncoder(CountingEncoder(), path).encode(["a"])
    assert np.array_equal(found, CountingEncoder().encode(["a"]))
    assert path.is_dir()


def test_a_foreign_database_is_left_alone(tmp_path):
    """Somebody else's tables are neither written nor renamed."""
    path = tmp_path / "notes.sqlite"
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE notes (body TEXT)")
    base.close()
    before = path.read_bytes()
    with pytest.warns(CacheWarning, match="is not used"):
        CachedEncoder(CountingEncoder(), path).encode(["a"])
    assert path.read_bytes() == before


def test_clearing_forgets_everything(tmp_path):
    file = VectorFile(tmp_path / "v.sqlite")
    CachedEncoder(CountingEncoder(), file.path).encode(["a"])
    assert file.size > 0
    file.clear()
    assert file.size == 0
    assert file.holdings() == ()
    file.path.write_bytes(b"damage" * 100)
    with pytest.warns(CacheWarning, match="set aside"):
        file.holdings()
    assert file.size == 600
    file.clear()
    assert [path.name for path in tmp_path.iterdir()] == ["v.sqlite.lock"]


def _encode_many(path, first, failures):
    texts = [str(n) for n in range(first, first + 400)]
    try:
        for _ in range(3):
            found = CachedEncoder(CountingEncoder(), path).encode(texts)
            assert np.array_equal(found, CountingEncoder().encode(texts))
    except BaseException as error:
        failures.put(repr(error))


def test_many_processes_share_one_file(tmp_path):
    """Six processes that start together on overlapping texts agree and lose nothing."""
    path, context = tmp_path / "v.sqlite", multiprocessing.get_context("spawn")
    failures = context.Queue()
    workers = [
        context.Process(target=_encode_many, args=(path, 100 * n, failures)) for n in range(6)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0] * 6
    assert failures.empty()
    assert VectorFile(path).holdings() == (Holding("counting", 900),)


def test_processes_that_meet_a_damaged_file_together_all_go_on(tmp_path):
    """One sets it aside, once; everybody gets right vectors."""
    path, context = tmp_path / "v.sqlite", multiprocessing.get_context("spawn")
    path.write_bytes(b"not a database" * 1000)
    failures = context.Queue()
    workers = [context.Process(target=_encode_many, args=(path, 0, failures)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0] * 4
    assert failures.empty()
    assert len(list(tmp_path.glob("*.damaged-*"))) == 1
    assert VectorFile(path).holdings() == (Holding("counting", 400),)


def test_looking_up_many_texts_is_quick(tmp_path):
    """Fifty thousand remembered texts come back in seconds, not minutes."""
    inner = CountingEncoder(dimension=8)
    encoder = CachedEncoder(inner, tmp_path / "v.sqlite")
    texts = [f"text {n}" for n in range(50_000)]
    encoder.encode(texts)
    inner.asked.clear()
    started = time.process_time()
    encoder.encode(texts)
    assert time.process_time() - started < 5
    assert inner.asked == []
