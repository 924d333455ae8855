"""Hostile files: one line that names file and line, whatever reads them."""

import gzip
import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from embed_kcpd.cli.app import app
from embed_kcpd.encoders import names
from embed_kcpd.errors import EmbedKcpdError, InputError
from embed_kcpd.evaluation.comparison import compare_files, read_cuts
from embed_kcpd.evaluation.datasets import read_documents
from embed_kcpd.evaluation.jsonl import records
from embed_kcpd.evaluation.releases import read_choi
from embed_kcpd.evaluation.rows import read_rows
from embed_kcpd.simulation.corpus import read_corpus, read_topics
from test_cli_bench import Hashing

GOOD = b'{"id": "a", "units": ["x", "y"], "boundaries": [1]}'
LINES = {
    "not UTF-8": b'{"id": "\xff"}',
    "UTF-16": GOOD.decode().encode("utf-16"),
    "binary": bytes(range(256)),
    "cut short": GOOD[:-5],
    "nested": b"[" * 100_000,
    "nested object": b'{"units":' * 100_000,
    "long number": b'{"units": ["x"], "boundaries": [' + b"9" * 5000 + b"]}",
    "large number": b'{"units": ["x"], "boundaries": [' + b"9" * 400 + b"]}",
    "Infinity": b'{"units": ["x"], "boundaries": [Infinity]}',
    "NaN": b'{"units": ["x"], "boundaries": [], "id": NaN}',
    "empty units": b'{"units": [], "boundaries": []}',
    "no object": b"[1, 2]",
    "a number": b"3",
    "a string": b'"x"',
    "null": b"null",
    "bad boundaries": b'{"units": ["x", "y"], "boundaries": [2, 1]}',
    "negative boundary": b'{"units": ["x", "y"], "boundaries": [-1]}',
    "odd id": b'{"id": {}, "units": ["x"], "boundaries": []}',
}
COUNTS = ["-1", "0", "true", "1e3", "100000000000000", "1" * 400, '"7"', "[]"]


@pytest.mark.parametrize("kind", LINES)
@pytest.mark.parametrize("read", [read_documents, lambda path: compare_files(path, path)])
def test_a_hostile_line_is_named(tmp_path, read, kind):
    """The second line is wrong, so the message says so."""
    path = tmp_path / "docs.jsonl"
    path.write_bytes(GOOD + b"\n" + LINES[kind] + b"\n")
    with pytest.raises(InputError, match=r"docs\.jsonl:2\b") as caught:
        read(path)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("count", COUNTS)
def test_a_number_of_units_that_cannot_be_is_named(tmp_path, count):
    path = tmp_path / "hyp.jsonl"
    path.write_text(f'{{"boundaries": [], "n_units": {count}}}\n')
    with pytest.raises(InputError, match=r"hyp\.jsonl:1 must have 1 to 10,000,000 units"):
        read_cuts(path)


@pytest.mark.parametrize("content", [b"", b"\n \n", b"\xef\xbb\xbf"])
def test_a_file_without_documents_is_named(tmp_path, content):
    path = tmp_path / "docs.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"docs\.jsonl holds no document"):
        read_documents(path)
    with pytest.raises(InputError, match="at least one"):
        compare_files(path, path)
    text = tmp_path / "empty.txt"
    text.write_bytes(content)
    with pytest.raises(InputError, match=r"empty\.txt has no units"):
        compare_files(text, text)


@pytest.mark.parametrize(
    "content",
    [b"plain text", b"", gzip.compress(GOOD)[:-6], gzip.compress(GOOD)[:12] + b"\xff" * 40],
)
def test_what_is_no_whole_gzip_file_is_named(tmp_path, content):
    path = tmp_path / "docs.jsonl.gz"
    path.write_bytes(content)
    with pytest.raises(
        InputError, match=r"docs\.jsonl\.gz (is not a whole gzip|holds no document)"
    ):
        read_documents(path)


def test_a_byte_order_mark_is_no_trouble(tmp_path):
    path = tmp_path / "docs.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD + b"\r\n")
    assert read_documents(path)[0].units == ("x", "y")


def test_folders_and_missing_files_are_named(tmp_path):
    for read in (read_documents, read_choi, read_topics):
        with pytest.raises(InputError, match=str(tmp_path)):
            read(tmp_path)
        with pytest.raises(InputError, match="nothing"):
            read(tmp_path / "nothing")
    with pytest.raises(InputError, match="cannot read"):
        read_rows(tmp_path)


@pytest.mark.parametrize(
    "content",
    [b"{}", b"3", b"[3]", b"[[]]", b'[{"set": "x"}]', b"\xff", b"[" * 100_000, b"9" * 5000],
)
def test_rows_that_are_none_are_refused(tmp_path, content):
    path = tmp_path / "rows.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"rows\.json"):
        read_rows(path)


@pytest.mark.parametrize(
    "line",
    [
        b"[1]",
        b"{}",
        b'{"topic": []}',
        b"\xff",
        b"[" * 100_000,
        b"9" * 5000,
        b'{"topic": [], "memory": 1, "index": 0, "text": "x", "model": "", "prompt": "", '
        b'"temperature": 1, "seed": 1, "attempts": 1}',
    ],
)
def test_a_hostile_line_of_a_corpus_is_named(tmp_path, line):
    path = tmp_path / "corpus.jsonl"
    path.write_bytes(line + b"\n")
    with pytest.raises(InputError, match=r"corpus\.jsonl:1\b"):
        read_corpus(path)


def run(*arguments):
    """The command as a user runs it; only errors raised on purpose are allowed."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    raised = result.exception
    assert raised is None or isinstance(raised, EmbedKcpdError | SystemExit), repr(raised)
    return result


def test_an_id_is_neither_markup_nor_an_escape(tmp_path):
    """Square brackets are printed, escapes are shown, half a character does not trace back."""
    path = tmp_path / "docs.jsonl"
    hostile = ["[bold]x[/red]", "\x1b[31mred", "half \ud800", "a\nb", "\u202eright"]
    lines = [{"id": name, "units": ["x", "y", "z"], "boundaries": [1]} for name in hostile]
    path.write_text("\n".join(map(json.dumps, lines)))
    shown = run("evaluate", path, path, "--each").stdout
    assert "[bold]x[/red]" in shown
    assert "\x1b" not in shown
    assert "\\x1b[31mred" in shown
    assert "half \\ud800" in shown
    assert "a\\nb" in shown
    assert "\\u202eright" in shown
    values = json.loads(run("evaluate", path, path, "--json").stdout)
    assert [document["id"] for document in values["documents"]] == hostile


@pytest.mark.parametrize("option", ["--window", "--tolerance"])
@pytest.mark.parametrize("value", ["9" * 20, "9" * 400, "-1", "0.5", "nan"])
def test_numbers_without_sense_are_usage_errors(tmp_path, option, value):
    path = tmp_path / "docs.jsonl"
    path.write_bytes(GOOD)
    assert run("evaluate", path, path, option, value).exit_code == 2


def test_a_window_longer_than_the_text_sees_all_of_it(tmp_path):
    path = tmp_path / "docs.jsonl"
    path.write_bytes(GOOD)
    assert compare_files(path, path, window=10**30).mean.pk == 0.0
    assert run("evaluate", path, path, "--window", "5000000").exit_code == 0


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["[bold]", "\ud800", "\x1b[2J", 10**30]),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)
records_like = st.fixed_dictionaries(
    {},
    optional={
        "id": values,
        "units": st.lists(st.text(max_size=4), max_size=6) | values,
        "sentences": st.lists(st.text(max_size=4), max_size=6) | values,
        "boundaries": st.lists(st.integers(-1, 7), max_size=4) | st.just([1]) | values,
        "n_units": st.integers(-2, 9) | values,
    },
)
lines = st.one_of(records_like.map(json.dumps).map(str.encode), st.binary(max_size=30))
files = st.lists(lines, max_size=4).map(b"\n".join)


@settings(max_examples=40)
@given(
    reference=files,
    hypothesis=files,
    ending=st.sampled_from([".jsonl", ".json", ".txt", ".jsonl.gz"]),
)
def test_evaluate_answers_any_two_files_in_one_line(
    tmp_path_factory, reference, hypothesis, ending
):
    folder = tmp_path_factory.mktemp("hostile")
    paths = [folder / f"a{ending}", folder / f"b{ending}"]
    for path, content in zip(paths, (reference, hypothesis), strict=True):
        path.write_bytes(gzip.compress(content) if ending.endswith("gz") else content)
    run("evaluate", *paths, "--each")
    run("evaluate", paths[0], paths[0], "--json")


@settings(max_examples=30)
@given(content=files)
def test_bench_file_and_theory_memory_answer_any_file_in_one_line(tmp_path_factory, content):
    folder = tmp_path_factory.mktemp("hostile")
    path = folder / "docs.jsonl"
    path.write_bytes(content)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(names, "encoder_by_name", lambda *_: Hashing())
        patch.setenv("EMBED_KCPD_CACHE", str(folder))
        patch.setenv("EMBED_KCPD_CACHE_LIMIT", "0")
        run("bench", "file", path, "--methods", "none,even,kcpd-cosine,embed-kcpd")
        run("theory", "memory", path)


@given(st.lists(st.binary(max_size=60), max_size=4).map(b"\n".join))
def test_reading_bytes_never_traces_back(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("hostile") / "x.jsonl"
    path.write_bytes(content)
    for read in (
        read_documents,
        read_cuts,
        read_choi,
        read_corpus,
        read_rows,
        lambda p: [*records(p)],
    ):
        with suppress(InputError):
            read(path)
