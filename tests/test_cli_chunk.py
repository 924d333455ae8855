"""``embed-kcpd chunk`` as a person meets it."""

import errno
import json
import os
import subprocess
import sys
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from embed_kcpd.chunks import ChunkSettings, chunk_document
from embed_kcpd.chunks.work_file import WorkFile
from embed_kcpd.readers import read


def test_json_lines_hold_what_is_known_about_each_chunk(run, sample):
    code, out, err = run("chunk", sample, "--jsonl", "--max-tokens", "20", "--embeddings")
    rows = [json.loads(line) for line in out.splitlines()]

    assert (code, err) == (0, "")
    assert "".join(row["text"] for row in rows) == sample.read_text()
    assert {"id", "source", "n_tokens", "headings", "previous", "next", "embedding"} <= set(rows[0])
    assert {row["source"] for row in rows} == {str(sample)}


def test_a_pipe_gets_one_line_for_each_chunk(run, sample):
    fields = [line.split("\t") for line in run("chunk", sample)[1].splitlines()]
    assert all(len(row) == 6 for row in fields)
    assert fields[0][1] == "0"


def test_odd_names_and_texts_keep_lines_and_fields_apart(run, sample):
    """A tab or an end of line in a name made more fields and lines of it."""
    odd = sample.parent / "a\tb\nc.txt"
    odd.write_text("Bread is \x1b[31mbaked. Bread is eaten.")
    code, out, _ = run("chunk", odd)
    assert code == 0
    assert [line.split("\t")[0] for line in out.splitlines()] == [f"{odd.parent}/a\\tb\\nc.txt"]
    assert "\x1b" not in out


def test_folders_and_patterns_are_expanded_and_each_file_is_read_once(run, sample):
    (sample.parent / "inner").mkdir()
    (sample.parent / "inner" / "b.txt").write_text("Bread is baked. Bread is eaten.")
    (sample.parent / ".hidden").write_text("Not read.")

    folder = run("chunk", sample.parent)[1]
    pattern = run("chunk", f"{sample.parent}/**/*.txt", sample)[1]

    assert folder == pattern
    assert len({line.split("\t")[0] for line in folder.splitlines()}) == 2


def test_what_holds_no_text_stops_no_folder(run, sample):
    """Folders of documents hold pictures; a file that somebody names is still refused."""
    (sample.parent / "figure.png").write_bytes(b"\x89PNG\r\n\x1a\n\0")
    (sample.parent / "numbers.json").write_text('{"a": 1}')
    (sample.parent / "unknown.bin").write_bytes(b"\0\1")
    (sample.parent / ".git").mkdir()
    (sample.parent / ".git" / "config").write_text("Not read.")

    code, out, err = run("chunk", sample.parent)

    assert (code, out) == (0, run("chunk", sample)[1])
    assert err.count("\n") == 1
    assert all(name in err for name in ("figure.png", "numbers.json", "unknown.bin"))
    code, out, err = run("chunk", sample, sample.parent / "figure.png")
    assert code == 2
    assert "figure.png is a picture, not a plain text" in err


def test_broken_files_are_named_and_the_rest_of_the_folder_is_chunked(
    run, sample, tmp_path_factory
):
    """Each one stopped the run, so that a folder with ten of them needed eleven runs."""
    (sample.parent / "a.txt").write_bytes(b"caf\xe9 au lait")
    (sample.parent / "b.docx").write_bytes(b"PK\x03\x04")
    (sample.parent / "c.jsonl").write_text('{"text": "Soil holds water."}\n{"text": ')
    target = tmp_path_factory.mktemp("out") / "all.jsonl"

    code, out, err = run("chunk", sample.parent)

    assert (code, out) == (2, run("chunk", sample)[1])
    lines = err.splitlines()
    assert any("left out:" in line and "a.txt is not UTF-8" in line for line in lines)
    assert any("left out:" in line and "c.jsonl, line 2" in line for line in lines)
    assert "files cannot be read; the chunks of the others are complete" in lines[-1]
    assert run("chunk", sample.parent, "-o", target)[0] == 2
    assert target.read_text() == run("chunk", sample, "--jsonl")[1]
    code, out, err = run("chunk", sample, sample.parent / "a.txt")
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_the_column_of_a_table_can_be_named(run, sample):
    """The note about a guessed column named options that the command did not have."""
    table = sample.parent / "posts.csv"
    table.write_text("title,body\nGarden,Worms loosen the soil.\nSky,Stars burn far away.\n")

    code, out, _ = run("chunk", table, "--text-column", "title", "--jsonl")

    assert code == 0
    assert "Garden" in json.loads(out.splitlines()[0])["text"]
    assert "Worms" not in out


@pytest.mark.parametrize("name", ["chunks.jsonl", "chunks.parquet"])
def test_a_file_takes_all_chunks(run, sample, tmp_path, name):
    target = tmp_path / name
    if target.suffix == ".parquet":
        parquet = pytest.importorskip("pyarrow.parquet")
    code, out, _ = run("chunk", sample, "-o", target, "--embeddings")

    assert (code, out) == (0, "")
    if target.suffix == ".parquet":
        rows = parquet.read_table(target).to_pylist()
    else:
        rows = [json.loads(line) for line in target.read_text().splitlines()]
    assert "".join(row["text"] for row in rows) == sample.read_text()
    assert [path.name for path in tmp_path.glob("chunks*")] == [name]


def test_half_a_character_stops_no_parquet_file(run, sample, tmp_path_factory):
    parquet = pytest.importorskip("pyarrow.parquet")
    posts = sample.parent / "posts.jsonl"
    posts.write_text(json.dumps({"text": "Half \ud83d of it."}) + "\n")
    target = tmp_path_factory.mktemp("out") / "all.parquet"
    assert run("chunk", posts, "-o", target)[0] == 0
    assert parquet.read_table(target)["text"].to_pylist() == ["Half \\ud83d of it."]


def test_a_run_that_was_stopped_goes_on_where_it_was(encoder, tmp_path):
    """A document that was cut off in the middle is done again, a whole one is not."""
    settings = ChunkSettings(max_tokens=8, encoder=encoder)
    done = []
    for name in "ab":
        path = tmp_path / f"{name}.txt"
        path.write_text("Soil holds water. Stars burn far away. Bread is baked in ovens.")
        done.append(chunk_document(read(path), settings))
    target = tmp_path / "out.jsonl"
    first = WorkFile(target, {"max_tokens": 8}, embedding=False)
    first.add(done[0])
    whole = first.part.read_bytes()
    first.add(done[1])
    first.part.write_bytes(first.part.read_bytes()[:-30])

    second = WorkFile(target, {"max_tokens": 8}, embedding=False)

    assert second.done == {done[0].source}
    assert second.part.read_bytes() == whole
    second.add(done[1])
    second.finish()
    assert target.read_text() == done[0].to_jsonl() + done[1].to_jsonl()
    assert not second.part.exists()


def test_what_is_done_is_not_held_in_memory(tmp_path):
    """A run of days goes on with a part file that is larger than the memory."""
    target = tmp_path / "out.jsonl"
    part = WorkFile(target, {}, embedding=False).part
    line = json.dumps({"source": "a.txt", "next": None, "text": "x" * 10_000}) + "\n"
    with part.open("a") as file:
        file.writelines([line] * 2_000)

    tracemalloc.start()
    try:
        assert WorkFile(target, {}, embedding=False).done == {"a.txt"}
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_what_is_done_is_not_read_where_it_lies_in_the_same_folder(run, sample, monkeypatch):
    """The part file of a run that was stopped became a document of the next one."""
    target = sample.parent / "out.jsonl"
    with monkeypatch.context() as stopped:
        stopped.setattr(WorkFile, "finish", lambda _: None)
        run("chunk", sample.parent, "-o", target)
    assert target.with_name("out.jsonl.part").exists()

    assert run("chunk", sample.parent, "-o", target)[0] == 0
    assert target.read_text() == run("chunk", sample, "--jsonl")[1]


def test_other_settings_are_not_mixed_in(run, sample, tmp_path):
    target = tmp_path / "out.jsonl"
    WorkFile(target, {"max_tokens": 8}, embedding=False)
    code, _, err = run("chunk", sample, "-o", target)
    assert code == 2
    assert "was begun with other settings" in err


def test_a_run_that_goes_on_gives_what_one_run_would_have_given(
    run, sample, monkeypatch, tmp_path_factory
):
    """Files edited or removed since kept their chunks, and those of other files were mixed in."""
    folder = sample.parent
    other, gone = folder / "other.txt", folder / "gone.txt"
    other.write_text("Stars burn far away. Every star shines.")
    gone.write_text("Bread is baked. Bread is eaten.")
    target = tmp_path_factory.mktemp("out") / "out.jsonl"
    with monkeypatch.context() as stopped:
        stopped.setattr(WorkFile, "finish", lambda _: None)
        run("chunk", folder, "-o", target)
    part = target.with_name("out.jsonl.part")
    assert "Bread is baked" in part.read_text()
    os.utime(part, (time.time() - 60, time.time() - 60))
    for path in (sample, other):
        os.utime(path, (time.time() - 120, time.time() - 120))
    gone.unlink()
    other.write_text("Worms loosen the soil. Compost feeds it.")

    assert run("chunk", folder, "-o", target)[0] == 0

    rows = sorted(target.read_text().splitlines())
    assert rows == sorted(run("chunk", folder, "--jsonl")[1].splitlines())


@pytest.mark.parametrize("option", [("--format", "text"), ("--text-column", "title")])
def test_a_run_that_goes_on_reads_files_as_before(
    run, sample, monkeypatch, option, tmp_path_factory
):
    table = sample.parent / "posts.csv"
    table.write_text("title,text\nGarden,Worms loosen the soil.\nSky,Stars burn far away.\n")
    target = tmp_path_factory.mktemp("out") / "out.jsonl"
    with monkeypatch.context() as stopped:
        stopped.setattr(WorkFile, "finish", lambda _: None)
        run("chunk", table, "-o", target)
    code, _, err = run("chunk", table, "-o", target, *option)
    assert code == 2
    assert "was begun with other settings" in err


def test_a_part_file_that_was_changed_is_refused_in_one_line(run, sample, tmp_path, monkeypatch):
    target = tmp_path / "out.jsonl"
    with monkeypatch.context() as stopped:
        stopped.setattr(WorkFile, "finish", lambda _: None)
        run("chunk", sample, "-o", target)
    part = target.with_name("out.jsonl.part")
    part.write_text(part.read_text() + "no JSON\n")

    code, _, err = run("chunk", sample, "-o", target)

    assert (code, len(err.splitlines())) == (2, 1)
    assert f"{part} is damaged; delete it" in err


def test_a_missing_extra_is_named_before_the_work(run, sample, tmp_path, monkeypatch):
    """It was named after all documents had been chunked."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, _, err = run("chunk", sample, "-o", tmp_path / "out.parquet")

    assert code == 2
    assert "[parquet]" in err
    assert list(tmp_path.glob("out*")) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no-such-file.txt"], "there is no file at no-such-file.txt"),
        (["SAMPLE", "--max-tokens", "0"], "max_tokens must be a whole number"),
        (["SAMPLE", "-o", "/no/such/folder/x.jsonl"], "there is no folder"),
        (["SAMPLE", "-o", "SAMPLE"], "is read; choose another one"),
        (["SAMPLE", "-o", "/"], "is a folder"),
        ([""], "the name of the file is empty"),
        (["SAMPLE", "--embeddings"], "--embeddings have no place in lines"),
        (["SAMPLE", "--jsonl", "-o", "/no/such/x.parquet"], "exclude each other"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run, sample, arguments, message):
    code, out, err = run("chunk", *(str(sample) if a == "SAMPLE" else a for a in arguments))
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="pipes and links are those of POSIX")
def test_only_an_ordinary_file_is_replaced_by_chunks(run, sample):
    """``--output /dev/null`` put a file in the place of the device."""
    pipe = sample.parent.parent / "pipe"
    os.mkfifo(pipe)
    for name in (pipe, "/dev/stdout"):
        code, out, err = run("chunk", sample, "--output", name)
        assert (code, out) == (2, "")
        assert f"{name} is not an ordinary file" in err
    assert pipe.is_fifo()
    assert not pipe.with_name("pipe.part").exists()


def unreadable(folder):
    """What ``os.scandir`` says of a folder of somebody else; a superuser may read all."""
    scandir = os.scandir

    def refused(path):
        if Path(path) == folder:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return scandir(path)

    return refused


def test_a_folder_that_cannot_be_read_is_named(run, sample, monkeypatch):
    """Its files were left out without a word."""
    secret = sample.parent / "secret"
    secret.mkdir()
    monkeypatch.setattr(os, "scandir", unreadable(secret))
    code, out, err = run("chunk", sample.parent)
    assert (code, len(out.splitlines()) > 0) == (2, True)
    assert f"left out: cannot read {secret}: Permission denied" in err
    missing = str(sample.parent / "no*.such")
    assert f"there is no file at {missing}" in run("chunk", sample.parent, missing)[2]
    assert "1 of 2 files cannot be read; the chunks of the others are complete" in err


@pytest.mark.skipif(os.name != "posix", reason="pipes and links are those of POSIX")
def test_a_pipe_is_read_as_a_file_is(run, sample):
    """``chunk <(command)`` said that there was no file, which ``segment`` could read."""
    pipe = sample.parent / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as writer:
        writer.submit(pipe.write_bytes, sample.read_bytes())
        code, out, _ = run("chunk", pipe, "--jsonl")
    expected = [json.loads(line) for line in run("chunk", sample, "--jsonl")[1].splitlines()]
    given = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [each["text"] for each in given] == [each["text"] for each in expected]


@pytest.mark.skipif(os.name != "posix", reason="permissions and links are those of POSIX")
def test_a_link_to_the_output_stays_a_link_and_permissions_stay(run, sample):
    folder = sample.parent.parent
    target, link = folder / "real.jsonl", folder / "link.jsonl"
    target.write_text("old")
    target.chmod(0o600)
    link.symlink_to(target)
    assert run("chunk", sample, "--output", link)[0] == 0
    assert link.is_symlink()
    assert json.loads(target.read_text().splitlines()[0])["source"] == str(sample)
    assert target.stat().st_mode & 0o777 == 0o600


def test_two_runs_never_write_one_file(run, sample):
    """Two at once lost the chunks of whole documents, and both ended well."""
    target = sample.parent.parent / "all.jsonl"
    program = (
        "import sys, pathlib; from embed_kcpd.files import claimed\n"
        "with claimed(pathlib.Path(sys.argv[1])): print(flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, target], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        other.stdout.readline()
        code, _, err = run("chunk", sample, "--output", target)
        other.communicate(b"\n")
    assert code == 2
    assert "another run is writing" in err
    assert not list(target.parent.glob("all.jsonl*"))
    assert run("chunk", sample, "--output", target)[0] == 0


def test_a_part_file_that_cannot_be_read_is_named(run, sample):
    part = sample.parent.parent / "all.jsonl.part"
    target = part.with_suffix("")
    part.mkdir()
    code, _, err = run("chunk", sample, "--output", target)
    assert (code, err.count("\n")) == (2, 1)
    assert f"cannot read {part}: Is a directory" in err
