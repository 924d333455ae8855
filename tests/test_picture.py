"""The similarity picture is a PNG that shows what it should."""

import struct
import zlib

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.outputs.report.picture import block_similarity, ink_of, png_of, similarity_picture


def read_png(data):
    """Width, height and palette numbers of an eight-bit palette PNG without filters."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, chunks = 8, {}
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        assert (
            zlib.crc32(name + body) == struct.unpack(">I", data[at + 8 + size : at + 12 + size])[0]
        )
        chunks[name], at = body, at + 12 + size
    width, height, depth, kind = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (depth, kind, len(chunks[b"PLTE"]), len(chunks[b"tRNS"])) == (8, 3, 768, 256)
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, width + 1)
    assert not rows[:, 0].any()
    return rows[:, 1:]


@given(st.integers(1, 30), st.integers(1, 30))
def test_a_png_holds_the_ink_it_was_given(height, width):
    """Every pixel, and every checksum."""
    ink = np.random.default_rng(height * 31 + width).integers(0, 256, (height, width), np.uint8)
    assert (read_png(png_of(ink)) == ink).all()


def test_alike_units_get_ink_and_others_none():
    """Two subjects make two dark squares."""
    rows = np.array([[1.0, 0.1], [1.0, 0.2], [0.1, 1.0], [0.2, 1.0]])
    ink = read_png(similarity_picture(rows)).astype(int)

    assert ink[:2, :2].min() > 200
    assert ink[2:, 2:].min() > 200
    assert ink[:2, 2:].max() == 0


def test_blocks_of_a_long_text_show_the_mean_of_their_pairs():
    """Averaging first gives what averaging all pairs would."""
    vectors = np.random.default_rng(5).normal(size=(60, 4))
    small = block_similarity(vectors, largest=20)
    everything = block_similarity(vectors, largest=60)

    expected = everything.reshape(20, 3, 20, 3).mean(axis=(1, 3))
    assert np.allclose(small, expected)


def test_a_picture_never_grows_with_the_text():
    """Nor does the memory it takes: 360 pixels at most."""
    assert read_png(similarity_picture(np.random.default_rng(1).normal(size=(5_000, 8)))).shape == (
        360,
        360,
    )


def test_vectors_without_any_difference_are_drawn_all_the_same():
    """Equal, zero or single vectors are no reason to fail."""
    for vectors in (np.ones((4, 3)), np.zeros((3, 2)), np.ones((1, 2))):
        assert read_png(similarity_picture(vectors)).shape == (len(vectors), len(vectors))
    assert ink_of(np.ones((1, 1))).tolist() == [[255]]
