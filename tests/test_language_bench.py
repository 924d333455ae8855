"""``embed-kcpd bench languages`` on a small folder of parallel documents."""

import json

import pytest
from typer.testing import CliRunner

from embed_kcpd.cli.app import app
from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.datasets import Document, data_folder
from embed_kcpd.evaluation.languages import CODES, LanguageRow, language_row, parallel_documents
from embed_kcpd.evaluation.languages_page import errors_table
from embed_kcpd.evaluation.languages_sentences import sentence_row
from test_language import SAMPLES
from test_pipeline import SOIL, STARS

PAGE = "".join(
    f"<!-- begin {name} -->\n<!-- end {name} -->\n" for name in ("languages", "sentences")
)


@pytest.fixture
def folder(tmp_path):
    """The same document in every language: two topics in the first, one sentence in the others."""
    (tmp_path / "pud").mkdir()
    for name, code in CODES.items():
        units = SOIL + STARS if code == "en" else [SAMPLES[code]] * 6
        line = {"id": "a", "units": units, "boundaries": [4]}
        (tmp_path / "pud" / f"{name}.jsonl").write_text(json.dumps(line), encoding="utf-8")
    return tmp_path


def test_the_table_and_the_page_hold_what_was_measured(folder, tmp_path, monkeypatch, encoder):
    """Every language, both errors; the encoder used by itself in bold."""
    monkeypatch.setattr("embed_kcpd.cli.choices.named_encoder", lambda *_, **__: encoder)
    page, rows = tmp_path / "page.md", tmp_path / "rows.json"
    page.write_text(PAGE)
    arguments = ["bench", "languages", "--data", folder, "--json", rows, "--write-docs", page]

    result = CliRunner().invoke(app, [*map(str, arguments), "--languages", "en,de,hi"])

    assert result.exit_code == 0, result.output
    assert "| English | 1 of 1 | **0.0 / 0.0 / 0.0** | 0.0 / 0.0 / 0.0 |" in result.output
    assert "| German | 5 | 100.0 | 100.0 |" in page.read_text()
    assert len(json.loads(rows.read_text())["languages"]) == 6


def test_the_mean_is_over_the_languages_that_multilingual_knows():
    """Hindi and Finnish stay out of it."""
    rows = [
        LanguageRow("de", "multilingual", 17, 17, "multilingual", 10.0, 20.0, 30.0),
        LanguageRow("zh", "multilingual", 17, 17, "multilingual", 20.0, 30.0, 40.0),
        LanguageRow("hi", "multilingual", 17, 17, "minilm", 90.0, 90.0, 90.0),
    ]
    table = errors_table(rows)
    assert "| Hindi | 17 of 17 | 90.0 / 90.0 / 90.0 |" in table
    assert "| mean of the 2 that multilingual knows |  | 15.0 / 25.0 / 35.0 |" in table
    assert "mean" not in errors_table(rows[2:])


def test_a_missing_language_is_an_error(folder):
    """The message says which file, and what it should hold."""
    (folder / "pud" / "thai.jsonl").unlink()
    with pytest.raises(InputError, match=r"lacks thai.jsonl; it should hold the parallel"):
        parallel_documents(folder)


def test_boundaries_between_sentences_are_counted():
    """One sentence that is cut in two, two that stay together."""
    document = Document("a", ("He came. She left.", "no mark here", "They sat."), ())
    row = sentence_row("en", [document])
    assert (row.right, row.invented, row.missed) == (1, 1, 1)
    assert (row.precision, row.recall) == (50.0, 50.0)


def test_a_wrongly_detected_language_is_counted(encoder):
    """The encoder that would be used follows what was detected."""
    document = Document("a", tuple(SOIL + STARS), (4,))
    row = language_row("de", [document], "minilm", encoder)
    assert (row.detected, row.chosen) == (0, "minilm")


@pytest.mark.skipif(
    not (data_folder() / "pud").is_dir(), reason=f"no parallel documents in {data_folder()}"
)
def test_sentences_of_every_language_are_found_again():
    """Thai has no mark to go by; everywhere else nearly all boundaries are right."""
    least = {"th": (55, 75)}
    for code, documents in parallel_documents(None).items():
        row = sentence_row(code, documents)
        precision, recall = least.get(code, (95, 94))
        assert (row.precision > precision, row.recall > recall) == (True, True), row
