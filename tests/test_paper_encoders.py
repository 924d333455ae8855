"""The rows of encoders that are not here, tried with stand-ins that have their interface.

``bench paper`` is run as docs/results/reproduction.md says, RoBERTa from a hub on this machine that
serves a tiny model of its family, text-embedding-3-small from a server that speaks the protocol.
"""

import json
import zlib
from pathlib import Path

import pytest
from typer.testing import CliRunner

import test_hub
from embed_kcpd.cli.app import app
from embed_kcpd.encoders.checkpoints import encoder as checkpoints
from embed_kcpd.evaluation.reported import reported_cell
from test_endpoint import serving
from tiny_models import checkpoint_files

ROOT = Path(__file__).parent.parent
ROBERTA = "sentence-transformers/all-distilroberta-v1"
OPENAI = "openai:text-embedding-3-small"
LABELS = {ROBERTA: "Embed-KCPD (RoBERTa)", OPENAI: "Embed-KCPD (text-embedding-3-small)"}


@pytest.fixture
def own_machine(tmp_path, monkeypatch):
    """An empty cache; in the data folder there is a small set in the place of Choi 3-11."""
    monkeypatch.setenv("EMBED_KCPD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hub"))
    monkeypatch.setenv("EMBED_KCPD_DATA", str(tmp_path / "data"))
    for name in ("HF_HUB_CACHE", "HF_HUB_OFFLINE", "EMBED_KCPD_OFFLINE", "HF_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    for known in ("_fetched", "_described", "_opened"):
        getattr(checkpoints, known).cache_clear()
    (tmp_path / "data" / "choi").mkdir(parents=True)
    small = (ROOT / "examples" / "small-set.jsonl").read_bytes()
    (tmp_path / "data" / "choi" / "3-11.jsonl").write_bytes(small)


@pytest.fixture
def roberta(own_machine, monkeypatch):
    """A hub that has a tiny RoBERTa under the name of the published one."""
    monkeypatch.setattr(test_hub, "NAME", ROBERTA)
    hub = test_hub.Hub(checkpoint_files("roberta")[0])
    monkeypatch.setenv("HF_ENDPOINT", hub.url)
    yield hub
    hub.shutdown()
    hub.server_close()


def hashed(handler, body):
    """An answer of the embeddings protocol: words hashed into vectors."""
    rows = [[0.01] * 64 for _ in body["input"]]
    for row, text in zip(rows, body["input"], strict=True):
        for word in text.lower().split():
            row[zlib.crc32(word.encode()) % 64] += 1.0
    data = [
        {"object": "embedding", "index": place, "embedding": row} for place, row in enumerate(rows)
    ]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    handler.answer(200, {"object": "list", "data": data, "model": body["model"], "usage": usage})


def rows_of(encoder, tmp_path):
    """``bench paper`` as documented, on one set: the rows of the file, the table on the page."""
    page, rows = tmp_path / "page.md", tmp_path / "rows.json"
    parts = ("legend", "choi", "others", "cities")
    page.write_text("".join(f"<!-- begin {p} --><!-- end {p} -->\n" for p in parts))
    arguments = ["bench", "paper", "--encoder", encoder, "--methods", "kcpd-cosine,kcpd-rbf"]
    arguments += ["--sets", "choi-3-11", "--json", str(rows), "--write-docs", str(page)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.exception
    return json.loads(rows.read_text()), page.read_text().splitlines()


def check(encoder, tmp_path):
    """The rows are there, with what the paper reports; the reported line has given way."""
    rows, lines = rows_of(encoder, tmp_path)
    assert [(row["method"], row["encoder"]) for row in rows] == [
        ("kcpd-cosine", encoder),
        ("kcpd-rbf", encoder),
    ]
    for row in rows:
        cell = reported_cell(row["method"], encoder, "choi-3-11")
        assert (row["reported_pk"], row["reported_wd"]) == (cell.pk, cell.wd)
        measured = [line for line in lines if line.startswith(f"| `{row['method']}` | {encoder} |")]
        assert f"{row['pk']:.1f} ± {row['pk_sd']:.1f}<br>{cell.pk:.1f}" in measured[0]
    choi = lines[lines.index("<!-- begin choi -->") : lines.index("<!-- end choi -->")]
    assert not any(line.startswith(f"| {LABELS[encoder]}") for line in choi)
    (other,) = set(LABELS) - {encoder}
    assert any(line.startswith(f"| {LABELS[other]}") for line in choi)


def test_roberta_gets_its_rows_from_the_hub(roberta, tmp_path):
    check(ROBERTA, tmp_path)
    assert any(path.endswith("/tokenizer.json") for path, _ in roberta.asked)
    asked = len(roberta.asked)
    check(ROBERTA, tmp_path)
    assert len(roberta.asked) == asked


def test_text_embedding_3_small_gets_its_rows_from_the_endpoint(own_machine, tmp_path, monkeypatch):
    """Each text is sent once, with the key; a second run sends nothing."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    with serving(hashed) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        check(OPENAI, tmp_path)
        texts = [text for _, _, body in server.seen for text in body["input"]]
        assert len(texts) == len(set(texts)) > 50
        assert {key for _, key, _ in server.seen} == {"Bearer sk-test"}
        assert {body["model"] for _, _, body in server.seen} == {"text-embedding-3-small"}
        asked = len(server.seen)
        check(OPENAI, tmp_path)
        assert len(server.seen) == asked
