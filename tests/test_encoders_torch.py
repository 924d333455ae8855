"""What only sentence-transformers can judge; run with ``make test-torch``."""

import os

import numpy as np
import pytest

from embed_kcpd.encoders import MiniLm, MpNet, Precision, cached
from embed_kcpd.encoders.checkpoints.encoder import CheckpointEncoder
from embed_kcpd.encoders.sentence_transformers import SentenceTransformersEncoder
from embed_kcpd.errors import EncoderError
from embed_kcpd.evaluation import datasets
from tiny_models import KINDS, WIDTH, written_checkpoint

pytestmark = pytest.mark.torch

ODD_TEXTS = ["plain", "", "\ud800", "x" * 5_000_000, "日本語", "two words"]


@pytest.fixture(scope="module", params=KINDS)
def folder(request, tmp_path_factory):
    kind = request.param
    return written_checkpoint(tmp_path_factory.mktemp("model") / kind, kind)[0]


def test_the_adapter_gives_what_the_library_gives(folder):
    """The same rows as ``SentenceTransformer.encode``, in the same order."""
    from sentence_transformers import SentenceTransformer

    texts = ["some words", "a", "many more words than before", "some words"]
    expected = SentenceTransformer(str(folder), device="cpu").encode(texts)
    rows = SentenceTransformersEncoder(str(folder), device="cpu").encode(texts)
    assert rows.shape == (4, WIDTH)
    assert rows.dtype == np.float32
    assert rows == pytest.approx(expected, abs=1e-6)


def test_the_adapter_survives_every_string(folder):
    """Empty, broken and endless texts; and no text at all."""
    encoder = SentenceTransformersEncoder(str(folder), device="cpu", threads=1)
    assert np.isfinite(encoder.encode(ODD_TEXTS)).all()
    assert encoder.encode([]).shape == (0, WIDTH)


def test_the_identity_changes_with_the_files(folder, tmp_path):
    """A model trained further under the same path gets other cache entries."""
    encoder = SentenceTransformersEncoder(str(folder))
    before = encoder.identity
    (folder / "notes.txt").write_text("trained a little more")
    assert encoder.identity != before
    assert (
        SentenceTransformersEncoder("a/b").identity
        != SentenceTransformersEncoder("a/b", revision="v2").identity
    )


def test_a_model_that_does_not_exist_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(EncoderError, match="no sentence-transformers model"):
        SentenceTransformersEncoder(str(tmp_path)).encode(["a"])


def test_the_cache_works_in_front_of_the_adapter(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("EMBED_KCPD_CACHE", str(tmp_path))
    encoder = cached(SentenceTransformersEncoder(str(folder), device="cpu"))
    assert np.array_equal(encoder.encode(["a", "b"]), encoder.encode(["a", "b"]))


TINY_TEXTS = ["the quick brown fox", "z" * 99, "a", "many words " * 30, ""]
PROMPTS = {"prompts": {"query": "query "}, "default_prompt_name": "query"}


@pytest.mark.parametrize(
    "settings",
    [
        {"pooling": "mean", "is_normalised": True},
        {"pooling": "cls", "is_normalised": False},
        {"pooling": "mean", "is_normalised": False, "prompts": PROMPTS},
        {"pooling": "cls", "is_normalised": True, "prompts": PROMPTS},
    ],
    ids=str,
)
@pytest.mark.parametrize("kind", KINDS)
def test_every_architecture_agrees_with_sentence_transformers(
    tmp_path, monkeypatch, kind, settings
):
    """Judge and judged against a third: pooling, norm, length and prompts from the same files."""
    from sentence_transformers import SentenceTransformer

    monkeypatch.setenv("EMBED_KCPD_CACHE", str(tmp_path))
    folder, _ = written_checkpoint(tmp_path / "model", kind, **settings)
    theirs = SentenceTransformer(str(folder), device="cpu").encode(TINY_TEXTS)
    ours = CheckpointEncoder(str(folder)).encode(TINY_TEXTS)
    assert ours == pytest.approx(theirs, abs=2e-4)
    norms = np.linalg.norm(ours, axis=1) * np.linalg.norm(theirs, axis=1)
    assert ((ours * theirs).sum(axis=1) / norms).min() >= 0.9999


@pytest.mark.parametrize("kind", KINDS)
def test_models_that_transformers_saved_agree(tmp_path, monkeypatch, kind):
    """Files written by the library itself, as safetensors and by torch.save, with a head."""
    import torch
    from sentence_transformers import SentenceTransformer
    from transformers import AutoConfig, AutoModelForMaskedLM

    monkeypatch.setenv("EMBED_KCPD_CACHE", str(tmp_path))
    folder, _ = written_checkpoint(tmp_path / "model", kind)
    torch.manual_seed(1)
    model = AutoModelForMaskedLM.from_config(AutoConfig.from_pretrained(folder)).eval()
    with torch.no_grad():
        for weights in model.parameters():
            weights.normal_(0, 0.2)
    model.save_pretrained(folder)
    theirs = SentenceTransformer(str(folder), device="cpu").encode(TINY_TEXTS)
    ours = CheckpointEncoder(str(folder)).encode(TINY_TEXTS)
    assert (ours * theirs).sum(axis=1).min() >= 0.9999
    (folder / "model.safetensors").unlink()
    torch.save(model.state_dict(), folder / "pytorch_model.bin")
    assert np.array_equal(CheckpointEncoder(str(folder)).encode(TINY_TEXTS), ours)


def sentences(count):
    if not datasets.data_folder().is_dir():
        pytest.skip(f"no data in {datasets.data_folder()}")
    return [unit for document in datasets.load("wiki50") for unit in document.units][:count]


def test_a_hundred_sentences_of_mpnet_agree_with_sentence_transformers(tmp_path):
    """The model is large, so only where its official files are: ``EMBED_KCPD_MPNET``."""
    import reference

    if not os.environ.get("EMBED_KCPD_MPNET"):
        pytest.skip("EMBED_KCPD_MPNET names no folder with all-mpnet-base-v2")
    texts = [*sentences(100), "a text longer than the model reads " * 100]
    folder = reference.write_folder(tmp_path / "model", MpNet(Precision.FLOAT32))
    theirs = reference.reference_vectors(texts, folder)
    for precision, mean in ((Precision.INT8, 0.99), (Precision.FLOAT32, 0.99999)):
        cosines = (MpNet(precision).encode(texts) * theirs).sum(axis=1)
        print(f"{precision.value}: mean {cosines.mean():.5f}, least {cosines.min():.5f}")
        assert cosines.mean() >= mean


def test_a_thousand_sentences_agree_with_sentence_transformers(tmp_path):
    """Cosine to its float32 vectors: int8 at least 0.995 on average, float32 all but equal."""
    import reference

    texts = sentences(1000)
    theirs = reference.reference_vectors(texts, reference.write_folder(tmp_path / "model"))
    for precision, mean, least in (
        (Precision.INT8, 0.995, 0.9),
        (Precision.FLOAT32, 0.99999, 0.9999),
    ):
        cosines = (MiniLm(precision).encode(texts) * theirs).sum(axis=1)
        print(f"{precision.value}: mean {cosines.mean():.5f}, least {cosines.min():.5f}")
        assert cosines.mean() >= mean
        assert cosines.min() >= least
