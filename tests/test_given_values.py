"""What somebody passes by mistake is one line of the package's own errors, never a trace."""

import io
from datetime import timedelta
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from embed_kcpd import (
    Budget,
    ChunkSettings,
    Limits,
    Lines,
    PaperElbow,
    Place,
    Sentences,
    Settings,
    TargetSize,
    TextLimits,
    TextScale,
    segment_units,
    segment_vectors,
)
from embed_kcpd.chapters import chapters, chapters_of, read_chapters
from embed_kcpd.chunks import chunk_document, chunk_documents
from embed_kcpd.corpora import (
    Documents,
    LocalEngine,
    Plan,
    Store,
    list_shards,
    run_corpus,
    segment_batch,
)
from embed_kcpd.encoders import CachedEncoder, CallableEncoder, MiniLm, WordLlama
from embed_kcpd.encoders.checkpoints.encoder import CheckpointEncoder
from embed_kcpd.encoders.endpoint import Endpoint, Patience
from embed_kcpd.encoders.names import encoder_by_name
from embed_kcpd.encoders.openai import OpenAiEncoder
from embed_kcpd.errors import EmbedKcpdError, OptionsError
from embed_kcpd.outputs import as_html, as_json, as_lines, print_segments, write_atomically
from embed_kcpd.readers import (
    Document,
    DocumentKind,
    Piece,
    ReadOptions,
    read,
    read_source,
    segment_document,
    segment_document_path,
)
from embed_kcpd.readers.source import Source
from embed_kcpd.timeline import Event, Timeline, read_events, score_events, timeline

FILE = Path(__file__)
UNITS = ["Soil holds water.", "Worms loosen the soil.", "Stars burn far away."]
VECTORS = np.eye(3)
ADDRESS = "http://127.0.0.1:9/v1"
RESULT = segment_units(UNITS, vectors=VECTORS)
TIMES = [Place(start_seconds=9.0 * n, end_seconds=9.0 * n + 9.0) for n in range(3)]
RECORDING = segment_units(UNITS, vectors=VECTORS, places=TIMES)
TABLE = np.zeros((2, 2))
TEXTS = DocumentKind.text
TALK = Document("talk", "srt", DocumentKind.recording, (Piece("Soil.", TIMES[0]),))
BATCH = pa.RecordBatch.from_pylist([{"id": "a", "text": "Soil."}])
DAYS = timedelta(days=3)
DATED = Timeline("posts", (), (), (), RESULT)


class Miscounting:
    """What should count tokens is a number."""

    count_tokens = 5

    def encode(self, texts):
        return VECTORS


MISTAKES = {
    "no unit": (lambda: Settings(unit=None), "unit must be an object such as Sentences"),
    "bytes as unit": (lambda: ChunkSettings(unit=b"x"), "unit must be an object"),
    "places of nothing": (lambda: segment_vectors(VECTORS, places=None), "a list of Place"),
    "places of numbers": (lambda: segment_units(UNITS, places=[1, 2, 3]), "the place of unit 0"),
    "a measure": (lambda: Budget((1.0,), measure=["x"]), "measure must be a name"),
    "scales": (lambda: PaperElbow(TABLE), "scales with 0 < lowest < highest, got array"),
    "a scale": (lambda: PaperElbow(highest="1"), "0 < lowest < highest, got 0.01 and '1'"),
    "a grid": (lambda: PaperElbow(grid=TABLE), "a grid of at least 3 scales, got array"),
    "half a scale": (lambda: PaperElbow(grid=4.5), "a grid of at least 3 scales, got 4.5"),
    "a target": (lambda: TargetSize(TABLE), "must be a positive number of units, got array"),
    "its measure": (lambda: TargetSize(5, measure=TABLE), "measure must be a name"),
    "a range": (lambda: RESULT.path(0.5), "within must be PathRange"),
    "texts of a number": (lambda: WordLlama().encode(5), "a sequence of texts, got 5"),
    "threads": (lambda: WordLlama(threads="2"), "threads must be a whole number"),
    "half a token": (lambda: MiniLm(batch_tokens=2.5), "batch_tokens must be a whole number"),
    "no callers": (lambda: MiniLm(callers=None), "callers must be a whole number"),
    "a precision": (lambda: MiniLm("int8"), "Precision.INT8 or Precision.FLOAT32, got 'int8'"),
    "an origin": (lambda: WordLlama(origin=5), "origin must be a path"),
    "no function": (lambda: CallableEncoder("minilm"), "takes a function from texts"),
    "no rows": (lambda: CallableEncoder(iter).encode(["a"]), "gave list_iterator for 1 texts"),
    "an identity": (lambda: CallableEncoder(len, 5), "identity must be a string"),
    "no cache": (lambda: CachedEncoder(MiniLm(), None), "path must be a path, got None"),
    "an unknown user's folder": (lambda: encoder_by_name("~nobody/x"), "is called '~nobody/x'"),
    "a long name": (lambda: encoder_by_name("x" * 999), "no encoder is called 'xxxx"),
    "a long hub name": (lambda: encoder_by_name("x" * 999 + "/y"), "no encoder is called 'xxxx"),
    "a checkpoint": (lambda: CheckpointEncoder(5), "source must be a path"),
    "a base URL": (lambda: Endpoint(5), "a base URL looks like"),
    "a key": (lambda: Endpoint(ADDRESS, 5), "name of an environment variable"),
    "patience": (lambda: Endpoint(ADDRESS, None, 30), "patience must be Patience"),
    "a timeout": (lambda: Patience(timeout="30"), "timeout must be a number of seconds"),
    "attempts": (lambda: Patience(attempts=None), "attempts must be a whole number"),
    "a pause": (lambda: Patience(first_pause=-1), "first_pause must be a number of seconds"),
    "an endpoint": (lambda: OpenAiEncoder("m", ADDRESS), "endpoint must be Endpoint"),
    "dimensions": (lambda: OpenAiEncoder(dimensions="256"), "dimensions must be a whole number"),
    "no model": (lambda: OpenAiEncoder(None), "model must be the name of a model"),
    "a path to cut": (lambda: segment_document("a.pdf"), "what read.path. .* gives, got 'a.pdf'"),
    "a path's path": (lambda: segment_document_path("a.pdf"), "what read.path. .* gives"),
    "a path to date": (lambda: timeline("posts.csv"), "what read.path. .* gives"),
    "a path to chunk": (lambda: chunk_document("a.pdf"), "what read.path. .* gives"),
    "paths to chunk": (lambda: list(chunk_documents(["a.pdf"])), "what read.path. .* gives"),
    "no documents": (lambda: chunk_documents(5), "several documents, got 5"),
    "no options": (lambda: read(FILE, None, "text"), "options must be a ReadOptions"),
    "a path as source": (lambda: read_source(FILE), "read_source takes a Source.*; read.path"),
    "a string as data": (lambda: read_source(Source("a", "text")), "and bytes .* got 'a' and str"),
    "a column's number": (lambda: ReadOptions(text_column=1), "text_column must be the name"),
    "an order": (lambda: ReadOptions(date_order="day-month"), "DateOrder.day_month or"),
    "a kind": (lambda: Document("a", "html", "text", ()), "kind must be a DocumentKind, got"),
    "no pieces": (lambda: Document("a", "html", TEXTS, None), "pieces must be a tuple of Piece"),
    "a piece": (lambda: Document("a", "html", TEXTS, ["Soil."]), "piece 0 must be Piece.text"),
    "its text": (lambda: Document("a", "html", TEXTS, [Piece(None)]), "piece 0 must be Piece.text"),
    "its place": (
        lambda: Document("a", "html", TEXTS, [Piece("", 5)]),
        "piece 0 must be Piece.text",
    ),
    "settings of a document": (
        lambda: segment_document(Document("a", "html", TEXTS, (Piece("Soil."),)), TextScale()),
        "settings must be Settings",
    ),
    "what happens": (lambda: chapters(TALK, existing="cut"), "existing must be an Existing"),
    "settings of chapters": (lambda: chapters(TALK, None), "settings must be Settings"),
    "a level": (lambda: segment_units(["a"], places=[Place(heading="1")]), "heading must be a"),
    "one heading": (
        lambda: segment_units(["a"], places=[Place(headings="Soil")]),
        "headings must be a tuple of strings, got 'Soil'",
    ),
    "a yes": (lambda: segment_units(["a"], places=[Place(continues="no")]), "continues must be"),
    "a silence": (lambda: segment_units(["a"], places=[Place(silence="9")]), "silence must be"),
    "a turn": (lambda: segment_units(["a"], places=[Place(turn=None)]), "turn must be a finite"),
    "a number of none": (lambda: segment_units(np.array(5)), "units must be a list of strings"),
    "sizes of none": (lambda: TargetSize(5, np.array(5)), "units per unit must be finite"),
    "budgets of none": (lambda: Limits(budgets=np.array(5)), "budgets must be a list of Budget"),
    "a huge number": (lambda: TextLimits(max_tokens=10**400), "must be a number: 1000"),
    "huge sizes": (lambda: Budget((10**400,)), "tokens per unit must be finite numbers"),
    "a text of bytes": (lambda: Lines().split(b"a"), "a text must be a string, got bytes"),
    "no text": (lambda: Sentences().split(None), "a text must be a string, got NoneType"),
    "a segment's number": (lambda: RESULT.places_of(0), "segment must be a Segment, got 0"),
    "a strictness": (lambda: TextScale(strict="no"), "strict must be True or False, got 'no'"),
    "no timeline": (lambda: score_events(None, [], DAYS), "timeline must be a Timeline, got None"),
    "days": (lambda: score_events(DATED, [], 3), "tolerance must be a timedelta, got 3"),
    "one event": (lambda: score_events(DATED, "2026-01-01", DAYS), "a list of Event"),
    "a date": (
        lambda: score_events(DATED, [Event("2026-01-01", "Soil")], DAYS),
        "an event must be Event.date, title.",
    ),
    "no events": (lambda: read_events(None), "path must be a path, got None"),
    "no chapters": (lambda: read_chapters(5), "path must be a path, got 5"),
    "no times": (lambda: chapters_of(RESULT), "no times, which chapters need"),
    "a recording's name": (lambda: chapters_of(RECORDING, 5), "name must be a string, got 5"),
    "no summaries": (lambda: chapters_of(RECORDING, summaries=5), "a list of strings, got 5"),
    "one summary": (lambda: chapters_of(RECORDING, summaries="On soil."), "a list of strings"),
    "few summaries": (
        lambda: chapters_of(RECORDING, summaries=["a", "b"]),
        "2 summaries were given for 3 chapters; give one for each",
    ),
    "a link": (lambda: chapters_of(RECORDING).to_markdown(5), "5 is no address of a recording"),
    "a script": (
        lambda: chapters_of(RECORDING).to_markdown("javascript:alert(1)"),
        "'javascript:alert.1.' is no address of a recording",
    ),
    "a counter": (
        lambda: segment_units(
            UNITS, Settings(encoder=Miscounting(), limits=TextLimits(max_tokens=9))
        ),
        "count_tokens of Miscounting is 5; it must be a method",
    ),
    "JSON": (lambda: as_json("text"), "what segment.. gives, got 'text'"),
    "lines": (lambda: as_lines(None), "what segment.. gives, got None"),
    "segments": (lambda: print_segments(None, io.StringIO()), "what segment.. gives"),
    "a stream": (lambda: print_segments(RESULT, "a.txt"), "stream must be an open file"),
    "a file": (lambda: write_atomically(None, "text"), "path must be a path, got None"),
    "a content": (lambda: write_atomically("a", TABLE), "content must be a string or bytes"),
    "a page": (lambda: as_html("text"), "what segment.. gives"),
    "a heading": (lambda: as_html(RESULT, FILE), "name must be a string"),
    "columns": (lambda: Documents(keep=None), "keep must be names of columns"),
    "one column": (lambda: Documents(keep="url"), "keep must be names of columns, got 'url'"),
    "a column": (lambda: Documents(keep=[1]), "named by a string, got 1"),
    "bytes": (lambda: Documents(max_bytes="1"), "max_bytes must be a whole number"),
    "a task": (lambda: Plan("segment"), "task must be a Task, got 'segment'"),
    "no plan": (lambda: run_corpus("a", "b", None, LocalEngine()), "plan must be a Plan, got None"),
    "no out": (lambda: run_corpus("a", None, Plan(), LocalEngine()), "out must be a path"),
    "an engine": (lambda: run_corpus("a", "b", Plan(), LocalEngine), "such as LocalEngine.., got"),
    "a store": (lambda: Store(5), "address must be a path, got 5"),
    "nowhere": (lambda: list_shards(""), "is empty; give one, or . for this folder"),
    "no settings": (lambda: segment_batch(BATCH, None), "settings must be Settings"),
    "documents": (lambda: segment_batch(BATCH, documents="id"), "documents must be a Documents"),
    "texts": (lambda: Plan(texts=TABLE), "texts must be True or False"),
    "a place": (lambda: list_shards(None), "place must be a path, got None"),
    "rows": (lambda: segment_batch([{"text": "a"}]), "RecordBatch, got list"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_value_of_another_kind_is_named_in_one_line(mistake):
    given, message = MISTAKES[mistake]
    with pytest.raises(EmbedKcpdError, match=message) as refused:
        given()
    assert "\n" not in str(refused.value)


def test_an_array_in_a_message_stays_on_its_line():
    """Lines of its own made a message of as many lines."""
    with pytest.raises(OptionsError) as refused:
        Settings(levels=TABLE)
    assert str(refused.value).count("\n") == 0
    assert "got array([[0., 0.]," in str(refused.value)


def test_paths_may_be_strings(tmp_path):
    """A string had no ``is_dir``: the error was Python's own."""
    with pytest.raises(EmbedKcpdError, match=r"nothing.whl .* is neither a folder nor a wheel"):
        WordLlama(origin=str(tmp_path / "nothing.whl")).encode(["a"])
    counted = CallableEncoder(lambda texts: [[len(text), 1.0] for text in texts], "lengths")
    assert CachedEncoder(counted, str(tmp_path / "v.sqlite")).encode(["abc"]).tolist() == [[3, 1]]
    assert (tmp_path / "v.sqlite").exists()
    assert CheckpointEncoder(tmp_path).source == str(tmp_path)
    assert list_shards(FILE) == list_shards(str(FILE))


def test_places_may_come_one_by_one():
    """A generator has no length."""
    boundaries = segment_vectors(VECTORS, places=(Place(page=n) for n in range(3))).boundaries
    assert boundaries == segment_vectors(VECTORS).boundaries
