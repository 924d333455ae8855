"""The default encoder: what it promises about each vector."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.encoders import (
    CachedEncoder,
    CallableEncoder,
    MiniLm,
    MpNet,
    Precision,
    as_encoder,
    default_encoder,
    has_identity,
)
from embed_kcpd.encoders.models.batches import batches
from embed_kcpd.encoders.models.official import MINILM
from embed_kcpd.encoders.models.session import Session
from embed_kcpd.encoders.models.store import converted_home, is_whole
from embed_kcpd.encoders.models.wordpieces import LAST_LOOK, WordPieces, without_lone_surrogates
from embed_kcpd.encoders.names import encoder_by_name, pretrained_by_name
from embed_kcpd.errors import EncoderError, InputError, MissingExtraError, OptionsError

needs_model = pytest.mark.skipif(
    not is_whole(converted_home(MINILM, Precision.INT8)),
    reason="all-MiniLM-L6-v2 is not in the cache; run: embed-kcpd download",
)

ODD_TEXTS = [
    "",
    " \n\t ",
    "\ud800 half a character",
    "\x00\x01",
    "العربية",
    "日本語の文。",
    "👩‍🚀",
    "word " * 3000,
    "x" * 100_000,
]


SHORT_TEXTS = [f"The {n}th sentence has {'very ' * n} many words." for n in range(21)]
LONG_TEXTS = [
    f"{n}: {'a text of about seven hundred characters ' * 17}"[: 690 + n] for n in range(24)
]
MIXED_TEXTS = ["word", "", "x " * 300, *SHORT_TEXTS[::3], *LONG_TEXTS[::5], *ODD_TEXTS[:7]]


@needs_model
@pytest.mark.parametrize("precision", list(Precision))
@pytest.mark.parametrize(
    "texts", [SHORT_TEXTS, LONG_TEXTS, MIXED_TEXTS], ids=["short", "long", "mixed"]
)
def test_a_vector_does_not_depend_on_its_batch(precision, texts):
    """Alone, in any batch and on any number of threads: the same bits."""
    if not is_whole(converted_home(MINILM, precision)):
        pytest.skip(f"{precision.value} was never made on this machine")
    alone = np.vstack([MiniLm(precision, threads=1).encode([text]) for text in texts])
    for threads, batch_tokens in ((1, 100), (2, 256), (2, 5000)):
        together = MiniLm(precision, threads=threads, batch_tokens=batch_tokens).encode(texts)
        assert np.array_equal(together, alone)
    assert np.array_equal(MiniLm(precision).encode(texts[::-1]), alone[::-1])


@needs_model
def test_equal_texts_are_run_once(monkeypatch):
    """They stand where they stood, with the same row."""
    shown = []
    run = Session.run
    monkeypatch.setattr(
        Session, "run", lambda self, texts, n: shown.append(texts) or run(self, texts, n)
    )
    vectors = MiniLm(threads=1).encode(["b", "a", "b", "b"])

    assert shown == [["b", "a"]]
    assert np.array_equal(vectors[[0, 0]], vectors[[2, 3]])
    assert not np.array_equal(vectors[0], vectors[1])


@given(lengths=st.lists(st.integers(1, 9), max_size=40), batch_tokens=st.integers(1, 30))
def test_batches_hold_every_text_once_and_one_length_each(lengths, batch_tokens):
    """Shortest first; within the budget unless a text alone is above it."""
    places = list(batches(lengths, batch_tokens))
    assert sorted(place for batch in places for place in batch) == list(range(len(lengths)))
    for batch in places:
        assert len({lengths[place] for place in batch}) == 1
        assert len(batch) == 1 or sum(lengths[place] for place in batch) <= batch_tokens
    flat = [lengths[place] for batch in places for place in batch]
    assert flat == sorted(flat)


@needs_model
def test_every_string_gets_a_direction():
    """Empty, broken, foreign and endless texts all have a finite vector of norm one."""
    vectors = MiniLm(threads=1).encode(ODD_TEXTS)
    assert vectors.shape == (len(ODD_TEXTS), 384)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(len(ODD_TEXTS)), abs=1e-5)


@needs_model
def test_related_sentences_are_closer_than_unrelated_ones():
    """The vectors mean something."""
    cat, kitten, bond = MiniLm().encode(
        [
            "A cat sleeps on the sofa.",
            "The kitten naps on a couch.",
            "Bond yields rose after the central bank met.",
        ]
    )
    assert cat @ kitten > 0.6
    assert cat @ bond < 0.2


@needs_model
def test_a_huge_text_reads_like_its_beginning():
    """The model reads 256 tokens: the rest may be anything, and costs nothing."""
    pieces = WordPieces(converted_home(MINILM, Precision.INT8) / "tokenizer.json", 256)
    for text in ("one two, three. " * 3000, "antidisestablishmentarianism " * 2000, "語" * 9000):
        whole = pieces._tokenizer.encode(text).ids
        assert pieces.ids(text) == [*whole[:255], whole[-1]]
    assert len(pieces.ids("x" * 10_000_000)) == 3
    assert pieces.ids(" " * (256 * LAST_LOOK - 2) + "late") == pieces.ids("la")


def test_no_texts_give_no_rows_and_load_no_model():
    assert MiniLm(origin="nowhere").encode([]).shape == (0, 384)
    assert default_encoder().encode([]).shape == (0, 384)


def test_one_string_instead_of_many_is_an_error_that_says_so():
    with pytest.raises(InputError, match=r"pass \[text\]"):
        MiniLm().encode("letters")
    with pytest.raises(InputError, match="text 1 is NoneType"):
        MiniLm().encode(["fine", None])


def test_settings_without_meaning_are_refused():
    with pytest.raises(OptionsError, match="threads must be a whole number from 1 on, got 0"):
        MiniLm(threads=0)
    with pytest.raises(OptionsError, match="batch_tokens"):
        MiniLm(batch_tokens=-1)


def test_the_identity_names_model_precision_and_runtime():
    int8, float32 = MiniLm().identity, MiniLm(Precision.FLOAT32).identity
    assert int8.startswith("all-MiniLM-L6-v2/int8/ctranslate2-")
    assert int8 != float32


def test_two_halves_of_a_character_are_put_together():
    """A pair of surrogates is one character; only a lone half is lost."""
    assert without_lone_surrogates("a \ud83d\ude80 b") == "a 🚀 b"
    assert without_lone_surrogates("a \ude80\ud83d b") == "a \ufffd\ufffd b"


@pytest.mark.parametrize(
    ("name", "identity"),
    [
        ("minilm", "all-MiniLM-L6-v2/int8/"),
        ("minilm-fp32", "all-MiniLM-L6-v2/float32/"),
        ("mpnet", "all-mpnet-base-v2/int8/"),
        ("mpnet-fp32", "all-mpnet-base-v2/float32/"),
        ("openai:text-embedding-3-large", "openai:text-embedding-3-large@https://api.openai"),
        ("torch:all-distilroberta-v1", "sentence-transformers:all-distilroberta-v1@latest"),
    ],
)
def test_a_name_chooses_an_encoder(monkeypatch, name, identity):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    assert encoder_by_name(name).identity.startswith(identity)


def test_threads_reach_the_encoder_or_are_refused(monkeypatch):
    assert encoder_by_name("mpnet-fp32", threads=3) == MpNet(Precision.FLOAT32, threads=3)
    assert encoder_by_name("torch:some/model", threads=3).threads == 3
    with pytest.raises(OptionsError, match="threads have no meaning"):
        encoder_by_name("openai:m", threads=3)


def test_names_that_mean_nothing_are_refused():
    with pytest.raises(OptionsError, match="there are minilm, minilm-fp32, mpnet, mpnet-fp32"):
        pretrained_by_name("minlim")


def test_without_the_extra_torch_names_it_and_a_slip_names_the_encoders(monkeypatch, tmp_path):
    """torch needs the extra; an unknown name is more likely a slip."""
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'embed-kcpd\[torch\]'"):
        encoder_by_name(f"torch:{tmp_path}").encode(["a"])
    with pytest.raises(OptionsError, match=r"'minlim'; there are minilm, .*openai:MODEL"):
        encoder_by_name("minlim")


@pytest.mark.parametrize(
    "rows", [[[1.0, 2.0]], [1.0, 2.0], [["a"], ["b"]], [[[1.0]], [[2.0]]], [[True], [False]]]
)
def test_a_function_must_give_one_row_of_numbers_for_each_text(rows):
    with pytest.raises(EncoderError, match=r"mine gave .* for 2 texts"):
        CallableEncoder(lambda _: rows, "mine").encode(["a", "b"])


def test_a_function_must_give_rows_of_one_length():
    with pytest.raises(EncoderError, match="mine gave rows of different lengths"):
        CallableEncoder(lambda _: [[1.0], [1.0, 2.0]], "mine").encode(["a", "b"])


def test_a_function_keeps_its_precision():
    for kind in (np.float32, np.float64):
        made = CallableEncoder(lambda texts, kind=kind: np.ones((len(texts), 3), kind), "ones")
        assert made.encode(["a"]).dtype == kind


@needs_model
def test_tokens_are_counted_to_the_end_of_a_text():
    """Also behind the last token the model reads, and through the cache; marks do not count."""
    texts = ["", "word", "two words", "word " * 3000, "half \ud800"]
    counts = MiniLm().count_tokens(texts)

    assert counts[:4] == [0, 1, 2, 3000]
    assert list(default_encoder().count_tokens(texts)) == counts


def test_a_name_a_function_or_an_encoder_is_accepted():
    """A name comes with its cache, a function without one, an encoder as it is."""
    named = as_encoder("mpnet")
    assert isinstance(named, CachedEncoder)
    assert named.encoder == MpNet()
    assert as_encoder(named) is named
    function = as_encoder(lambda texts: [[1.0, float(len(text))] for text in texts])
    assert function.encode(["abc"]).tolist() == [[1.0, 3.0]]
    assert not has_identity(function)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (None, "encoder is NoneType; pass an object with encode"),
        (3, "encoder is int"),
        (b"mpnet", "encoder is bytes"),
        (MiniLm, r"pass an object of it: MiniLm\(\)"),
        ("minlim", "no encoder is called 'minlim'"),
        ("", "no encoder is called ''"),
    ],
)
def test_what_cannot_encode_is_refused_with_what_can(monkeypatch, given, said):
    with pytest.raises(OptionsError, match=said):
        as_encoder(given)
