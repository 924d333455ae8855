"""Shards: what is read, what its results are called, what is skipped, redone and refused."""

import errno
import gzip
import json
import os
from dataclasses import replace
from pathlib import Path

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import SAMPLE_TEXT, WordHashing
from embed_kcpd import Settings
from embed_kcpd.chunks import ChunkSettings
from embed_kcpd.corpora import (
    Documents,
    OutputFormat,
    Plan,
    Store,
    Task,
    begin,
    do_shard,
    is_done,
    list_shards,
)
from embed_kcpd.corpora.markers import marked
from embed_kcpd.corpora.reading import opened_shard
from embed_kcpd.corpora.reading.lines import lines as read_lines
from embed_kcpd.corpora.shards import check_names
from embed_kcpd.corpora.stats import corpus_stats
from embed_kcpd.errors import InputError, OptionsError, OutputError

PLAN = Plan(settings=Settings(encoder=WordHashing(), confidence=False))


def lines(n_documents, first=0):
    rows = (
        {"id": f"d{n}", "text": f"{SAMPLE_TEXT} Number {n}.", "about": {"n": n}}
        for n in range(first, first + n_documents)
    )
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


@pytest.fixture
def corpus(tmp_path):
    """A folder with a shard of each kind."""
    folder = tmp_path / "in"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.jsonl").write_bytes(lines(3))
    (folder / "deep" / "b.jsonl.gz").write_bytes(gzip.compress(lines(70)))
    packed = pa.compress(lines(2), codec="zstd", asbytes=True)
    (folder / "c.jsonl.zst").write_bytes(packed)
    pq.write_table(pa.table({"text": ["One. Two.", "Three."], "n": [1, 2]}), folder / "d.parquet")
    (folder / "note.txt").write_text(SAMPLE_TEXT)
    (folder / "page.md").write_text("# A\n\nSoil.\n\n# B\n\nStars.\n")
    (folder / ".hidden.jsonl").write_text("nothing")
    (folder / "_SUCCESS").write_text("")
    return folder


def done(corpus, plan, place):
    """All shards of a corpus, done; their reports by the name of the shard."""
    store = Store(str(place))
    begin(store, plan)
    return {shard.name: do_shard(shard, plan, store) for shard in list_shards(str(corpus))}


def rows_of(path):
    return pq.read_table(path, partitioning=None).to_pylist()


def test_every_kind_of_shard_is_read(corpus, tmp_path):
    """One file for each shard, with its name, rows and order."""
    reports = done(corpus, PLAN, tmp_path / "out")
    assert {name: report.n_documents for name, report in reports.items()} == {
        "a.jsonl": 3,
        "c.jsonl.zst": 2,
        "d.parquet": 2,
        "deep/b.jsonl.gz": 70,
        "files-00000": 2,
    }
    assert all(report.n_errors == 0 for report in reports.values())
    rows = rows_of(tmp_path / "out" / "deep" / "b.parquet")
    assert [row["id"] for row in rows] == [f"d{n}" for n in range(70)]
    assert [row["row"] for row in rows] == list(range(70))
    assert {row["shard"] for row in rows} == {"deep/b.jsonl.gz"}
    files = rows_of(tmp_path / "out" / "files-00000.parquet")
    assert [row["id"] for row in files] == ["note.txt", "page.md"]
    assert files[1]["titles"] == ["A", "B"]


@pytest.mark.parametrize("output", OutputFormat)
def test_the_same_shard_gives_the_same_bytes(corpus, tmp_path, output):
    plan = replace(PLAN, output=output)
    for place in ("one", "two"):
        done(corpus, plan, tmp_path / place)
    names = Store(str(tmp_path / "one")).names()
    assert names == Store(str(tmp_path / "two")).names()
    assert len(names) > 10
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_json_lines_keep_the_whole_name(corpus, tmp_path):
    done(corpus, replace(PLAN, output=OutputFormat.jsonl), tmp_path / "out")
    with gzip.open(tmp_path / "out" / "deep" / "b.jsonl.gz") as file:
        assert [json.loads(line)["row"] for line in file] == list(range(70))


def test_columns_are_passed_through(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(lines(1) + b'{"text": "One.", "about": "new"}\n')
    pq.write_table(pa.table({"text": ["One."], "about": [2.5]}), tmp_path / "b.parquet")
    plan = replace(PLAN, documents=Documents(keep=("about",)))
    done(tmp_path, plan, tmp_path / "_out")
    assert [row["about"] for row in rows_of(tmp_path / "_out/a.parquet")] == ['{"n": 0}', "new"]
    assert [row["about"] for row in rows_of(tmp_path / "_out/b.parquet")] == [2.5]


def test_names_are_relative_to_what_a_pattern_leaves_open(corpus):
    assert [shard.name for shard in list_shards(f"{corpus}/**/*.jsonl.gz")] == ["deep/b.jsonl.gz"]
    assert [shard.name for shard in list_shards(f"{corpus}/deep")] == ["b.jsonl.gz"]
    assert [shard.name for shard in list_shards(f"{corpus}/a.jsonl")] == ["a.jsonl"]


def test_a_place_without_files_is_named(tmp_path):
    with pytest.raises(InputError, match=f"there is no file at {tmp_path}"):
        list_shards(str(tmp_path))
    with pytest.raises(InputError, match="nowhere"):
        list_shards(str(tmp_path / "nowhere"))
    with pytest.raises(InputError, match="Protocol not known"):
        list_shards("unknown://here")


def test_results_of_two_shards_never_share_a_name(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(lines(1))
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(lines(1)))
    with pytest.raises(OptionsError, match=r"would both be called a\.parquet"):
        check_names(list_shards(str(tmp_path)), OutputFormat.parquet)
    check_names(list_shards(str(tmp_path)), OutputFormat.jsonl)


def test_many_files_are_several_shards(tmp_path, monkeypatch):
    monkeypatch.setattr("embed_kcpd.corpora.shards.FILES_AT_ONCE", 2)
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.txt").write_text(name)
    shards = list_shards(str(tmp_path))
    assert [len(shard.files) for shard in shards] == [2, 1]
    assert [shard.name for shard in shards] == ["files-00000", "files-00001"]


def test_bad_lines_are_rows(tmp_path):
    """Half a surrogate pair is a text; blank lines, CRLF and a byte order mark are no matter."""
    bad = (
        b'\xef\xbb\xbf{"text": "One."}\r\n\n[1]\n{"text": 7}\n{"id": 1}\n\xff\n{"text": "\\ud800"}'
    )
    (tmp_path / "a.jsonl").write_bytes(bad + b"\n" + b"[" * 100_000 + b"\n")
    report = done(tmp_path, PLAN, tmp_path / "_out")["a.jsonl"]
    errors = [row["error"] for row in rows_of(tmp_path / "_out" / "a.parquet")]
    kinds = [error and error.partition(":")[0] for error in errors]
    assert kinds == [
        *(None, "invalid JSON", "no text", "no text", "invalid UTF-8", None, "invalid JSON"),
    ]
    assert report.errors_by_kind == {"invalid JSON": 2, "invalid UTF-8": 1, "no text": 2}
    assert [error.row for error in report.errors] == [1, 2, 3, 4, 6]


def naive_lines(content, most):
    """All in memory: the lines that hold anything or are too long, cut to what is kept of them."""
    parts = content.split(b"\n")
    return [
        (part[:most].rstrip(b"\r"), len(part)) for part in parts if len(part) > most or part.strip()
    ]


@given(
    content=st.lists(st.sampled_from([b"a", b"bc", b" ", b"\r", b"\n", b"\n\n"]), max_size=30),
    most=st.integers(1, 6),
    at_once=st.integers(1, 9),
)
def test_lines_are_those_of_the_whole_file(tmp_path_factory, content, most, at_once):
    """However the blocks fall that are read."""
    path = tmp_path_factory.getbasetemp() / "lines.jsonl"
    path.write_bytes(b"".join(content))
    found = [(line.data, line.size) for line in read_lines(path, path.name, most, at_once)]
    assert found == naive_lines(b"".join(content), most)


def test_a_line_that_is_too_long_is_passed_over(tmp_path):
    """Also one that is far longer than what is read at once."""
    long = json.dumps({"text": "word " * 100_000}).encode()
    (tmp_path / "a.jsonl").write_bytes(lines(1) + long + b"\n" + lines(1, first=1))
    plan = replace(PLAN, documents=Documents(max_bytes=1000))
    done(tmp_path, plan, tmp_path / "_out")
    rows = rows_of(tmp_path / "_out" / "a.parquet")
    assert [row["id"] for row in rows] == ["d0", "a.jsonl#1", "d1"]
    assert rows[1]["error"] == f"too large: {len(long):,} bytes, at most 1,000 are read"


@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_a_shard_that_breaks_off_keeps_what_came_before(tmp_path, suffix):
    text = "".join(
        json.dumps({"id": n, "text": os.urandom(2000).hex()}) + "\n" for n in range(100)
    ).encode()
    whole = gzip.compress(text) if suffix == "gz" else pa.compress(text, "zstd", asbytes=True)
    (tmp_path / f"a.jsonl.{suffix}").write_bytes(whole[: len(whole) * 3 // 4])
    [report] = done(tmp_path, PLAN, tmp_path / "_out").values()
    rows = rows_of(tmp_path / "_out" / "a.parquet")
    assert 40 < len(rows) < 80
    assert [row["error"] is None for row in rows] == [True] * (len(rows) - 1) + [False]
    assert rows[-1]["error"].startswith(f"breaks off: a.jsonl.{suffix}: ")
    assert report.errors_by_kind == {"breaks off": 1}


@pytest.mark.parametrize(
    ("name", "size", "batches"),
    [
        ("a.jsonl", 10, [256, 44]),
        ("a.parquet", 10, [256, 44]),
        ("a.jsonl", 10_000, [50] * 6),
        ("a.parquet", 10_000, [64, 64, 64, 64, 44]),
    ],
)
def test_documents_are_read_in_batches_of_many_rows_or_many_bytes(tmp_path, name, size, batches):
    """Few short documents at a time would be encoded slowly, many long ones fill the memory."""
    rows = [{"text": f"{n:05}" * (size // 5)} for n in range(300)]
    if name == "a.parquet":
        pq.write_table(pa.Table.from_pylist(rows), tmp_path / name)
    else:
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    [shard] = list_shards(str(tmp_path))
    with opened_shard(shard, Documents()) as content:
        found = list(content.batches)
    assert [each.batch.num_rows for each in found] == batches
    texts = [row["text"] for each in found for row in each.batch.to_pylist()]
    assert [text.decode() if isinstance(text, bytes) else text for text in texts] == [
        row["text"] for row in rows
    ]


def test_a_table_that_breaks_off_keeps_what_came_before(tmp_path):
    table = pa.table({"text": [os.urandom(500).hex() for _ in range(300)]})
    pq.write_table(table, tmp_path / "a.parquet", row_group_size=100, compression="none")
    content = bytearray((tmp_path / "a.parquet").read_bytes())
    group = pq.ParquetFile(tmp_path / "a.parquet").metadata.row_group(1).column(0)
    start = group.dictionary_page_offset or group.data_page_offset
    content[start : start + 16] = b"\xff" * 16
    (tmp_path / "a.parquet").write_bytes(bytes(content))
    done(tmp_path, PLAN, tmp_path / "_out")
    rows = rows_of(tmp_path / "_out" / "a.parquet")
    assert rows[-1]["error"].startswith("breaks off")
    assert all(row["error"] is None for row in rows[:-1])
    assert 1 < len(rows) <= 101


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.parquet", b"PAR1 no"),
        ("a.jsonl.gz", b"not packed"),
        ("a.jsonl.zst", b"not packed"),
    ],
)
def test_a_shard_without_a_readable_document_has_no_results(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    store = Store(str(tmp_path / "_out"))
    begin(store, PLAN)
    [shard] = list_shards(str(tmp_path))
    with pytest.raises(InputError, match=name):
        do_shard(shard, PLAN, store)
    assert not is_done(store, shard, PLAN)
    assert store.names() == ["_corpus/settings.json"]
    assert not list((tmp_path / "_out" / "_corpus" / "temporary").iterdir())


def test_a_table_without_the_column_is_named(tmp_path):
    pq.write_table(pa.table({"body": ["One."]}), tmp_path / "a.parquet")
    with pytest.raises(InputError, match=r"a\.parquet has no column text; its columns are: body"):
        done(tmp_path, PLAN, tmp_path / "_out")


@pytest.mark.parametrize(
    ("documents", "key"),
    [
        (Documents(text="body"), "body"),
        (Documents(keep=("abuot",)), "abuot"),
        (Documents(id="name"), "name"),
    ],
)
def test_a_mistyped_key_is_named_and_nothing_is_written(tmp_path, documents, key):
    """A mistyped key used to give rows of errors or nulls."""
    (tmp_path / "a.jsonl").write_bytes(b"no JSON\n" + lines(30))
    with pytest.raises(InputError, match=rf"a\.jsonl has no key {key}.* keys are: id, text, about"):
        done(tmp_path, replace(PLAN, documents=documents), tmp_path / "_out")
    assert not (tmp_path / "_out" / "a.parquet").exists()
    pq.write_table(pa.table({"id": ["1"], "text": ["One."]}), tmp_path / "a.parquet")
    (tmp_path / "a.jsonl").unlink()
    with pytest.raises(InputError, match=rf"a\.parquet has no column {key}"):
        done(tmp_path, replace(PLAN, documents=documents), tmp_path / "_out")


def test_a_key_may_be_missing_in_some_rows(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b'{"id": "x"}\n{"text": "One."}\n' + lines(1))
    plan = replace(PLAN, documents=Documents(keep=("about",)))
    done(tmp_path, plan, tmp_path / "_out")
    rows = rows_of(tmp_path / "_out" / "a.parquet")
    assert [row["about"] for row in rows] == [None, None, '{"n": 0}']
    assert [row["error"] is None for row in rows] == [False, True, True]


def test_a_text_that_is_null_is_not_called_missing(tmp_path):
    """The message named the key among those that are there."""
    (tmp_path / "a.jsonl").write_text('{"text": "One."}\n{"text": null}\n{"id": "7"}\n')
    done(tmp_path, PLAN, tmp_path / "_out")
    assert [row["error"] for row in rows_of(tmp_path / "_out" / "a.parquet")] == [
        None,
        "no text: 'text' is null; the keys are: text",
        "no text: 'text' is missing; the keys are: id",
    ]


def test_bad_files_are_rows(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"caf\xe9")
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(b"One. " * 1000)[:-9])
    (tmp_path / "c.txt").symlink_to(tmp_path / "nowhere")
    (tmp_path / "d.txt.gz").write_bytes(gzip.compress(b"One. Two."))
    (tmp_path / "e.txt").write_bytes(b"x" * 3000)
    plan = replace(PLAN, documents=Documents(max_bytes=2000))
    done(tmp_path, plan, tmp_path / "_out")
    rows = {row["id"]: row for row in rows_of(tmp_path / "_out" / "files-00000.parquet")}
    assert "not UTF-8" in rows["a.txt"]["error"]
    assert rows["b.txt.gz"]["error"]
    assert rows["d.txt.gz"]["n_units"] == 2
    assert rows["e.txt"]["error"].startswith("too large: 3,000 bytes")


def test_an_empty_shard_has_empty_results(tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b"\n\n")
    report = done(tmp_path, PLAN, tmp_path / "_out")["a.jsonl"]
    assert report.n_documents == 0
    assert rows_of(tmp_path / "_out" / "a.parquet") == []


class TestDone:
    """What a second run skips."""

    @pytest.fixture
    def shard_and_store(self, tmp_path):
        (tmp_path / "a.jsonl").write_bytes(lines(2))
        store = Store(str(tmp_path / "_out"))
        begin(store, PLAN)
        [shard] = list_shards(str(tmp_path))
        do_shard(shard, PLAN, store)
        return shard, store

    def again(self, shard):
        return list_shards(shard.files[0].address)[0]

    def test_a_shard_is_done(self, shard_and_store):
        shard, store = shard_and_store
        assert is_done(store, shard, PLAN)
        assert is_done(store, self.again(shard), PLAN)

    def test_a_touched_shard_is_still_done(self, shard_and_store):
        shard, store = shard_and_store
        os.utime(shard.files[0].address, (1, 1))
        assert is_done(store, self.again(shard), PLAN)

    def test_a_changed_shard_is_not(self, shard_and_store):
        """Also where it has as many bytes as before."""
        shard, store = shard_and_store
        path = Path(shard.files[0].address)
        path.write_bytes(path.read_bytes().replace(b"d0", b"d9"))
        assert not is_done(store, self.again(shard), PLAN)

    def test_results_that_are_gone_or_cut_are_made_again(self, shard_and_store, tmp_path):
        shard, store = shard_and_store
        path = tmp_path / "_out" / "a.parquet"
        path.write_bytes(path.read_bytes()[:-1])
        assert not is_done(store, shard, PLAN)
        path.unlink()
        assert not is_done(store, shard, PLAN)

    def test_a_marker_that_cannot_be_read_is_none(self, shard_and_store, tmp_path):
        shard, store = shard_and_store
        for content in ("", "{", "[]", '{"shard": "a"}', "null"):
            (tmp_path / "_out/_corpus/done/a.parquet.json").write_text(content)
            assert marked(store, "a.parquet") is None
            assert not is_done(store, shard, PLAN)


def test_other_settings_are_refused(tmp_path):
    """One line that says what differs."""
    (tmp_path / "a.jsonl").write_bytes(lines(1))
    done(tmp_path, PLAN, tmp_path / "_out")
    store = Store(str(tmp_path / "_out"))
    begin(store, PLAN)
    finer = replace(PLAN, settings=replace(PLAN.settings, levels=2))
    with pytest.raises(OptionsError, match=r"other settings \(settings\.levels: 1, now 2\)"):
        begin(store, finer)
    with pytest.raises(OptionsError, match=r'other settings \(task: "segment", now "chunk"\)'):
        begin(store, Plan(Task.chunk, ChunkSettings(encoder=WordHashing())))


def test_a_folder_in_which_nothing_was_done_takes_other_settings(tmp_path):
    """After a mistyped option the corrected command was refused."""
    store = Store(str(tmp_path / "out"))
    begin(store, replace(PLAN, documents=Documents(keep=("abuot",))))
    begin(store, PLAN)
    assert json.loads(store.read("_corpus/settings.json"))["documents"]["keep"] == []


@pytest.mark.parametrize("content", [b"", b"{", b"[]"])
def test_settings_that_are_damaged_are_one_line(tmp_path, content):
    """For a run and for its statistics; it was an error without a name."""
    store = Store(str(tmp_path / "out"))
    store.write_bytes("_corpus/settings.json", content)
    for use in (lambda: begin(store, PLAN), lambda: corpus_stats(store.address)):
        with pytest.raises(InputError, match=r"settings\.json is damaged; choose another folder"):
            use()


def test_results_elsewhere_are_sent_from_a_file_that_is_closed(monkeypatch):
    """Windows opens no file twice that will be deleted."""
    store, system, held = Store("memory://sent"), fsspec.filesystem("memory"), []
    put_file = system.put_file

    def put_closed_file(*arguments, **options):
        assert held[0].closed
        return put_file(*arguments, **options)

    def fill(file):
        held.append(file)
        file.write(b"{}")

    monkeypatch.setattr(system, "put_file", put_closed_file)
    assert store.write("a/b.json", fill) == 2
    assert (store.read("a/b.json"), store.names()) == (b"{}", ["a/b.json"])


def test_a_folder_of_somebody_else_is_refused(tmp_path):
    (tmp_path / "mine.parquet").write_bytes(b"")
    with pytest.raises(OptionsError, match=r"holds other files \(mine\.parquet\)"):
        begin(Store(str(tmp_path)), PLAN)


def test_one_run_at_a_time(tmp_path):
    store = Store(str(tmp_path / "out"))
    with store.locked(), pytest.raises(OptionsError, match="another run is writing"):
        Store(store.address).locked()
    with store.locked():
        pass


def test_a_file_is_there_whole_or_not_at_all(tmp_path):
    """What fails while it writes leaves the old file and nothing else."""
    store = Store(str(tmp_path))
    store.write_bytes("a/x.bin", b"old")

    def fill(file):
        file.write(b"new")
        raise OSError(28, "No space left on device")

    with pytest.raises(OutputError, match=r"cannot write .*x\.bin: No space left on device"):
        store.write("a/x.bin", fill)
    assert store.read("a/x.bin") == b"old"
    assert store.names() == ["a/x.bin"]
    assert not list((tmp_path / "_corpus" / "temporary").iterdir())


def test_places_that_fsspec_opens(tmp_path):
    """Shards and results in a file system that is not this machine's."""
    memory = fsspec.filesystem("memory")
    memory.pipe("/corpus/deep/a.jsonl", lines(3))
    memory.pipe("/corpus/b.txt", SAMPLE_TEXT.encode())
    store = Store("memory://results")
    begin(store, PLAN)
    for shard in list_shards("memory://corpus"):
        assert not is_done(store, shard, PLAN)
        do_shard(shard, PLAN, store)
        assert is_done(store, shard, PLAN)
    assert [name for name in store.names() if not name.startswith("_")] == [
        "deep/a.parquet",
        "files-00000.parquet",
    ]
    memory.pipe("/corpus/deep/a.jsonl", lines(3, first=9))
    assert not is_done(store, list_shards("memory://corpus/deep/*.jsonl")[0], PLAN)
    memory.rm("/corpus", recursive=True)
    memory.rm("/results", recursive=True)


def test_a_folder_that_cannot_be_read_is_an_error(tmp_path, monkeypatch):
    """Its documents were missing without a word."""
    secret, scandir = tmp_path / "secret", os.scandir
    secret.mkdir()
    (tmp_path / "a.txt").write_text("Soil holds water.")

    def refused(path):
        if str(path) == str(secret):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refused)
    with pytest.raises(InputError, match=f"cannot read {secret}: Permission denied"):
        list_shards(str(tmp_path))
    secret.rename(secret := tmp_path / ".secret")
    assert [shard.files[0].name for shard in list_shards(str(tmp_path))] == ["a.txt"]
