"""Arrow batches in, Arrow batches out: what a row holds, and what becomes of a bad document."""

import subprocess
import sys

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import SAMPLE_TEXT, WordHashing
from embed_kcpd import Settings, segment
from embed_kcpd.chunks import ChunkSettings, chunk
from embed_kcpd.corpora import Documents, Plan, Task, chapter_batch, chunk_batch, segment_batch
from embed_kcpd.errors import EncoderError, OptionsError
from embed_kcpd.text.long_units import byte_length

SETTINGS = Settings(encoder=WordHashing())
CHUNKS = ChunkSettings(encoder=WordHashing(), max_tokens=60, tokens=len)
TRANSCRIPT = "".join(
    f"{n}\n00:{n:02}:00,000 --> 00:{n:02}:50,000\n{sentence}.\n\n"
    for n, sentence in enumerate(SAMPLE_TEXT.rstrip(".").split(". "), 1)
)


def batch(*texts, **columns):
    given = {name: pa.array(values) for name, values in columns.items()}
    return pa.RecordBatch.from_pydict({"text": pa.array(texts), **given})


def test_a_row_has_what_segment_finds():
    """Boundaries, offsets, titles and probabilities are those of ``segment``, to the last bit."""
    [row] = segment_batch(batch(SAMPLE_TEXT, id=["a"]), SETTINGS, texts=True).to_pylist()
    found = segment(SAMPLE_TEXT, SETTINGS)
    assert row["boundaries"] == list(found.boundaries) == [4]
    assert row["titles"] == list(found.titles)
    assert row["probabilities"] == list(found.probabilities)
    assert row["texts"] == [each.text for each in found.segments]
    assert (row["id"], row["n_units"], row["language"], row["error"]) == ("a", 8, "en", None)


@given(st.lists(st.text(max_size=60), min_size=1, max_size=4))
def test_offsets_cut_every_text(texts):
    """Characters and bytes cut the text; its segments, joined, are the text."""
    documents = pa.RecordBatch.from_pydict(
        {"text": pa.array([text.encode("utf-8", "surrogatepass") for text in texts])}
    )
    rows = segment_batch(documents, SETTINGS).to_pylist()
    for text, row in zip(texts, rows, strict=True):
        assert row["error"] is None
        pieces = [text[each["start_char"] : each["end_char"]] for each in row["offsets"]]
        assert "".join(pieces) == text
        sizes = [each["end_byte"] - each["start_byte"] for each in row["offsets"]]
        assert sizes == [byte_length(piece) for piece in pieces]


def test_a_row_has_what_chunk_finds():
    [row] = chunk_batch(batch(SAMPLE_TEXT), CHUNKS, texts=True, embeddings=True).to_pylist()
    found = chunk(SAMPLE_TEXT, settings=CHUNKS)
    assert [each["text"] for each in row["chunks"]] == [each.text for each in found]
    assert [each["id"] for each in row["chunks"]] == [each.id for each in found]
    assert row["chunks"][0]["embedding"] == pytest.approx(found[0].embedding)
    assert (row["language"], row["n_units"]) == ("en", 8)
    assert "embedding" not in chunk_batch(batch(SAMPLE_TEXT), CHUNKS).to_pylist()[0]["chunks"][0]


def test_chapters_are_found_in_transcripts_alone():
    found, plain = chapter_batch(batch(TRANSCRIPT, "No times here."), SETTINGS).to_pylist()
    assert found["chapters"][0]["start_seconds"] == 0.0
    assert found["error"] is None
    assert "has no times" in plain["error"]
    assert plain["chapters"] is None


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "no text: the text is missing"),
        (b"caf\xe9", "invalid UTF-8: byte 0xe9 at offset 3"),
        (b"x" * 101, "too large: 101 bytes, at most 100 are read"),
    ],
)
def test_a_bad_document_is_a_row_with_a_reason(content, reason):
    """The documents beside it are cut."""
    documents = pa.RecordBatch.from_pydict({"text": pa.array([b"One.", content, b"Two."])})
    rows = segment_batch(documents, SETTINGS, Documents(max_bytes=100)).to_pylist()
    assert [row["error"] for row in rows] == [None, reason, None]
    assert [row["n_units"] for row in rows] == [1, None, 1]


def test_a_string_column_may_hold_what_is_no_text():
    """Parquet files of other programs hold strings that are not UTF-8."""
    wrong = pa.array([b"caf\xe9", b"fine"]).view(pa.string())
    rows = segment_batch(pa.RecordBatch.from_pydict({"text": wrong}), SETTINGS).to_pylist()
    assert rows[0]["error"].startswith("invalid UTF-8")
    assert rows[1]["error"] is None


@pytest.mark.parametrize("kind", [pa.large_string(), pa.dictionary(pa.int8(), pa.string())])
def test_texts_may_be_stored_in_any_form(kind):
    documents = pa.RecordBatch.from_pydict({"text": pa.array([SAMPLE_TEXT]).cast(kind)})
    assert segment_batch(documents, SETTINGS).column("boundaries").to_pylist() == [[4]]


def test_numbers_are_no_texts():
    [row] = segment_batch(batch(7), SETTINGS).to_pylist()
    assert row["error"] == "no text: it is int, not a string"


def test_shard_row_and_kept_columns_are_passed_on():
    given = batch("One.", "Two.", shard=["s"] * 2, row=[7, 8], source=[1.5, None], id=[11, None])
    made = segment_batch(given, SETTINGS, Documents(keep=("source",)))
    assert made.schema.field("source").type == pa.float64()
    rows = made.select(["id", "shard", "row", "source"]).to_pylist()
    assert rows == [
        {"id": "11", "shard": "s", "row": 7, "source": 1.5},
        {"id": "s#8", "shard": "s", "row": 8, "source": None},
    ]


def test_what_could_not_be_read_stays_an_error():
    given = batch("One.", None, error=[None, "invalid JSON: here"])
    errors = segment_batch(given, SETTINGS).column("error").to_pylist()
    assert errors == [None, "invalid JSON: here"]


def test_an_empty_batch_has_the_columns_of_a_full_one():
    empty = batch("One.", id=["a"]).slice(0, 0)
    for plan in (Plan(settings=SETTINGS), Plan(Task.chunk, CHUNKS), Plan(Task.chapters, SETTINGS)):
        assert plan.apply(empty).schema == plan.schema()


class Unreachable:
    """An encoder that no document can do without."""

    def encode(self, texts):
        raise EncoderError("the model is not here")


def test_what_concerns_all_documents_is_raised():
    """A million rows that say the same would help nobody."""
    with pytest.raises(EncoderError, match="not here"):
        segment_batch(batch("One."), Settings(encoder=Unreachable()))
    with pytest.raises(OptionsError, match="there is no column body; the columns are: text"):
        segment_batch(batch("One."), SETTINGS, Documents(text="body"))
    with pytest.raises(OptionsError, match="results have a column of that name"):
        segment_batch(batch("One.", titles=["t"]), SETTINGS, Documents(keep=("titles",)))


class Faulty:
    """An encoder with a mistake that one document meets."""

    def encode(self, texts):
        if any("seven" in text for text in texts):
            raise ZeroDivisionError("by seven")
        return WordHashing().encode(texts)


def test_an_unforeseen_error_ends_one_document():
    rows = segment_batch(batch("One.", "The seven."), Settings(encoder=Faulty())).to_pylist()
    assert [row["error"] for row in rows] == [None, "unforeseen: ZeroDivisionError: by seven"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"task": Task.chunk, "settings": SETTINGS},
        {"settings": CHUNKS},
        {"settings": SETTINGS, "embeddings": True},
        {"task": Task.chapters, "settings": SETTINGS, "texts": True},
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(wrong):
    with pytest.raises(OptionsError):
        Plan(**wrong)


def test_no_engine_is_imported():
    """The function runs inside engines and needs none."""
    code = (
        "import sys, pyarrow as pa; from embed_kcpd.corpora import segment_batch\n"
        "segment_batch(pa.RecordBatch.from_pydict({'text': ['']}))\n"
        "print(sorted({'daft', 'ray', 'pyspark', 'duckdb'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


class Calls:
    """An encoder that notes how many texts it is given at once."""

    def __init__(self):
        self.sizes = []

    def encode(self, texts):
        self.sizes.append(len(texts))
        return WordHashing().encode(texts)


@pytest.mark.parametrize("task", [Task.segment, Task.chunk])
def test_units_of_small_documents_are_encoded_together(task):
    """One sentence at a time takes an encoder about twice as long."""
    encoder = Calls()
    settings = {
        Task.segment: Settings(encoder=encoder),
        Task.chunk: ChunkSettings(encoder=encoder, max_tokens=60, tokens=len),
    }[task]
    texts = [f"The {n}th soil. It is wet." for n in range(20)]
    rows = Plan(task, settings).apply(batch(*texts, None)).to_pylist()
    assert encoder.sizes == [21]
    assert [row["error"] for row in rows[:-1]] == [None] * 20
    alone = [Plan(task, settings).apply(batch(text)).to_pylist()[0] for text in texts]
    for row, other in zip(rows, alone, strict=False):
        for column in ("n_units", "boundaries", "offsets", "chunks", "titles"):
            assert row.get(column) == other.get(column)
