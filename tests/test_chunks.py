"""Chunks for retrieval: limits, offsets, ids, vectors, edits."""

import asyncio
import json
import pickle
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

import naive_chunks
from conftest import WordHashing
from embed_kcpd import TextLimits, segment
from embed_kcpd.chunks import (
    ChunkSettings,
    Embedding,
    achunk,
    chunk,
    chunk_document,
    chunk_documents,
    chunk_many,
    rechunk,
)
from embed_kcpd.chunks.matching import matched_units
from embed_kcpd.chunks.overlap import overlap_starts
from embed_kcpd.chunks.search import ChunkProblem, ChunkSizes, cheapest_chunks
from embed_kcpd.chunks.splitting import split_text
from embed_kcpd.chunks.vectors import pooled, with_neighbours
from embed_kcpd.errors import EncoderError, InputError, OptionsError, VectorsError
from embed_kcpd.problem.costs.linear import LinearCost
from embed_kcpd.readers import Document, DocumentKind, Piece
from embed_kcpd.settings import Settings
from embed_kcpd.text.places import Place

TOPICS = (
    ["Soil holds the water.", "Worms loosen heavy soil.", "Compost feeds the soil again."],
    ["Stars burn far away.", "Every star shines alone.", "Old stars grow red and large."],
    ["Bread needs strong flour.", "The oven bakes the bread.", "Yeast lifts the bread dough."],
)
TEXT = " ".join(" ".join(topic * 3) for topic in TOPICS)
SETTINGS = ChunkSettings(max_tokens=40, target_tokens=30, encoder=WordHashing())


@st.composite
def problems(draw):
    n = draw(st.integers(1, 9))
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    rows = rng.normal(size=(n, 3))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    tokens = np.array(draw(st.lists(st.integers(0, 9), min_size=n, max_size=n)), dtype=float)
    allowed = np.array(draw(st.lists(st.booleans(), min_size=n, max_size=n)))
    allowed[0] = True
    most = draw(st.integers(9, 40))
    if n > 1 and tokens.sum() > most:
        allowed[:] = True
    forced = frozenset(u for u in draw(st.sets(st.integers(1, 8), max_size=2)) if u < n)
    allowed[sorted(forced)] = True
    prices = rng.normal(scale=draw(st.sampled_from([0.1, 1.0, 5.0])), size=n)
    prices[0] = 0.0
    problem = ChunkProblem(LinearCost(rows, np.ones(n), ridge=1.0), prices, allowed, forced)
    sizes = ChunkSizes(float(most), draw(st.floats(1.0, 30.0)), draw(st.sampled_from([0.0, 5.0])))
    return problem, tokens, sizes


@given(problems())
def test_chunks_are_as_cheap_as_trying_everything(case):
    """Starts that are never looked at could not have been the best."""
    problem, tokens, sizes = case

    boundaries = cheapest_chunks(problem, tokens, sizes)

    assert naive_chunks.total(problem, tokens, sizes, boundaries) == pytest.approx(
        naive_chunks.cheapest_total(problem, tokens, sizes)
    )


def test_the_search_looks_only_as_far_as_a_chunk_can_be_useful():
    """Without a limit the time does not grow with the square of the text."""
    n, asked = 3_000, []
    rng = np.random.default_rng(0)
    cost = LinearCost(rng.normal(size=(n, 4)), np.ones(n), ridge=1.0)
    original = cost.column
    cost.column = lambda starts, end: asked.append(len(starts)) or original(starts, end)
    problem = ChunkProblem(cost, np.zeros(n), np.ones(n, dtype=bool))

    cheapest_chunks(problem, np.full(n, 20.0), ChunkSizes(1e9, 130.0))

    assert max(asked) < 100


@given(st.text(st.sampled_from("ab. \n!é\U0001f600ก\ud800"), max_size=300), st.integers(1, 30))
@hypothesis_settings(max_examples=60)
def test_chunks_joined_are_the_text_and_none_is_over_the_limit(text, most):
    """Whatever the text, down to single characters that hold one token each."""
    made = replace(SETTINGS, max_tokens=most, target_tokens=None, tokens=len, confidence=False)
    result = chunk(text, settings=made)

    assert "".join(each.text for each in result) == text
    assert all(each.n_tokens == len(each.text) <= most for each in result)
    assert [each.start_char for each in result][1:] == [each.end_char for each in result][:-1]


def test_a_counter_that_counts_more_for_a_whole_than_for_its_parts_is_obeyed():
    """Some tokenizers are not additive; the limit holds for the chunk itself."""
    made = replace(SETTINGS, tokens=lambda text: int(len(text.split()) ** 1.4))
    assert all(each.n_tokens <= 40 for each in chunk(TEXT, settings=made))


def test_topics_are_not_mixed_where_the_limit_leaves_room():
    result = chunk(TEXT, settings=SETTINGS)
    for each in result:
        assert sum(word in each.text.lower() for word in ("soil", "star", "bread")) == 1


def test_a_unit_longer_than_the_limit_is_split_at_a_clause_and_said_to_be():
    text = "First the water, then the flour, then the salt, and in the end the yeast."
    result = chunk(text, 6, replace(SETTINGS, target_tokens=None))

    assert all(each.is_split for each in result)
    assert result[0].text.endswith(", ")
    assert {each.start_unit for each in result} == {0}


def test_a_text_below_the_minimum_is_one_chunk():
    assert len(chunk("Soil. Stars. Bread.", settings=replace(SETTINGS, min_tokens=30))) == 1


def test_the_minimum_is_kept_where_it_can_be():
    result = chunk(TEXT, settings=replace(SETTINGS, min_tokens=15, target_tokens=15))
    assert min(each.n_tokens for each in result) >= 15


def test_a_target_near_the_limit_is_no_error():
    assert (
        max(each.n_tokens for each in chunk(TEXT, settings=replace(SETTINGS, target_tokens=40)))
        <= 40
    )


def test_overlap_repeats_whole_units_within_the_limit():
    result = chunk(TEXT, settings=replace(SETTINGS, overlap=10))

    for before, after in zip(result, result.chunks[1:], strict=False):
        repeated = TEXT[after.start_char : before.end_char]
        assert len(repeated.split()) <= 10
        assert repeated == "" or repeated.strip().endswith(".")
    assert all(each.n_tokens <= 40 for each in result)
    assert any(a.end_char > b.start_char for a, b in zip(result, result.chunks[1:], strict=False))


def half_words(text):
    """Fewer tokens for a text than for its units together."""
    return (len(text.split()) + 1) // 2


def letters_and_one(text):
    """More tokens, and many of them."""
    return len(text) + 1


@pytest.mark.parametrize("tokens", [None, half_words, letters_and_one])
@given(st.lists(st.integers(1, 60), max_size=8), st.integers(1, 60), st.integers(2, 80))
@hypothesis_settings(max_examples=40, deadline=None)
def test_the_overlap_is_what_trying_one_unit_after_another_gives(tokens, cuts, overlap, room):
    settings = ChunkSettings(
        max_tokens=overlap + room, overlap=overlap, tokens=tokens, encoder=WordHashing()
    )
    split = split_text(TEXT, settings)
    edges = sorted({0, *(cut % len(split.fitted) for cut in cuts), len(split.fitted)})
    assert overlap_starts(split, edges) == naive_chunks.overlap_starts(split, edges)


def test_an_overlap_near_the_limit_counts_few_texts():
    """Each step back used to be counted by itself: minutes for a few pages."""
    counted = []

    def count(text):
        counted.append(len(text))
        return len(text.split())

    settings = replace(SETTINGS, max_tokens=40, target_tokens=None, overlap=38, tokens=count)
    result = chunk(TEXT * 10, settings=settings)
    assert len(result) > 200
    assert len(counted) < 12 * len(result)


def test_an_overlap_of_text_without_words_stays_short():
    """Parts of one long word counted as one token: every chunk repeated all before it."""
    counted = []

    def count(text):
        counted.append(len(text))
        return len(text.split())

    text = "Here is a file: " + "QUJD" * 25_000
    settings = ChunkSettings(max_tokens=40, overlap=10, tokens=count, encoder=WordHashing())
    result = chunk(text, settings=settings)
    assert len(result) > 1
    assert sum(len(each.text) for each in result) < 2 * len(text)
    assert sum(counted) < 40 * len(text)


def test_ids_depend_on_content_and_settings_not_on_position():
    first = chunk(TEXT, settings=SETTINGS)
    moved = chunk("Rain fell all night long. " + TEXT, settings=SETTINGS)
    other = chunk(TEXT, settings=replace(SETTINGS, max_tokens=41))

    assert {each.id for each in first} & {each.id for each in moved}
    assert not {each.id for each in first} & {each.id for each in other}
    assert len({each.id for each in first}) == len(first)
    assert [each.next for each in first][:-1] == [each.id for each in first][1:]
    assert [each.previous for each in first][1:] == [each.id for each in first][:-1]


def test_bytes_are_those_of_the_text_in_utf_8():
    text = "Käse reift. Brot backt. 😀 lacht! Öl fließt."
    data = text.encode()
    for each in chunk(text, 3, replace(SETTINGS, target_tokens=None)):
        assert data[each.start_byte : each.end_byte].decode() == each.text


def test_vectors_have_length_one_and_follow_the_choice():
    made = {
        kind: chunk(TEXT, settings=replace(SETTINGS, embedding=kind, context=0.0))
        for kind in Embedding
    }
    rows = {kind: np.array([each.embedding for each in result]) for kind, result in made.items()}

    assert all(np.allclose(np.linalg.norm(each, axis=1), 1.0) for each in rows.values())
    read = WordHashing().encode([each.text.strip() for each in made[Embedding.text]])
    assert np.allclose(rows[Embedding.text], read / np.linalg.norm(read, axis=1, keepdims=True))
    both = rows[Embedding.text] + rows[Embedding.pooled]
    assert np.allclose(rows[Embedding.both], both / np.linalg.norm(both, axis=1, keepdims=True))


def test_neighbours_add_their_share():
    rows = np.eye(3)
    mixed = with_neighbours(rows, 0.5)
    assert np.allclose(mixed[0], np.array([1.0, 0.5, 0.0]) / np.sqrt(1.25))
    assert np.allclose(with_neighbours(rows, 0.0), rows)
    assert pooled(np.zeros((0, 3)), np.zeros(0), [0]).shape == (0, 3)


@pytest.mark.parametrize("length", [1e-300, 1e-30, 1e300])
@pytest.mark.parametrize("embedding", Embedding)
def test_vectors_of_chunks_have_length_one_whatever_the_encoder_gives(length, embedding):
    """Very short and very long ones became zeros."""
    usual = replace(SETTINGS, embedding=embedding)
    scaled = replace(usual, encoder=lambda texts: WordHashing().encode(texts) * length)
    for one, other in zip(chunk(TEXT, settings=usual), chunk(TEXT, settings=scaled), strict=True):
        assert one.embedding == pytest.approx(other.embedding)


def test_a_chunk_that_the_encoder_cannot_read_is_named():
    """A model of half precision may overflow in long texts; the answer was no JSON."""

    def encode(texts):
        long = np.array([[len(text) > 60] for text in texts])
        return np.where(long, np.nan, WordHashing().encode(texts))

    settings = replace(SETTINGS, encoder=encode, embedding=Embedding.text)
    with pytest.raises(EncoderError, match="text of chunk 0 a vector that is not finite"):
        chunk(TEXT, settings=settings)


@pytest.mark.parametrize("counts", [7, [1], ["3"] * 36, [1.5] * 36, [-1] * 36, None])
def test_an_encoder_that_counts_tokens_wrongly_is_named(counts):
    encoder = WordHashing()
    encoder.count_tokens = lambda _: counts
    message = "count_tokens of .* for .* texts; it must give one whole number for each"
    with pytest.raises(EncoderError, match=message):
        chunk(TEXT, settings=replace(SETTINGS, encoder=encoder))
    with pytest.raises(EncoderError, match=message):
        segment(TEXT, Settings(encoder=encoder, limits=TextLimits(max_tokens=30)))


def test_moved_sentences_are_not_encoded_again():
    """What was cut in one place and put in at another was encoded as if it were new."""
    parts = [" ".join(topic) for topic in TOPICS]
    encoded = []

    def encode(texts):
        encoded.extend(texts)
        return WordHashing().encode(texts)

    settings = replace(SETTINGS, encoder=encode)
    old = chunk(" ".join(parts), settings=settings)
    encoded.clear()

    revision = rechunk(old, " ".join([*parts[::-1], "Rain fell all night."]), settings=settings)

    assert encoded == ["Rain fell all night."]
    again = chunk(revision.chunks.text, settings=settings)
    assert np.array_equal(revision.chunks.vectors, again.vectors)


@given(
    st.lists(st.sampled_from("abc"), max_size=30), st.lists(st.sampled_from("abcd"), max_size=30)
)
def test_matched_units_are_the_same_and_in_order(before, after):
    origins = matched_units(before, after)
    known = [origin for origin in origins if origin >= 0]
    assert known == sorted(set(known))
    assert all(o < 0 or before[o] == text for o, text in zip(origins, after, strict=True))
    assert matched_units(before, before) == list(range(len(before)))


def test_units_that_stand_in_a_text_thousands_of_times_are_matched():
    """A log of 50,000 lines that was edited at both ends took minutes."""
    lines = np.random.default_rng(1).choice(["INFO ok", "WARN slow", "DEBUG tick"], 50_000).tolist()
    started = time.process_time()
    origins = matched_units(["Begin", *lines, "End"], ["Start", *lines, "Stop"])
    assert time.process_time() - started < 5
    assert origins == [-1, *range(1, 50_001), -1]
    assert matched_units(["Begin", *["same"] * 50_000], [*["same"] * 50_000, "End"])[-1] == -1
    assert time.process_time() - started < 5


def test_tables_hold_half_a_character_as_its_escape():
    """JSON files of posts have such halves; the table of all chunks could not be written."""
    chunks = chunk("Half \ud83d of it.", settings=SETTINGS)
    for rows in (chunks.to_arrow().to_pylist(), chunks.to_pandas().to_dict("records")):
        assert [row["text"] for row in rows] == ["Half \\ud83d of it."]


def test_a_text_without_chunks_has_the_columns_of_a_table():
    nothing, something = chunk("", settings=SETTINGS), chunk(TEXT, settings=SETTINGS)
    for embedding in (True, False):
        columns = list(something.to_pandas(embedding).columns)
        assert columns == list(something.to_dicts(embedding)[0])
        assert columns == list(nothing.to_pandas(embedding).columns)


def test_numbers_of_numpy_give_the_same_ids():
    """``for most in np.arange(100, 500, 100)`` was refused: 100 was no whole number."""
    own = ChunkSettings(40, 5, 30, 2, context=0.5, encoder=WordHashing())
    other = ChunkSettings(*np.array([40, 5, 30, 2]), context=np.float32(0.5), encoder=WordHashing())
    assert own.as_values() == other.as_values()
    assert [each.id for each in chunk(TEXT, settings=own)] == [
        each.id for each in chunk(TEXT, np.int64(40), settings=other)
    ]


def test_many_texts_give_what_each_gives_alone():
    texts = [TEXT, "", "One sentence.", TEXT[:200]]
    together = list(chunk_many(texts, settings=SETTINGS))
    assert together == [chunk(text, settings=SETTINGS) for text in texts]


def test_the_sentences_of_many_texts_are_encoded_together():
    class Counting(WordHashing):
        calls = 0

        def encode(self, texts):
            type(self).calls += 1
            return super().encode(texts)

    encoder = Counting()
    list(chunk_many([TEXT] * 5, settings=replace(SETTINGS, encoder=encoder)))
    assert Counting.calls == 1


def test_texts_that_hold_nothing_come_one_after_another():
    """They were all collected before the first was given, and counted again for each."""
    read = []
    texts = (read.append(each) or "" for each in range(20_000))
    next(chunk_many(texts, settings=SETTINGS))
    assert len(read) < 10_000


def test_an_event_loop_can_wait_for_chunks():
    assert asyncio.run(achunk(TEXT, settings=SETTINGS)) == chunk(TEXT, settings=SETTINGS)


def book(stars=TOPICS[1]):
    """A document with two headings."""
    pieces = (
        Piece("The soil", Place(heading=1, page=1)),
        *(Piece(s, Place(headings=("The soil",), page=2)) for s in TOPICS[0] * 2),
        Piece("The stars", Place(heading=1, page=3)),
        *(Piece(s, Place(headings=("The stars",), page=4)) for s in stars * 2),
    )
    return Document("book.md", "markdown", DocumentKind.text, pieces)


def test_an_edited_document_keeps_its_headings_and_pages():
    """Only a string was taken, and chunks that stayed lost what they knew of their place."""
    edited = book([*TOPICS[1], "Planets circle every star."])
    revision = rechunk(chunk_document(book(), SETTINGS), edited, settings=SETTINGS)

    assert revision.kept
    assert revision.chunks.source == "book.md"
    assert [each.headings for each in revision.chunks] == [
        each.headings for each in chunk_document(edited, SETTINGS)
    ]


def test_headings_and_pages_go_to_the_chunks():
    result = chunk_document(book(), SETTINGS)

    starting = [each for each in result if each.text.startswith("The stars")]
    assert starting[0].page == 3
    assert not any(each.text.strip().endswith("The stars") for each in result)
    assert all(each["source"] == "book.md" for each in result.to_dicts())


def test_an_edit_changes_only_what_it_touches():
    """Everything outside the edited chunk and its two neighbours keeps its id."""
    old = chunk(TEXT, settings=SETTINGS)
    at = TEXT.index("Every star shines alone.")
    new_text = TEXT[:at] + "Planets circle every star. " + TEXT[at:]
    revision = rechunk(old, new_text, settings=SETTINGS)

    edited = next(k for k, each in enumerate(old) if each.end_char > at)
    outside = {each.id for k, each in enumerate(old) if abs(k - edited) > 1}
    assert outside <= set(revision.kept)
    assert set(revision.deleted) == {each.id for each in old} - set(revision.kept)
    assert set(revision.added) == {each.id for each in revision.chunks} - set(revision.kept)
    assert "".join(each.text for each in revision.chunks) == new_text


@given(st.integers(0, 26), st.sampled_from(["delete", "insert", "replace"]), st.integers(0, 26))
@hypothesis_settings(max_examples=40)
def test_edits_never_lose_text_and_unchanged_sentences_are_not_encoded_again(at, kind, other):
    class Recording(WordHashing):
        def __init__(self):
            self.seen = []

        def encode(self, texts):
            self.seen.append(list(texts))
            return super().encode(texts)

    sentences = [sentence for topic in TOPICS for sentence in topic * 3]
    edited = list(sentences)
    new = f"New words about thing number {other}."
    if kind != "insert":
        del edited[at]
    if kind != "delete":
        edited.insert(at, new)
    encoder = Recording()
    made = replace(SETTINGS, encoder=encoder, confidence=False)
    old = chunk(" ".join(sentences), settings=made)
    encoder.seen.clear()

    revision = rechunk(old, " ".join(edited), settings=made)

    assert "".join(each.text for each in revision.chunks) == " ".join(edited)
    assert sum(map(len, encoder.seen)) <= 3
    assert all(each.n_tokens <= 40 for each in revision.chunks)


def test_chunks_kept_with_pickle_can_be_edited_and_rows_cannot():
    """Rows of a file were an ``AttributeError``."""
    old = chunk(TEXT, settings=SETTINGS)

    assert rechunk(pickle.loads(pickle.dumps(old)), TEXT, settings=SETTINGS).added == ()
    with pytest.raises(InputError, match=r"must be what chunk\(\) gave, or revision.chunks, got"):
        rechunk(old.to_dicts(), TEXT, settings=SETTINGS)


def test_other_settings_make_everything_new():
    old = chunk(TEXT, settings=SETTINGS)
    revision = rechunk(old, TEXT, 30, SETTINGS)
    assert revision.kept == ()
    for vectors_of in ({"embedding": Embedding.text}, {"context": 0.0}):
        assert rechunk(old, TEXT, settings=replace(SETTINGS, **vectors_of)).kept == ()


def test_the_same_text_keeps_every_chunk():
    old = chunk(TEXT, settings=SETTINGS)
    revision = rechunk(old, TEXT, settings=SETTINGS)
    assert (revision.added, revision.deleted) == ((), ())
    assert revision.chunks == old


def test_chunks_become_lines_of_json():
    result = chunk(TEXT + " \ud800.", settings=SETTINGS)
    rows = [json.loads(line) for line in result.to_jsonl(embedding=True).splitlines()]

    assert [row["id"] for row in rows] == [each.id for each in result]
    assert len(rows[0]["embedding"]) == 64
    assert rows[0]["probability"] is None
    assert 0 <= rows[1]["probability"] <= 1
    assert "embedding" not in json.loads(result.to_jsonl().splitlines()[0])


def test_chunks_become_tables():
    pytest.importorskip("pandas")
    result = chunk(TEXT, settings=SETTINGS)

    assert result.to_pandas()["text"].tolist() == [each.text for each in result]
    assert result.to_arrow().column("n_tokens").to_pylist() == [each.n_tokens for each in result]
    assert result.to_arrow(embedding=False).column_names[-1] == "next"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_tokens": 0}, "max_tokens must be a whole number from 1 on"),
        ({"min_tokens": 500}, "min_tokens=500 is above max_tokens=400"),
        ({"target_tokens": 500}, "target_tokens=500 is above max_tokens=400"),
        ({"overlap": 400}, "overlap=400 leaves no room"),
        ({"context": 2.0}, "context must be a share"),
        ({"context": "some"}, "context must be a share"),
        ({"embedding": "text"}, "embedding must be"),
        ({"tokens": 5}, "tokens must be a tiktoken name"),
    ],
)
def test_settings_without_a_meaning_are_refused(options, message):
    with pytest.raises(OptionsError, match=message):
        ChunkSettings(**options)


def test_tokens_are_counted_by_tiktoken_a_file_or_a_function(tmp_path):
    tiktoken = pytest.importorskip("tiktoken")
    from tokenizers import Tokenizer, models, pre_tokenizers

    ranks = {bytes([i]): i for i in range(256)}
    letters = tiktoken.Encoding(
        "letters", pat_str=r"\S+|\s+", mergeable_ranks=ranks, special_tokens={}
    )
    tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.save(str(tmp_path / "tokenizer.json"))

    by_file = chunk(TEXT, settings=replace(SETTINGS, tokens=tmp_path / "tokenizer.json"))
    assert all(each.n_tokens == len(each.text.split()) <= 40 for each in by_file)

    tiktoken.registry.ENCODINGS["letters"] = letters
    tiktoken.registry.ENCODING_CONSTRUCTORS = {"letters": None}
    try:
        by_name = chunk(TEXT, settings=replace(SETTINGS, tokens="letters"))
    finally:
        del tiktoken.registry.ENCODINGS["letters"]
        tiktoken.registry.ENCODING_CONSTRUCTORS = None
    assert all(each.n_tokens == len(each.text.encode()) <= 40 for each in by_name)


def test_a_word_without_end_is_no_single_token(tmp_path):
    """To a vocabulary of words a file of digits without a space is one unknown token."""
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel({"[UNK]": 0}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    text = "A number follows. " + "0123456789abcdef" * 1_000 + " It was long."
    chunks = chunk(text, settings=replace(SETTINGS, tokens=tmp_path / "tokenizer.json"))
    assert "".join(each.text for each in chunks) == text
    assert max(len(each.text) for each in chunks) <= 101
    assert all(each.n_tokens <= 40 for each in chunks)


def test_an_encoding_that_cannot_be_fetched_is_said_in_one_line(monkeypatch):
    tiktoken = pytest.importorskip("tiktoken")

    def unreachable(name):
        raise ConnectionError("no network")

    monkeypatch.setattr(tiktoken, "get_encoding", unreachable)
    with pytest.raises(EncoderError, match=r"tiktoken cannot fetch 'gpt2'.*TIKTOKEN_CACHE_DIR"):
        chunk(TEXT, settings=replace(SETTINGS, tokens="gpt2"))


def test_tiktoken_fetches_nothing_where_that_is_forbidden(monkeypatch, tmp_path):
    """``EMBED_KCPD_OFFLINE`` holds for tiktoken too, and only while it is set."""
    tiktoken = pytest.importorskip("tiktoken")
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(tiktoken.registry, "ENCODINGS", {})
    asked = []
    monkeypatch.setattr(tiktoken.load, "read_file", lambda path: asked.append(path) or b"")

    monkeypatch.setenv("EMBED_KCPD_OFFLINE", "1")
    with pytest.raises(EncoderError, match=r"'cl100k_base': EMBED_KCPD_OFFLINE forbids"):
        chunk(TEXT, settings=replace(SETTINGS, tokens="cl100k_base"))
    assert asked == []

    monkeypatch.delenv("EMBED_KCPD_OFFLINE")
    with pytest.raises(EncoderError, match="cannot fetch"):
        chunk(TEXT, settings=replace(SETTINGS, tokens="cl100k_base"))
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("tokens", "error", "message"),
    [
        (lambda _: 1.5, OptionsError, "whole number"),
        ("no-such-model", OptionsError, "tiktoken knows no encoding or model"),
        ("missing.json", InputError, "cannot read the tokenizer missing.json"),
    ],
)
def test_a_counter_that_does_not_count_is_refused(tokens, error, message):
    pytest.importorskip("tiktoken")
    with pytest.raises(error, match=message):
        chunk(TEXT, settings=replace(SETTINGS, tokens=tokens))


def test_a_text_must_be_a_string():
    with pytest.raises(InputError, match="a text must be a string"):
        chunk(b"bytes")
    with pytest.raises(InputError, match="texts must be several strings, got one string"):
        chunk_many("one text")


@pytest.mark.parametrize("wrong", [Settings(), {"overlap": 5}, None])
def test_settings_of_something_else_are_refused_with_what_to_write(wrong):
    """They were an ``AttributeError`` from the inside."""
    for cut in (chunk, chunk_many):
        with pytest.raises(OptionsError, match=r"settings must be ChunkSettings\(\.\.\.\), got"):
            cut([TEXT] if cut is chunk_many else TEXT, settings=wrong)


def test_settings_in_the_place_of_the_limit_are_told_their_name():
    """The whole of them was shown as no whole number."""
    with pytest.raises(OptionsError, match=r"given by name: chunk\(text, settings="):
        chunk(TEXT, SETTINGS)


def test_a_counter_may_count_with_numpy():
    """Whole numbers of NumPy were refused as if they were none."""
    made = replace(SETTINGS, tokens=lambda text: np.int64(len(text.split())))
    assert max(each.n_tokens for each in chunk(TEXT, settings=made)) <= 40


def test_chunks_can_be_sliced():
    result = chunk(TEXT, settings=SETTINGS)
    assert result[1:3] == (result[1], result[2])


class Blind:
    """An encoder that gives some texts no direction."""

    def encode(self, texts):
        return [[0.0, 0.0] if "night" in text else [1.0, 0.5] for text in texts]


def test_an_error_about_vectors_names_the_document():
    """Of many files nobody knew which one stopped the run."""
    texts = {"a.txt": "By day. By noon.", "b.txt": "By day. By night."}
    documents = [
        Document(name, "markdown", DocumentKind.text, (Piece(text),))
        for name, text in texts.items()
    ]
    made = chunk_documents(documents, replace(SETTINGS, encoder=Blind(), tokens=len))
    assert next(made).source == "a.txt"
    with pytest.raises(VectorsError, match=r"^b\.txt: the vector of unit 1 is zero"):
        next(made)
