"""The encoder that averages vectors of tokens: its table, its tokens, what it promises."""

import json
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer, models

from embed_kcpd import Settings, segment_units
from embed_kcpd.encoders import Precision, WordLlama
from embed_kcpd.encoders.models.averaged.preparation import AveragedArchitecture
from embed_kcpd.encoders.models.averaged.session import AveragedSession
from embed_kcpd.encoders.models.official import WORDLLAMA
from embed_kcpd.encoders.models.pip_download import pip_download
from embed_kcpd.encoders.models.sources import Folder, local_folders
from embed_kcpd.encoders.models.store import ReadyModel, converted_home, is_whole
from embed_kcpd.encoders.names import encoder_by_name
from embed_kcpd.errors import EncoderError, OptionsError

DATA = Path(__file__).parent / "data"
TEXTS = (DATA / "reference_sentences.txt").read_text(encoding="utf-8").splitlines()
ODD_TEXTS = ["", " \n ", "\ud800", "\x00", "नमस्ते", "👩‍🚀", "word " * 30_000, "x" * 100_000]

needs_model = pytest.mark.skipif(
    not is_whole(converted_home(WORDLLAMA, Precision.FLOAT32)),
    reason="wordllama is not in the cache; run: embed-kcpd download wordllama",
)


def safetensors(name, table):
    """The bytes of a file with one table."""
    body = table.astype("<f2").tobytes()
    entry = {"dtype": "F16", "shape": list(table.shape), "data_offsets": [0, len(body)]}
    header = json.dumps({name: entry}).encode()
    return bytearray(len(header).to_bytes(8, "little") + header + body)


def small_tokenizer():
    """One token for each of a few letters, and a mark in front of every text."""
    vocabulary = {"<unk>": 0, "<s>": 1, "a": 2, "b": 3, "c": 4}
    made = json.loads(Tokenizer(models.BPE(vocabulary, [], unk_token="<unk>")).to_str())
    mark = {"SpecialToken": {"id": "<s>", "type_id": 0}}
    made["post_processor"] = {
        "type": "TemplateProcessing",
        "single": [mark, {"Sequence": {"id": "A", "type_id": 0}}],
        "pair": [mark, {"Sequence": {"id": "A", "type_id": 0}}],
        "special_tokens": {"<s>": {"id": "<s>", "ids": [1], "tokens": ["<s>"]}},
    }
    return bytearray(json.dumps(made).encode())


TABLE = np.array([[0.0, 0.0], [3.0, 4.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])


def small_session(folder, max_tokens=9):
    contents = {"table": safetensors("vectors", TABLE), "tokenizer": small_tokenizer()}
    AveragedArchitecture("table", "vectors", "tokenizer").write(contents, Precision.FLOAT32, folder)
    return AveragedSession(ReadyModel(folder), max_tokens)


def vectors_of(session, texts, batch_tokens=4):
    rows = np.empty((len(texts), 2))
    for places, vectors in session.run(texts, batch_tokens):
        rows[places] = vectors
    return rows.tolist()


def test_a_vector_is_the_mean_of_its_tokens_set_to_norm_one(tmp_path):
    """The mark in front of a text is no part of it, but all there is of an empty one."""
    session = small_session(tmp_path)
    half = 0.5**0.5
    texts = ["ab", "", "bbbb", "aab", "c"]
    expected = [[half, half], [0.6, 0.8], [0.0, 1.0], [2 / 5**0.5, 1 / 5**0.5], [-1.0, 0.0]]
    assert np.array(vectors_of(session, texts)) == pytest.approx(np.array(expected), abs=1e-6)
    assert session.count_tokens(texts) == [2, 0, 4, 3, 1]


@pytest.mark.parametrize("text", ["ac", "?"])
def test_a_text_whose_tokens_cancel_out_has_a_direction(tmp_path, text):
    """No zero vectors: they are refused wherever vectors are read."""
    assert vectors_of(small_session(tmp_path), [text]) == [pytest.approx([0.6, 0.8])]


def test_a_text_is_read_up_to_the_last_token_that_is_allowed(tmp_path):
    session = small_session(tmp_path, max_tokens=2)
    assert vectors_of(session, ["aabbbb"]) == vectors_of(session, ["aa"])
    assert session.count_tokens(["aabbbb"]) == [6]


def test_there_is_one_precision(tmp_path):
    with pytest.raises(EncoderError, match="no int8 of this model"):
        AveragedArchitecture("a", "b", "c").write({}, Precision.INT8, tmp_path)
    with pytest.raises(OptionsError, match="wordllama-l2-supercat-256 has no int8; leave"):
        WordLlama(Precision.INT8)


def test_the_name_and_the_settings():
    assert encoder_by_name("wordllama", threads=3) == WordLlama(threads=3)
    assert WordLlama().identity.startswith("wordllama-l2-supercat-256/float32/numpy-")
    assert WordLlama().encode([]).shape == (0, 256)
    with pytest.raises(OptionsError, match="no vectors of tokens; use minilm or mpnet"):
        WordLlama().encode_tokens(["a"])


def test_the_package_that_carries_it_is_found_where_it_is_installed(tmp_path, monkeypatch):
    """Its files lie in two folders, and were looked for in a third."""
    package = tmp_path / "wordllama"
    for folder, file in zip(("weights", "tokenizers"), WORDLLAMA.files, strict=True):
        (package / folder).mkdir(parents=True)
        with (package / folder / file.name).open("wb") as carried:
            carried.truncate(file.size)
    (package / "__init__.py").write_text("raise SystemExit('imported')")
    monkeypatch.syspath_prepend(str(tmp_path))
    [found] = local_folders(WORDLLAMA)
    for file in WORDLLAMA.files:
        with Folder(found).open(file) as stream:
            assert stream.read(1) == b"\0"


def test_its_wheel_is_asked_for_in_one_build_everywhere(tmp_path, monkeypatch):
    """There is none for some machines, though all builds carry the same files."""
    asked = []

    class Pip:
        returncode = 0

        def __init__(self, command, **_):
            asked.extend(command)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            return None

        def poll(self):
            return 0

        def kill(self):
            return None

    monkeypatch.setattr("embed_kcpd.encoders.models.pip_download.subprocess.Popen", Pip)
    pip_download(WORDLLAMA.wheel.requirement, tmp_path, 1, WORDLLAMA.wheel.build)
    assert asked[asked.index("--platform") + 1] == "manylinux2014_x86_64"
    assert asked[-1] == "wordllama==0.4.0.post1"


@needs_model
def test_vectors_are_those_of_the_package_that_carries_the_weights():
    """Its own vectors of the same sentences, kept in half precision."""
    theirs = np.load(DATA / "wordllama_reference.npz")["vectors"].astype(np.float64)
    theirs /= np.linalg.norm(theirs, axis=1, keepdims=True)
    assert (WordLlama(threads=1).encode(TEXTS) * theirs).sum(axis=1).min() >= 0.99999


@needs_model
@pytest.mark.parametrize("texts", [TEXTS, ODD_TEXTS], ids=["short", "odd"])
def test_a_vector_does_not_depend_on_its_batch(texts):
    """Alone, in any batch and on any number of threads: the same bits."""
    alone = np.vstack([WordLlama(threads=1).encode([text]) for text in texts])
    assert np.linalg.norm(alone, axis=1) == pytest.approx(np.ones(len(texts)), abs=1e-5)
    for threads, batch_tokens in ((1, 100), (2, 300), (2, 5000)):
        together = WordLlama(threads=threads, batch_tokens=batch_tokens).encode(texts)
        assert np.array_equal(together, alone)


@needs_model
def test_accents_may_be_characters_of_their_own():
    """As files of macOS have them."""
    encoder, text = WordLlama(), "The café was closed."
    parted = unicodedata.normalize("NFD", text)
    assert np.array_equal(encoder.encode([parted]), encoder.encode([text]))
    assert encoder.count_tokens([parted]) == encoder.count_tokens([text])


@needs_model
def test_it_finds_where_the_subject_changes():
    """From the harbour to interest rates, to bread, to programs."""
    assert segment_units(TEXTS, Settings(encoder="wordllama")).boundaries[:3] == (4, 8, 12)
