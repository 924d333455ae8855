"""``download``, ``models`` and ``cache`` from the outside."""

import json

import pytest
from typer.testing import CliRunner

from embed_kcpd.cli.app import app
from embed_kcpd.encoders import CallableEncoder, cached
from embed_kcpd.encoders import names as encoder_names
from embed_kcpd.encoders.models.pretrained import MiniLm
from tiny_models import tiny_model

MODEL, CONTENTS, _ = tiny_model()


class Tiny(MiniLm):
    model = MODEL


@pytest.fixture(autouse=True)
def own_machine(tmp_path, monkeypatch):
    monkeypatch.setenv("EMBED_KCPD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("EMBED_KCPD_OFFLINE", "1")


def run(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_download_prepares_a_model_and_models_lists_it(tmp_path, monkeypatch):
    """What was absent before is ready afterwards, with its licence and folder."""
    monkeypatch.setitem(encoder_names.PRETRAINED, "tiny", Tiny())
    monkeypatch.setattr("embed_kcpd.encoders.models.inventory.OFFICIAL_MODELS", (MODEL,))
    for name, content in CONTENTS.items():
        (tmp_path / name).write_bytes(content)
    before = json.loads(run("models", "--json").stdout)
    done = run("download", "tiny", "--from", tmp_path)
    after = json.loads(run("models", "--json").stdout)
    assert [entry["state"] for entry in before] == ["absent", "absent", "absent"]
    assert "tiny (int8) is ready in" in done.stdout
    assert [entry["state"] for entry in after] == ["absent", "ready", "absent"]
    assert after[1]["licence"] == "MIT"
    assert after[1]["bytes"] > 0
    assert "tiny" in run("models").stdout


def test_download_uses_the_folder_in_the_models_variable(tmp_path, monkeypatch):
    """It once asked the network although the folder was named."""
    monkeypatch.setitem(encoder_names.PRETRAINED, "tiny", Tiny())
    monkeypatch.setenv("EMBED_KCPD_OFFLINE", "1")
    monkeypatch.setenv(MODEL.variable, str(tmp_path))
    for name, content in CONTENTS.items():
        (tmp_path / name).write_bytes(content)
    assert "tiny (int8) is ready in" in run("download", "tiny").stdout


def test_a_wrong_origin_is_one_clear_line(tmp_path):
    result = run("download", "minilm", "--from", tmp_path)
    assert "model.safetensors is missing" in str(result.exception)


def test_the_cache_is_counted_and_cleared():
    """Info tells whose vectors are there; clear forgets them; both work on nothing."""
    assert json.loads(run("cache", "info", "--json").stdout)["vectors"] == {}
    cached(CallableEncoder(lambda texts: [[1.0]] * len(texts), "ones")).encode(["a", "b", "a"])
    told = json.loads(run("cache", "info", "--json").stdout)
    assert told["vectors"] == {"ones": 2}
    assert told["bytes"] > 0
    assert (told["entries"], told["limit"]) == (2, 2_000_000_000)
    said = run("cache", "info").stdout
    assert "2  ones" in said
    assert "MB of at most 2,000.0 MB" in said
    assert "freed" in run("cache", "clear").stdout
    assert json.loads(run("cache", "info", "--json").stdout)["vectors"] == {}


def test_an_identity_cannot_steer_the_terminal():
    cached(CallableEncoder(lambda texts: [[1.0]] * len(texts), "x\x1b[2Jy")).encode(["a"])
    assert "x\\x1b[2Jy" in run("cache", "info").stdout


def test_the_limit_comes_from_the_environment(monkeypatch):
    monkeypatch.setenv("EMBED_KCPD_CACHE_LIMIT", "1.5GB")
    assert json.loads(run("cache", "info", "--json").stdout)["limit"] == 1_500_000_000
    monkeypatch.setenv("EMBED_KCPD_CACHE_LIMIT", "plenty")
    assert "write a size such as 500MB" in str(run("cache", "info").exception)


def test_brackets_in_the_name_of_the_folder_are_no_markup(tmp_path, monkeypatch):
    monkeypatch.setenv("EMBED_KCPD_CACHE", str(tmp_path / "[bold]x[/red]"))
    assert "[bold]x[/red]" in run("models").stdout


def test_a_narrow_terminal_shows_whole_names_and_sizes(monkeypatch):
    """In 60 columns sizes ended after their first digit."""
    monkeypatch.setenv("COLUMNS", "60")
    lines = run("models").stdout.splitlines()
    assert any("use-multilingual-v3" in line and "absent" in line for line in lines)
    assert "…" not in "".join(lines)
    assert max(map(len, lines[:-1])) <= 60
