"""Our vectors beside those of sentence-transformers, kept in ``data/`` in half precision."""

from pathlib import Path

import numpy as np
import pytest

from embed_kcpd.encoders import MiniLm, Precision
from embed_kcpd.encoders.models.official import MINILM
from embed_kcpd.encoders.models.store import converted_home, is_whole

DATA = Path(__file__).parent / "data"
TEXTS = (DATA / "reference_sentences.txt").read_text(encoding="utf-8").splitlines()


def cosines(precision):
    if not is_whole(converted_home(MINILM, precision)):
        pytest.skip(f"all-MiniLM-L6-v2 ({precision.value}) is not in the cache")
    reference = np.load(DATA / "minilm_reference.npz")["vectors"].astype(np.float64)
    reference /= np.linalg.norm(reference, axis=1, keepdims=True)
    return (MiniLm(precision, threads=1).encode(TEXTS) * reference).sum(axis=1)


def test_int8_vectors_are_those_of_the_published_model():
    """0.995 on average over ordinary sentences; single words and strange scripts stay near."""
    fidelity = cosines(Precision.INT8)
    ordinary = np.array([len(text.split()) >= 5 for text in TEXTS])
    assert fidelity[ordinary].mean() >= 0.995
    assert fidelity.min() >= 0.95


def test_float32_vectors_are_those_of_the_published_model():
    """Every text, up to the rounding of the reference."""
    assert cosines(Precision.FLOAT32).min() >= 0.9999
