"""What only sentence-transformers can judge; run with ``make test-torch``."""

import json
import os

import numpy as np
import pytest

from embed_kcpd.encoders import MiniLm, MpNet, Precision, cached
from embed_kcpd.encoders.models.pretrained import open_session
from embed_kcpd.encoders.sentence_transformers import SentenceTransformersEncoder
from embed_kcpd.errors import EncoderError
from embed_kcpd.evaluation import datasets
from naive_transformer import sentence_vector
from tiny_models import MAX_TOKENS, N_HEADS, N_LAYERS, WIDTH, tiny_model

pytestmark = pytest.mark.torch

ODD_TEXTS = ["plain", "", "\ud800", "x" * 5_000_000, "日本語", "two words"]


def written_model(folder, has_distance_bias):
    """A tiny random model in the form sentence-transformers reads."""
    _, contents, _ = tiny_model(has_distance_bias)
    (folder / "1_Pooling").mkdir(parents=True)
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    shape = {
        "hidden_act": "gelu",
        "hidden_size": WIDTH,
        "intermediate_size": 4 * WIDTH,
        "max_position_embeddings": MAX_TOKENS + 2,
        "num_attention_heads": N_HEADS,
        "num_hidden_layers": N_LAYERS,
        "vocab_size": 56,
    }
    kind = (
        {"model_type": "mpnet", "layer_norm_eps": 1e-5, "pad_token_id": 1}
        if has_distance_bias
        else {"model_type": "bert", "layer_norm_eps": 1e-12, "pad_token_id": 0}
    )
    transformers = "sentence_transformers.models."
    settings = {
        "config.json": shape | kind,
        "tokenizer_config.json": {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "pad_token": "[PAD]",
            "unk_token": "[UNK]",
            "cls_token": "[CLS]",
            "sep_token": "[SEP]",
        },
        "sentence_bert_config.json": {"max_seq_length": MAX_TOKENS},
        "modules.json": [
            {"idx": 0, "name": "0", "path": "", "type": f"{transformers}Transformer"},
            {"idx": 1, "name": "1", "path": "1_Pooling", "type": f"{transformers}Pooling"},
        ],
        "1_Pooling/config.json": {
            "word_embedding_dimension": WIDTH,
            "pooling_mode_mean_tokens": True,
        },
    }
    for name, content in settings.items():
        (folder / name).write_text(json.dumps(content))
    return folder


@pytest.fixture(scope="module", params=[False, True], ids=["bert", "mpnet"])
def folder(request, tmp_path_factory):
    return written_model(tmp_path_factory.mktemp("model") / "tiny", request.param)


def test_the_adapter_gives_what_the_library_gives(folder):
    """The same rows as ``SentenceTransformer.encode``, in the same order."""
    from sentence_transformers import SentenceTransformer

    texts = ["some words", "a", "many more words than before", "some words"]
    expected = SentenceTransformer(str(folder), device="cpu").encode(texts)
    found = SentenceTransformersEncoder(str(folder), device="cpu").encode(texts)
    assert found.shape == (4, WIDTH)
    assert found.dtype == np.float32
    assert found == pytest.approx(expected, abs=1e-6)


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


def test_our_tiny_transformers_agree_with_torch(folder, tmp_path, monkeypatch):
    """Judge and judged against a third: library, conversion and the word-for-word version."""
    from sentence_transformers import SentenceTransformer

    monkeypatch.setenv("EMBED_KCPD_CACHE", str(tmp_path))
    has_distance_bias = json.loads((folder / "config.json").read_text())["model_type"] == "mpnet"
    model, _, tensors = tiny_model(has_distance_bias)
    session = open_session(model, Precision.FLOAT32, 1, folder)
    texts = ["the quick brown fox", "z" * 30, "a"]
    theirs = SentenceTransformer(str(folder), device="cpu").encode(texts, normalize_embeddings=True)
    for places, ours in session.run(texts, 1):
        ids = session._pieces.ids(texts[places[0]])
        naive = sentence_vector(ids, tensors, model.architecture)
        assert ours[0] == pytest.approx(theirs[places[0]], abs=2e-5)
        assert naive == pytest.approx(theirs[places[0]], abs=2e-5)


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
        found = (MpNet(precision).encode(texts) * theirs).sum(axis=1)
        print(f"{precision.value}: mean {found.mean():.5f}, least {found.min():.5f}")
        assert found.mean() >= mean


def test_a_thousand_sentences_agree_with_sentence_transformers(tmp_path):
    """Cosine to its float32 vectors: int8 at least 0.995 on average, float32 all but equal."""
    import reference

    texts = sentences(1000)
    theirs = reference.reference_vectors(texts, reference.write_folder(tmp_path / "model"))
    for precision, mean, least in (
        (Precision.INT8, 0.995, 0.9),
        (Precision.FLOAT32, 0.99999, 0.9999),
    ):
        found = (MiniLm(precision).encode(texts) * theirs).sum(axis=1)
        print(f"{precision.value}: mean {found.mean():.5f}, least {found.min():.5f}")
        assert found.mean() >= mean
        assert found.min() >= least
