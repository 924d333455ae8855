"""``embed-kcpd corpus``: options that arrive, one line for what is wrong, counts that add up."""

import json
import subprocess
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from corpus_encoders import Letters
from embed_kcpd.cli.choices import named_encoder
from embed_kcpd.corpora import do_shard
from embed_kcpd.corpora.progress import TerminalProgress
from embed_kcpd.corpora.shard_work import ShardProgress
from embed_kcpd.corpora.shards import Shard, ShardFile, ShardKind
from embed_kcpd.encoders.by_language import EncoderByLanguage
from embed_kcpd.encoders.models.pretrained import PretrainedEncoder
from embed_kcpd.encoders.names import encoder_by_name
from test_corpora_batches import TRANSCRIPT
from test_corpora_local import lines
from test_language import SAMPLES


def in_this_process(shards, plan, store, watch):
    """An engine without processes."""
    for shard in shards:
        yield do_shard(shard, plan, store, partial(watch, shard))


@pytest.fixture
def corpus(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.jsonl").write_bytes(lines(3) + b"\xff\n")
    (folder / "b.jsonl").write_bytes(lines(2, first=7))
    return folder


@pytest.fixture
def here(run, monkeypatch):
    """The command in this process, its workers too."""
    monkeypatch.setattr("embed_kcpd.cli.choices.chosen_encoder", lambda *_, **__: Letters())
    monkeypatch.setattr("embed_kcpd.cli.corpus_plan.chosen_engine", lambda _: in_this_process)
    return run


def stats(out, *options):
    """What ``corpus stats`` prints, in a process of its own: DuckDB talks when pytest ends."""
    if find_spec("duckdb") is None:
        pytest.skip("needs duckdb")
    command = [sys.executable, "-m", "embed_kcpd", "corpus", "stats", str(out), *options]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ended.stderr == ""  # DuckDB reports objects that were not collected as leaks
    return ended.stdout


def test_a_corpus_is_cut_by_processes(run, monkeypatch, corpus, tmp_path):
    monkeypatch.setattr("embed_kcpd.cli.choices.chosen_encoder", lambda *_, **__: Letters())
    code, said, _ = run("corpus", "run", corpus, tmp_path / "out", "--workers", 1)
    assert code == 0
    assert said.splitlines()[0].startswith("2 shards done: 6 documents, 20 units, ")
    assert said.splitlines()[1] == (
        f"1 document without result (invalid UTF-8: 1); see {tmp_path / 'out'}/_corpus/errors.tsv"
    )
    assert pq.read_table(tmp_path / "out" / "a.parquet").num_rows == 4


def test_documents_in_languages_that_the_encoder_does_not_know_are_counted(
    run, monkeypatch, tmp_path
):
    """Workers say nothing on the terminal, so nobody learned of them."""
    folder = tmp_path / "in"
    folder.mkdir()
    for shard, codes in {"a": ("de", "fi", "de", "en"), "b": ("fi", "de")}.items():
        rows = [json.dumps({"id": code, "text": SAMPLES[code] * 4}) for code in codes]
        (folder / f"{shard}.jsonl").write_text("\n".join(rows) + "\n")
    monkeypatch.setattr("embed_kcpd.cli.corpus_plan.chosen_engine", lambda _: in_this_process)
    monkeypatch.setattr(PretrainedEncoder, "encode", lambda _, texts: Letters().encode(texts))
    for encoder in ("minilm", "wordllama"):
        out, chosen = tmp_path / encoder, encoder_by_name(encoder)
        monkeypatch.setattr("embed_kcpd.cli.choices.chosen_encoder", lambda *_, c=chosen, **__: c)
        code, _, said = run("corpus", "run", folder, out)
        assert code == 0
        lines_said = [line for line in said.splitlines() if "documents are" in line]
        assert lines_said == [
            "embed-kcpd: 5 documents are in languages that their encoder does not know "
            "(German: 3, Finnish: 2), so boundaries may be missing or wrong; do them again in "
            "another folder with --encoder intfloat/multilingual-e5-small"
        ]
        manifest = json.loads((out / "_corpus" / "manifest.json").read_text())
        assert manifest["languages"] == {"de": 3, "en": 1, "fi": 2}
    usual = EncoderByLanguage(threads=1, use_cache=False)
    monkeypatch.setattr("embed_kcpd.cli.choices.chosen_encoder", lambda *_, **__: usual)
    _, _, said = run("corpus", "run", folder, tmp_path / "usual")
    assert "2 documents are in languages that their encoder does not know (Finnish: 2)" in said


def test_what_is_done_is_skipped_and_other_settings_are_refused(here, corpus, tmp_path):
    out = tmp_path / "out"
    assert here("corpus", "run", corpus, out)[0] == 0
    _, said, _ = here("corpus", "run", corpus, out)
    assert said.startswith("2 shards done (2 were done before): ")
    code, _, said = here("corpus", "run", corpus, out, "--finer", 1)
    assert (code, said.count("\n")) == (2, 1)
    assert "was begun with other settings (settings.granularity: null, now" in said


def test_options_reach_the_plan(here, corpus, tmp_path, monkeypatch):
    """Every option changes the settings that the folder was begun with."""
    options = {
        "--unit": "lines",
        "--language": "de",
        "--headings": "force",
        "--keep": "id2",
        "--format": "text",
        "--max-bytes": "99",
        "--id-column": "name",
        "--text-column": "body",
        "--to": "jsonl",
        "--texts": None,
        "--no-confidence": None,
        "--written": None,
        "--coarser": "1",
        "--max-tokens": "90",
        "--min-tokens": "2",
        "--min-seconds": "2",
        "--max-seconds": "9",
    }
    monkeypatch.setattr("embed_kcpd.cli.corpus_plan.chosen_engine", lambda _: lambda *_: iter(()))
    begun = set()
    for number, (option, value) in enumerate([("--to", "parquet"), *options.items()]):
        out = tmp_path / str(number)
        given = [option] if value is None else [option, value]
        assert here("corpus", "run", corpus, out, *given)[0] == 0
        begun.add((out / "_corpus" / "settings.json").read_text())
    assert len(begun) == 1 + len(options)


def test_chunks_with_their_vectors(here, corpus, tmp_path):
    options = ["--task", "chunk", "--embeddings", "--texts", "--target-tokens", 5]
    sizes = ["--max-tokens", 8, "--overlap", 2, "--context", 0, "--embedding", "text"]
    code, said, _ = here("corpus", "run", corpus, tmp_path / "out", *options, *sizes)
    assert code == 0
    assert said.startswith("2 shards done: 6 documents, 20 units, ")
    first = pq.read_table(tmp_path / "out" / "a.parquet").to_pylist()[0]["chunks"][0]
    assert first["text"].startswith("Soil is number 0.")
    assert first["n_tokens"] <= 8
    assert len(first["embedding"]) == 256


def test_a_counter_of_tokens_that_is_not_there_is_one_line(here, corpus, tmp_path):
    """Not one error for each document."""
    options = ["--task", "chunk", "--tokens", tmp_path / "no.json"]
    code, _, said = here("corpus", "run", corpus, tmp_path / "out", *options)
    assert (code, said.count("\n")) == (2, 1)
    assert "no.json" in said


def test_chapters_of_transcripts(here, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "talk.srt").write_text(TRANSCRIPT)
    code, said, _ = here("corpus", "run", tmp_path / "in", tmp_path / "out", "--task", "chapters")
    assert code == 0
    assert said.startswith("1 shard done: 1 document, ")
    sizes = stats(tmp_path / "out")
    assert "least / lower quartile / median / upper quartile / most" in sizes
    assert "seconds a chapter" in sizes


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--task", "chunk", "--finer", 1], "--finer means nothing for --task chunk"),
        (["--task", "chunk", "--max-seconds", 1], "--max-seconds means nothing for --task chunk"),
        (["--task", "chunk", "--written"], "--written means nothing for --task chunk"),
        (["--overlap", 5], "--overlap means nothing for --task segment"),
        (["--embeddings"], "embeddings are vectors of chunks"),
        (["--task", "chapters", "--texts"], "chapters have none"),
        (["--max-bytes", 0], "max_bytes must be a whole number from 1 on, got 0"),
        (["--format", "wax"], "there is no format 'wax'"),
        (["--keep", "error"], "the column error cannot be kept"),
    ],
)
def test_options_without_a_meaning_are_one_line(here, corpus, tmp_path, options, message):
    code, _, said = here("corpus", "run", corpus, tmp_path / "out", *options)
    assert (code, said.count("\n")) == (2, 1)
    assert message in said
    assert not (tmp_path / "out").exists()


def test_shards_that_fail_are_one_line_at_the_end(run, monkeypatch, corpus, tmp_path):
    monkeypatch.setattr("embed_kcpd.cli.choices.chosen_encoder", lambda *_, **__: Letters())
    (corpus / "c.parquet").write_bytes(b"no table")
    code, said, error = run("corpus", "run", corpus, tmp_path / "out", "--workers", 1)
    assert code == 2
    assert said.startswith("2 shards done")
    assert error.startswith(
        "embed-kcpd: 1 shard failed, the first being c.parquet (c.parquet is not"
    )
    assert error.count("\n") == 1


def test_ctrl_c_is_one_line(here, corpus, tmp_path, monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("embed_kcpd.cli.corpus_plan.chosen_engine", lambda _: stopped)
    code, _, said = here("corpus", "run", corpus, tmp_path / "out")
    assert code == 130
    assert said == "stopped; the same command goes on with the shards that are left\n"


@pytest.mark.parametrize("to", ["parquet", "jsonl"])
def test_counts_and_sizes(here, corpus, tmp_path, to):
    """Sizes are those of the segments that were written."""
    here("corpus", "run", corpus, tmp_path / "out", "--to", to, "--segments", 2)
    found = json.loads(stats(tmp_path / "out", "--json"))
    assert found["n_documents"] == 6
    assert found["errors_by_kind"] == {"invalid UTF-8": 1}
    assert found["sizes"]["segments a document"] == [2.0] * 5
    least, *_, most = found["sizes"]["characters a segment"]
    assert 1 <= least < most <= 60


def test_without_duckdb_there_are_counts_and_a_word_about_sizes(
    here, corpus, tmp_path, monkeypatch
):
    here("corpus", "run", corpus, tmp_path / "out")
    monkeypatch.setitem(sys.modules, "duckdb", None)
    code, said, _ = here("corpus", "stats", tmp_path / "out")
    assert code == 0
    assert said.splitlines()[:2] == [f"{'shards':<28}2", f"{'documents':<28}6"]
    assert "not computed: install DuckDB with pip install duckdb" in said


def test_the_query_of_the_documents_runs(here, corpus, tmp_path):
    """The example of docs/how-to/corpora.md, on results of a run."""
    if find_spec("duckdb") is None:
        pytest.skip("needs duckdb")
    here("corpus", "run", corpus, tmp_path / "results")
    page = (Path(__file__).parents[1] / "docs" / "how-to" / "corpora.md").read_text()
    query = page.partition("```sql\n")[2].partition("```")[0]
    ask = f"import duckdb; print(duckdb.sql({query!r}).fetchall())"
    done = subprocess.run(
        [sys.executable, "-c", ask], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("[('en', ")


def test_a_folder_without_results_has_no_counts(here, tmp_path):
    code, _, said = here("corpus", "stats", tmp_path)
    assert (code, said) == (2, f"embed-kcpd: {tmp_path} holds no results of corpus run\n")


def test_the_bar_shows_rates_and_counts_a_shard_once(monkeypatch):
    """A shard that begins again takes back what it had."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    shards = [
        Shard(name, ShardKind.lines, (ShardFile(name, name, 100, None),)) for name in ("a", "b")
    ]
    bar = TerminalProgress()
    bar.begin(shards, 5)
    bar.move(shards[0], ShardProgress(64, 640, 0.5))
    bar.move(shards[0], ShardProgress(0, 0, 0.0))
    bar.move(shards[0], ShardProgress(100, 1000, 1.0))
    bar.end()
    assert bar.text(bar.began + 10) == (
        "4/5 shards, 100 documents, 10.0 documents/s, 100 sentences/s"
    )


@pytest.mark.parametrize("task", ["segment", "chunk"])
def test_the_encoder_may_be_that_of_a_server(run, monkeypatch, corpus, tmp_path, task):
    """One thread for each worker is asked of encoders that compute here; a server was refused."""
    monkeypatch.setattr("embed_kcpd.cli.corpus_plan.chosen_engine", lambda _: in_this_process)
    monkeypatch.setattr("embed_kcpd.cli.choices.chosen_encoder", named_encoder)
    monkeypatch.setattr(
        "embed_kcpd.encoders.openai.OpenAiEncoder.encode",
        lambda _, texts: Letters().encode(texts),
    )
    options = ("--task", task, "--encoder", "openai:some-model")
    code, said, err = run("corpus", "run", corpus, tmp_path / "out", *options)
    assert (code, said.splitlines()[0][:24]) == (0, "2 shards done: 6 documen"), err
    about = json.loads((tmp_path / "out" / "_corpus" / "manifest.json").read_text())
    assert about["plan"]["settings"]["encoder"].startswith("openai:some-model@")
