"""The multilingual encoder: its network, its pieces, and what it promises about each vector."""

import os
import struct
import subprocess
import sys
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from threadpoolctl import threadpool_info, threadpool_limits

import naive_universal
from embed_kcpd.encoders import Multilingual, Precision
from embed_kcpd.encoders.models.batches import grouped
from embed_kcpd.encoders.models.official import UNIVERSAL
from embed_kcpd.encoders.models.store import converted_home, is_whole
from embed_kcpd.encoders.models.universal.network import WINDOWS, Network
from embed_kcpd.encoders.models.universal.pieces import tokenizer_of
from embed_kcpd.encoders.models.universal.products import steady_product
from embed_kcpd.encoders.names import encoder_by_name
from embed_kcpd.errors import EncoderError, OptionsError
from embed_kcpd.native import available_engines, native_available

DATA = Path(__file__).parent / "data"
TEXTS = (DATA / "multilingual_sentences.txt").read_text(encoding="utf-8").splitlines()
LONG_TEXTS = [
    f"{n}: {'ein Text von etwa siebenhundert Zeichen ' * 20}"[: 690 + n] for n in range(9)
]
ODD_TEXTS = ["", " \n ", "\ud800", "\x00", "नमस्ते", "👩‍🚀", "word " * 3000, "x" * 100_000]

needs_model = pytest.mark.skipif(
    not is_whole(converted_home(UNIVERSAL, Precision.FLOAT32)),
    reason="multilingual is not in the cache; run: embed-kcpd download multilingual",
)


def random_network(seed, width=6, inner=4, outer=5, n_groups=3):
    """Small random weights, large enough to make every part matter."""
    rng = np.random.default_rng(seed)
    joined, features = inner * len(WINDOWS), width + inner * len(WINDOWS)
    shapes = {
        "scale": (n_groups,),
        "lo": (n_groups,),
        "inner_proj": (width, joined),
        "inner_proj_b": (joined,),
        "inner_ln_g": (joined,),
        "inner_ln_b": (joined,),
        "ln_g": (features,),
        "ln_b": (features,),
        "cnn_W": (features, width),
        "cnn_b": (width,),
        "d0": (width, outer),
        "p1": (width, outer),
        "d1": (outer, outer),
        "d2": (outer, width),
        "p3": (outer, width),
        "d3": (width, width),
    }
    for window in WINDOWS:
        shapes |= {f"w{layer}_{window}": (window * inner, inner) for layer in (1, 2)}
        shapes |= {f"b{layer}_{window}": (inner,) for layer in (1, 2)}
    layers = {name: rng.normal(0, 0.6, shape).astype(np.float32) for name, shape in shapes.items()}
    layers["eps"] = np.float64(1e-12)
    # Whatever is computed before, the last layer answers with a direction.
    layers["p1"] = np.abs(layers["p1"])
    return Network(rng.integers(0, 9, (30, width), dtype=np.uint8), layers)


token_list = st.lists(st.integers(0, 29), min_size=1, max_size=12)


@given(texts=st.lists(token_list, min_size=1, max_size=6), seed=st.integers(0, 5))
def test_the_network_computes_what_its_description_says(texts, seed):
    """A batch of texts against the same network written out token by token."""
    network = random_network(seed)
    vectors = network.vectors(texts)
    for text, vector in zip(texts, vectors, strict=True):
        expected = naive_universal.sentence_vector(text, network.table, network.layers)
        assert vector == pytest.approx(expected, abs=2e-4)


@given(n=st.integers(1, 40), n_rows=st.integers(1, 9), seed=st.integers(0, 9))
def test_steady_products_are_products(n, n_rows, seed):
    rng = np.random.default_rng(seed)
    rows, matrix = rng.normal(size=(n, 7)), rng.normal(size=(7, 3))
    product = steady_product(rows.astype(np.float32), matrix.astype(np.float32), n_rows)
    assert product == pytest.approx(rows @ matrix, abs=1e-5)


PLACES = """
import numpy as np
from embed_kcpd.encoders.models.universal.one_thread import ONE_THREAD
from embed_kcpd.encoders.models.universal.products import steady_product
rng = np.random.default_rng(0)
with ONE_THREAD:
    for depth, width in ((512, 768), (1280, 256), (320, 512)):
        matrix, rows = rng.normal(size=(depth, width)), rng.normal(size=(150, depth))
        matrix, rows = matrix.astype(np.float32), rows.astype(np.float32)
        for most in (64, 16):
            alone = [steady_product(row[None], matrix, most)[0] for row in rows]
            for shift in (0, 1, 5):
                assert np.array_equal(steady_product(rows[shift:], matrix, most), alone[shift:])
"""


@pytest.mark.parametrize("routine", ["", "Haswell", "Nehalem"])
def test_a_row_has_the_same_product_in_every_place(routine):
    """With the routines of this processor, and with those that OpenBLAS has for older ones: with
    AVX2 a row had other last bits in other places, so vectors depended on their batch."""
    if routine == "Haswell" and not (native_available() and "avx2" in available_engines()):
        pytest.skip("nobody can tell whether this processor has AVX2, which Haswell had")
    environment = {**os.environ, **({"OPENBLAS_CORETYPE": routine} if routine else {})}
    ran = subprocess.run([sys.executable, "-c", PLACES], env=environment, check=False)
    assert ran.returncode == 0


@given(lengths=st.lists(st.integers(1, 9), max_size=40), batch_tokens=st.integers(1, 30))
def test_groups_hold_every_text_once_and_in_order(lengths, batch_tokens):
    groups = list(grouped(lengths, batch_tokens))
    assert [place for group in groups for place in group] == list(range(len(lengths)))
    for group in groups:
        assert len(group) == 1 or sum(lengths[place] for place in group) <= batch_tokens


def message(number, content):
    """One length-prefixed field of a protocol buffer."""
    size, prefix = len(content), b""
    while size >= 0x80:
        prefix += bytes([size & 0x7F | 0x80])
        size >>= 7
    return bytes([number << 3 | 2]) + prefix + bytes([size]) + content


def pieces_file(pieces):
    """A SentencePiece model without a table of normalisation."""
    data = b""
    for text, score in pieces:
        number = bytes([2 << 3 | 5]) + struct.pack("<f", score)
        data += message(1, message(1, text.encode()) + number + bytes([3 << 3, 1]))
    return data + message(2, b"\x18\x03")


@pytest.mark.parametrize("damage", [b"\x0a\xff", b"\x0b", b"\x0a\x02\x12\x00", b"\xff" * 40])
def test_a_broken_piece_file_is_named(damage):
    with pytest.raises(EncoderError, match="SentencePiece model cannot be read"):
        tokenizer_of(pieces_file([("<unk>", 0.0)]) + damage)


@needs_model
def test_pieces_are_those_of_sentencepiece():
    """Token numbers made by the sentencepiece library from the same file."""
    kept = np.load(DATA / "multilingual_reference.npz")
    expected = np.split(kept["tokens"], np.cumsum(kept["lengths"])[:-1])
    pieces = Multilingual(threads=1)._session()._pieces
    assert [pieces.ids(text) for text in TEXTS] == [ids.tolist() for ids in expected]


@needs_model
def test_vectors_are_those_of_the_package_that_carries_the_weights():
    """Its own vectors for the same token numbers, kept in half precision."""
    theirs = np.load(DATA / "multilingual_reference.npz")["vectors"].astype(np.float64)
    theirs /= np.linalg.norm(theirs, axis=1, keepdims=True)
    assert (Multilingual(threads=1).encode(TEXTS) * theirs).sum(axis=1).min() >= 0.99999


@needs_model
@pytest.mark.parametrize("texts", [TEXTS, LONG_TEXTS, ODD_TEXTS], ids=["short", "long", "odd"])
def test_a_vector_does_not_depend_on_its_batch(texts):
    """Alone, in any batch and on any number of threads: the same bits."""
    alone = np.vstack([Multilingual(threads=1).encode([text]) for text in texts])
    for threads, batch_tokens in ((1, 100), (2, 300), (2, 5000)):
        together = Multilingual(threads=threads, batch_tokens=batch_tokens).encode(texts)
        assert np.array_equal(together, alone)
    assert np.array_equal(Multilingual().encode(texts[::-1]), alone[::-1])


@needs_model
def test_every_string_gets_a_direction():
    vectors = Multilingual().encode(ODD_TEXTS)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(len(ODD_TEXTS)), abs=1e-5)


@needs_model
def test_a_sentence_is_near_its_translations():
    """Nearer than to any sentence about something else."""
    vectors = Multilingual().encode(TEXTS)
    bakery, rates = vectors[:16], vectors[16:19]
    english, translations = bakery[0], bakery[1:]
    assert (translations @ english > (translations @ rates.T).max(axis=1) + 0.1).all()
    assert np.mean(translations @ english) > 0.6


@needs_model
def test_syllables_of_korean_may_come_in_pieces():
    """As files of macOS and some PDFs have them; the cosine to the same sentence was below zero."""
    korean = "서울의 부동산 가격이 다시 올랐다."
    parted = unicodedata.normalize("NFD", korean)
    assert len(parted) > len(korean)
    encoder = Multilingual()
    assert np.array_equal(encoder.encode([parted]), encoder.encode([korean]))
    assert encoder.count_tokens([parted]) == encoder.count_tokens([korean])


@needs_model
def test_tokens_are_counted_to_the_end_of_a_text():
    assert Multilingual().count_tokens(["", "word " * 3000]) == [0, 3000]


def test_the_name_and_the_settings():
    assert encoder_by_name("multilingual", threads=3) == Multilingual(threads=3)
    assert Multilingual().identity.startswith("use-multilingual-v3/float32/numpy-")
    assert Multilingual().encode([]).shape == (0, 512)
    with pytest.raises(OptionsError, match="use-multilingual-v3 has no int8"):
        Multilingual(Precision.INT8)


def blas_threads():
    return {
        library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"
    }


@needs_model
def test_two_at_once_leave_the_process_its_threads():
    """The first to end unlocked the other's products, and the last left one thread to all."""
    session = Multilingual(threads=1)._session()
    with threadpool_limits(3, user_api="blas"):
        before = blas_threads()
        first, second = session.run(TEXTS, 16), session.run(TEXTS, 16)
        next(first)
        next(second)
        assert len(list(first)) > 1
        assert blas_threads() == {1}
        assert len(list(second)) > 1
        assert blas_threads() == before != {1}
