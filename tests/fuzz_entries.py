"""The ways into the program, each with random inputs that are nearly right.

In:  a source of random numbers, a folder to write in.
Out: nothing; an error of ``errors.py`` is a refusal, any other exception a failure.
"""

import gzip
import json
import shutil
import sqlite3
import zipfile
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np
from typer.testing import CliRunner

from embed_kcpd import Settings, segment, segment_units, segment_vectors
from embed_kcpd.chunks import ChunkSettings, chunk, rechunk
from embed_kcpd.cli.app import app
from embed_kcpd.cli.printable import json_text, printable
from embed_kcpd.encoders import CachedEncoder, names
from embed_kcpd.encoders import endpoint as endpoint_module
from embed_kcpd.encoders.cache.limit import parsed_size
from embed_kcpd.encoders.cache.rows import packed, unpacked
from embed_kcpd.encoders.endpoint import Endpoint, Patience
from embed_kcpd.encoders.models import manifest
from embed_kcpd.encoders.models.fetching import check_origin
from embed_kcpd.encoders.models.safetensors import tensors_in
from embed_kcpd.encoders.openai import OpenAiEncoder
from embed_kcpd.encoders.redaction import redacted
from embed_kcpd.errors import EmbedKcpdError
from embed_kcpd.evaluation.comparison import read_cuts
from embed_kcpd.evaluation.datasets import read_documents
from embed_kcpd.evaluation.releases import read_choi
from embed_kcpd.evaluation.rows import read_rows
from embed_kcpd.simulation.chat_model import _text as chat_text
from embed_kcpd.simulation.corpus import read_corpus
from embed_kcpd.text.sentences import Sentences
from embed_kcpd.text.units import Lines, Paragraphs
from fuzz_chats import chats
from fuzz_streams import streams
from fuzz_texts import texts
from fuzz_transcripts import transcripts
from tiny_models import tiny_model

MODEL, CONTENTS, _ = tiny_model()
KEY = "sk-very-secret-0123456789"
SAMPLE = (
    "The soil was turned in spring. Worms like wet soil. Roots grow down.\n\n"
    "Stars burn far away. A telescope shows them. The night was clear!\n"
    "Was sagt er? 他说什么？我不知道。 مرحبا بالعالم. "
)
PIECES = [
    ". ", "! ", "\n", "\n\n", "\r\n", "\u2028", "\ud800", "\udc00", "\x1b[2J", "\0", "\ufeff",
    "Dr. ", "e.g. ", "…", "。", "？", "👩‍🚀", "\u202e", "a\u0301", "[bold]", "</script>", "=" * 10,
    "A: ", "\t", " ", "1.5 ", "http://x.y/z?q=1. ",
]  # fmt: skip


class Hashing:
    """Characters hashed into eight numbers; nothing is loaded."""

    identity = "hashing-for-fuzzing"

    def encode(self, texts):
        rows = np.full((len(texts), 8), 0.01)
        for row, text in zip(rows, texts, strict=True):
            for place, character in enumerate(text[:50]):
                row[(ord(character) + place // 9) % 8] += 1.0
        return rows


def replace_encoders():
    """Let every name stand for ``Hashing``; only for a process that does nothing but fuzz."""
    names.encoder_by_name = lambda *_, **__: Hashing()


@dataclass(frozen=True)
class Entry:
    """One way in; ``cost`` is about how many milliseconds one input takes."""

    name: str
    what: str
    cost: float
    check: Any


def text_of(draw, longest=300):
    """Prose with something odd in it."""
    parts = []
    for _ in range(draw.randrange(8)):
        start = draw.randrange(len(SAMPLE))
        parts.append(SAMPLE[start : start + draw.randrange(80)])
        parts.append(draw.choice(PIECES))
    if draw.random() < 0.2:
        parts.append("".join(chr(draw.randrange(0x110000)) for _ in range(draw.randrange(20))))
    return "".join(parts)[:longest]


def changed(draw, content):
    """``content`` with some bytes changed, removed, repeated or put in."""
    data = bytearray(content)
    for _ in range(draw.randrange(1, 6)):
        place, kind = draw.randrange(len(data) + 1), draw.randrange(5)
        length = draw.choice([1, 1, 2, 7, 40])
        if kind == 0:
            data[place : place + 1] = draw.randbytes(1)
        elif kind == 1:
            del data[place : place + length]
        elif kind == 2:
            data[place:place] = data[place : place + length]
        elif kind == 3:
            data[place:place] = draw.choice(TOKENS)
        else:
            data[place : place + length] = bytes(length)
    return bytes(data)


TOKENS = [
    b"[", b"]", b"{", b"}", b'"', b",", b":", b"null", b"true", b"-1", b"1e400", b"9" * 40, b"NaN",
    b"Infinity", b"\\ud800", b"\xff", b"\xef\xbb\xbf", b"\n", b"\r", b'"units"', b'"boundaries"',
    b"[[[[[[[[", b"9" * 5000, b"0.5", b'"id"', b'"n_units"',
]  # fmt: skip

DOCUMENT = {"id": "a", "units": ["x", "y", "z", "w"], "boundaries": [2]}


def document_lines(draw):
    lines = []
    for _ in range(draw.randrange(4)):
        n = draw.randrange(1, 7)
        line = {**DOCUMENT, "id": text_of(draw, 9), "units": [text_of(draw, 12) for _ in range(n)]}
        line["boundaries"] = sorted(draw.sample(range(n + 1), min(n, draw.randrange(3))))
        if draw.random() < 0.3:
            line[draw.choice([*line])] = draw.choice([None, True, 3, -1, [], {}, "x", 1e9, [[]]])
        lines.append(json.dumps(line).encode())
    content = b"\n".join(lines)
    return changed(draw, content) if content and draw.random() < 0.5 else content


def documents(draw, folder):
    ending = draw.choice([".jsonl", ".jsonl.gz", ".json", ".txt"])
    path, content = folder / f"d{ending}", document_lines(draw)
    packed_content = gzip.compress(content) if ending.endswith("gz") else content
    if ending.endswith("gz") and draw.random() < 0.3:
        packed_content = changed(draw, packed_content)
    path.write_bytes(packed_content)
    read = draw.choice([read_documents, read_cuts, read_choi, read_corpus, read_rows])
    read(path)


def command(*arguments, stdin=b""):
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "\x1b" not in result.output


def evaluate(draw, folder):
    paths = [folder / "a.jsonl", folder / "b.jsonl"]
    for path in paths:
        path.write_bytes(document_lines(draw))
    options = draw.choice([[], ["--each"], ["--json"], ["--window", draw.choice(NUMBERS)]])
    command("evaluate", *draw.choice([paths, [paths[0]] * 2]), *options)


def bench_file(draw, folder):
    (folder / "docs.jsonl").write_bytes(document_lines(draw))
    command("bench", "file", folder / "docs.jsonl", "--methods", "none,even,kcpd-cosine,embed-kcpd")


def theory_memory(draw, folder):
    (folder / "docs.jsonl").write_bytes(document_lines(draw))
    command("theory", "memory", folder / "docs.jsonl", "--no-cache")


NUMBERS = [
    "0",
    "1",
    "2",
    "5",
    "-1",
    "0.5",
    "1e-320",
    "1e400",
    "nan",
    "inf",
    "9" * 25,
    "x",
    "",
    "5000",
]
OPTIONS = [
    "--coarser", "--finer", "--segments", "--target-size", "--target-chars", "--target-tokens",
    "--penalty", "--scale", "--min-size", "--max-size", "--min-chars", "--max-chars", "--levels",
    "--boundary-at", "--no-boundary-at", "--unit", "--language", "--objective", "--kernel",
]  # fmt: skip
FLAGS = ["--json", "--strict", "--elbow", "--explain", "--no-confidence", "--no-cache"]
CHOICES = [
    "sentences",
    "paragraphs",
    "lines",
    "turns",
    "paper",
    "contrast",
    "cosine",
    "rbf",
    "en",
    "xx",
]


def segment_command(draw, folder):
    path = folder / "text.txt"
    content = text_of(draw, 500).encode("utf-8", "surrogatepass")
    path.write_bytes(changed(draw, content) if draw.random() < 0.2 else content)
    options = []
    for _ in range(draw.randrange(4)):
        options += [draw.choice(OPTIONS), draw.choice(NUMBERS + CHOICES)]
    options += draw.sample(FLAGS, draw.randrange(3))
    command(draw.choice(["segment", "segment", "path"]), path, *options)


def library_text(draw, _):
    text = text_of(draw, 800)
    unit = draw.choice([Sentences(), Paragraphs(), Lines()])
    result = segment(text, Settings(unit=unit, encoder=Hashing(), levels=draw.choice([1, 1, 3])))
    assert "".join(piece.text for piece in result.segments) == text
    assert json_text([piece.title for piece in result.segments])


def library_chunks(draw, _):
    """Chunks of a text and of an edit of it hold every character and keep the limit."""
    text, most = text_of(draw, 600), draw.randrange(1, 60)
    settings = ChunkSettings(
        max_tokens=most, tokens=len, encoder=Hashing(), overlap=draw.choice([0, 0, most // 3])
    )
    chunks = chunk(text, settings=settings)
    edited = changed(draw, text.encode("utf-8", "surrogatepass")).decode("utf-8", "replace")
    for result in (chunks, rechunk(chunks, edited, settings=settings).chunks):
        assert all(len(each.text) == each.n_tokens <= most for each in result)
        assert all(each.text == result.text[each.start_char : each.end_char] for each in result)
        if not settings.overlap:
            assert "".join(each.text for each in result) == result.text


def library_units(draw, _):
    units = [text_of(draw, 40) for _ in range(draw.randrange(12))]
    result = segment_units(units, Settings(encoder=Hashing(), confidence=draw.random() < 0.5))
    assert result.n_units == len(units)


def library_vectors(draw, _):
    n, dim = draw.randrange(12), draw.randrange(1, 5)
    scale = draw.choice([1.0, 1.0, 1e-8, 1e8, 1e-200, 1e200, 0.0, float("nan"), float("inf")])
    rows: Any = [[draw.gauss(0, 1) * scale for _ in range(dim)] for _ in range(n)]
    if draw.random() < 0.2:
        rows = draw.choice([[*rows[:1], [1.0] * (dim + 1)], [rows], "x", None, [["a"]], rows[0:1]])
    segment_vectors(rows)


def splitters(draw, _):
    text = text_of(draw, 2000)
    for unit in (Sentences(draw.choice(["en", "de", "zh", "ar"])), Paragraphs(), Lines()):
        units = unit.split(text)
        edges = [0, *(place for u in units for place in (u.start, u.end)), len(text)]
        assert edges == sorted(edges)


_caches: dict[str, bytes] = {}
CACHED_TEXTS = [f"sentence {n}" for n in range(12)]


def cache(draw, folder):
    path = folder / "v.sqlite"
    for leftover in folder.glob("v.sqlite*"):
        leftover.unlink()
    if not _caches:
        with closing(sqlite3.connect(path)):
            CachedEncoder(Hashing(), path).encode(CACHED_TEXTS)
        _caches.update({p.name: p.read_bytes() for p in folder.glob("v.sqlite*")})
    for name, content in _caches.items():
        data = bytearray(content)
        for _ in range(draw.randrange(1, 60) if content else 0):
            place = draw.randrange(len(data))
            length = min(draw.choice([1, 1, 1, 8, 300]), len(data) - place)
            data[place : place + length] = draw.choice([bytes(length), draw.randbytes(length)])
        (folder / name).write_bytes(data)
    answer = CachedEncoder(Hashing(), path).encode(CACHED_TEXTS)
    assert np.array_equal(answer, Hashing().encode(CACHED_TEXTS))


def cache_rows(draw, _):
    row = packed(draw.randbytes(16), np.array([draw.random() for _ in range(4)]))
    damaged: list[Any] = [*row]
    place = draw.randrange(4)
    damaged[place] = draw.choice([None, 3, "x", 1.5, b"", changed(draw, row[2])])
    found = unpacked(tuple(damaged))
    assert found is None or tuple(damaged) == row


_model: dict[str, bytes] = {}


def model_folder(draw, folder):
    """The manifest of a converted model, the note of its last check, and its files."""
    home = folder / "model"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    for name in ("model.bin", "tokenizer.json"):
        (home / name).write_bytes(name.encode() * 20)
    if not _model:
        manifest.write_manifest(home, {"model": "x"})
        _model.update({p.name: p.read_bytes() for p in home.iterdir()})
    for name, content in _model.items():
        (home / name).write_bytes(content)
    victim = draw.choice([*_model])
    (home / victim).write_bytes(changed(draw, _model[victim]))
    intact = manifest.is_intact(home)
    if victim in ("model.bin", "tokenizer.json"):
        assert intact == ((home / victim).read_bytes() == _model[victim])
        assert manifest.is_whole(home) == intact


def safetensors(draw, _):
    tensors_in(changed(draw, CONTENTS["model.safetensors"]))


def archives(draw, folder):
    path = folder / "w.whl"
    with zipfile.ZipFile(
        path, "w", draw.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
    ) as made:
        for name, content in CONTENTS.items():
            made.writestr(name, content)
    data = bytearray(path.read_bytes())
    for _ in range(draw.randrange(1, 8)):
        place = draw.choice([draw.randrange(len(data)), len(data) - 1 - draw.randrange(300)])
        data[place] = draw.randrange(256)
    path.write_bytes(data)
    check_origin(MODEL, path)


ANSWER = json.dumps(
    {"data": [{"index": n, "embedding": [0.5, 1.0]} for n in range(3)], "model": "m"}
).encode()
QUICK = Patience(timeout=1.0, attempts=1, first_pause=0.0)


def endpoint_answers(draw, _):
    """Whatever bytes an embeddings server answers, perhaps with the key among them."""
    body = changed(draw, ANSWER)
    if draw.random() < 0.5:
        place = draw.randrange(len(body) + 1)
        body = body[:place] + KEY.encode() + body[place:]
    endpoint = Endpoint("http://localhost/v1", "OPENAI_API_KEY", QUICK)
    original = endpoint_module._asked
    endpoint_module._asked = lambda *_: endpoint_module._object(body)
    try:
        rows = OpenAiEncoder(endpoint=endpoint).encode(["a", "b", "c"])
        assert rows.shape[0] == 3
        assert np.isfinite(rows).all()
    except EmbedKcpdError as error:
        if KEY in str(error):
            raise AssertionError("the key is shown") from error
        raise
    finally:
        endpoint_module._asked = original


CHAT = json.dumps({"choices": [{"message": {"content": "yes", "role": "assistant"}}]}).encode()


def chat_answers(draw, _):
    body = changed(draw, CHAT)
    try:
        answer = endpoint_module._object(body)
    except ValueError:
        return
    assert isinstance(chat_text(answer, "somewhere"), str)


def redaction(draw, _):
    broken = "".join(draw.choice(["", "", "", " ", "\n", "\\n"]) + c for c in KEY)
    text = text_of(draw, 60) + broken + text_of(draw, 60)
    shown = redacted(text, KEY)
    assert "[key]" in shown
    bare = "".join(shown.split()).replace("\\n", "")
    assert not any(KEY[at : at + 8] in bare for at in range(len(KEY) - 7))


def terminal_text(draw, _):
    shown = printable(text_of(draw))
    assert "\x1b" not in shown
    assert "\n" not in shown
    shown.encode()


def sizes(draw, _):
    given = draw.choice(["2GB", "1.5 MB", "800"]).encode()
    assert parsed_size(changed(draw, given).decode("utf-8", "replace")) >= 0


ENTRIES = (
    Entry("documents", "JSONL, JSON and text files of documents, corpora and rows", 0.3, documents),
    Entry("evaluate", "two such files and options of the command", 8.0, evaluate),
    Entry("bench file", "such a file", 30.0, bench_file),
    Entry("theory memory", "such a file", 20.0, theory_memory),
    Entry("segment and path", "a text and up to six options of the command", 20.0, segment_command),
    Entry("segment()", "a text", 5.0, library_text),
    Entry("chunk()", "a text and an edit of it", 6.0, library_chunks),
    Entry("segment_units()", "up to eleven units", 4.0, library_units),
    Entry("segment_vectors()", "up to eleven rows of any size", 3.0, library_vectors),
    Entry("splitters", "a text", 0.6, splitters),
    Entry("chats", "a damaged chat of any format", 0.4, chats),
    Entry("texts", "a damaged document of any format", 0.8, texts),
    Entry("streams", "a damaged table, feed or folder of mails", 0.4, streams),
    Entry("transcripts", "a damaged transcript of any format", 0.3, transcripts),
    Entry("cache", "a damaged file, log and index of the vector cache", 12.0, cache),
    Entry("cache rows", "a damaged row", 0.05, cache_rows),
    Entry("model folder", "a damaged converted model or manifest", 1.5, model_folder),
    Entry("safetensors", "damaged weights", 0.15, safetensors),
    Entry("archives", "a damaged wheel", 3.0, archives),
    Entry("embeddings", "an answer of an embeddings endpoint", 0.25, endpoint_answers),
    Entry("chat", "an answer of a chat endpoint", 0.08, chat_answers),
    Entry("redaction", "a text with a broken key in it", 0.3, redaction),
    Entry("terminal text", "a text", 0.15, terminal_text),
    Entry("sizes", "a size in an environment variable", 0.05, sizes),
)
