"""``embed-kcpd bench`` on small files, with words hashed into vectors."""

import json
import re
import zlib
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from embed_kcpd.cli.app import app
from embed_kcpd.encoders import names
from embed_kcpd.errors import InputError, MissingExtraError, OptionsError
from embed_kcpd.evaluation import registry
from embed_kcpd.evaluation.datasets import read_documents

SMALL = Path(__file__).parent.parent / "examples" / "small-set.jsonl"


class Hashing:
    """Words hashed into vectors."""

    identity = "hashing-for-tests"

    def encode(self, texts):
        rows = np.full((len(texts), 64), 0.01)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().split():
                row[zlib.crc32(word.encode()) % 64] += 1.0
        return rows


@pytest.fixture(autouse=True)
def hashing(monkeypatch, tmp_path):
    """No model, and a vector cache that nobody else sees."""
    monkeypatch.setattr(names, "encoder_by_name", lambda _name: Hashing())
    monkeypatch.setenv("EMBED_KCPD_CACHE", str(tmp_path / "home"))


@pytest.fixture
def data(tmp_path):
    """A data folder in which every set is the small one."""
    folder = tmp_path / "data"
    for place in ("choi/3-11.jsonl", "arxiv/docs.jsonl", "elements/docs.jsonl"):
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_bytes(SMALL.read_bytes())
    return folder


def bench(*arguments):
    result = CliRunner().invoke(app, ["bench", *map(str, arguments)])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.output


def test_own_documents_are_measured_and_written(tmp_path):
    out = tmp_path / "rows.json"
    shown = bench("file", SMALL, "--methods", "kcpd-cosine,none", "--json", out)
    assert "small-set" in shown
    rows = json.loads(out.read_text())
    assert [row["method"] for row in rows] == ["kcpd-cosine", "none"]
    assert rows[0]["documents"] == 12


def test_own_documents_are_shown_best_first_with_marks_and_without_empty_columns():
    """Nobody reported figures for them; what is told the count or learns is marked."""
    shown = bench("file", SMALL, "--methods", "none,even,embed-kcpd-count,kcpd-cosine")
    assert "paper" not in shown
    assert "embed-kcpd-count #" in shown
    assert "is told the true number of segments" in shown
    errors = [float(value) for value in re.findall(r"small-set .*? (\d+\.\d) ±", shown)]
    assert len(errors) == 4
    assert errors == sorted(errors)


@pytest.mark.parametrize("named", [["--methods", "none,graphseg,even"], []])
def test_what_cannot_be_fetched_is_said_and_the_others_are_measured(tmp_path, monkeypatch, named):
    """Without a network GraphSeg has no word vectors; the exit code says that a row is missing."""
    pytest.importorskip("snowballstemmer", reason="needs the [baselines] extra")
    every = registry.registry()
    few = {name: every[name] for name in ("none", "graphseg", "even")}
    monkeypatch.setattr(registry, "registry", lambda: few)
    monkeypatch.setenv("EMBED_KCPD_OFFLINE", "1")
    out = tmp_path / "rows.json"
    result = CliRunner().invoke(app, ["bench", "file", str(SMALL), "--json", str(out), *named])
    assert result.exit_code == 2
    (line,) = result.stderr.strip().splitlines()
    assert line.startswith("leaving out graphseg: ")
    assert "EMBED_KCPD_OFFLINE" in line
    assert [row["method"] for row in json.loads(out.read_text())] == ["none", "even"]
    assert result.stdout.count("small-set") == 2


def test_all_methods_run_as_far_as_their_packages_are_there(tmp_path, monkeypatch):
    """A missing extra is a missing row only for who asked for the method by its name."""

    def needy():
        raise MissingExtraError("quark", "strange")

    few = {"none": registry.entry("none"), "c99": registry.Entry(needy)}
    monkeypatch.setattr(registry, "registry", lambda: few)
    of_all = CliRunner().invoke(app, ["bench", "file", str(SMALL)])
    asked = CliRunner().invoke(app, ["bench", "file", str(SMALL), "--methods", "c99"])
    assert (of_all.exit_code, asked.exit_code) == (0, 2)
    assert "none" in of_all.stdout
    assert asked.stdout == ""
    for result in (of_all, asked):
        assert result.stderr.startswith("leaving out c99: quark is not installed")


def test_an_empty_file_is_an_error_not_a_table_of_nothing(tmp_path):
    (tmp_path / "empty.jsonl").write_text("")
    with pytest.raises(InputError, match=r"empty\.jsonl holds no document"):
        bench("file", tmp_path / "empty.jsonl")


@pytest.mark.parametrize("content", [None, b"\xff\xfe", b"[" * 99_999])
def test_abstracts_that_cannot_be_read_are_named(tmp_path, content):
    path = tmp_path / "abstracts.jsonl"
    if content:
        path.write_bytes(content)
    with pytest.raises(InputError, match=r"abstracts\.jsonl"):
        bench("arxiv", tmp_path / "out.jsonl", "--abstracts", path)


def test_a_second_run_keeps_rows_and_a_fresh_one_does_not(tmp_path):
    out = tmp_path / "rows.json"
    bench("file", SMALL, "--methods", "none", "--json", out)
    rows = json.loads(out.read_text())
    rows[0]["pk"] = 99.0
    out.write_text(json.dumps(rows))
    bench("file", SMALL, "--methods", "none,even", "--json", out)
    assert [row["pk"] == 99.0 for row in json.loads(out.read_text())] == [True, False]
    bench("file", SMALL, "--methods", "none", "--json", out, "--fresh")
    assert not any(row["pk"] == 99.0 for row in json.loads(out.read_text()))


def test_the_papers_tables_are_written_into_a_page(tmp_path, data):
    page = tmp_path / "page.md"
    parts = ("legend", "choi", "others", "cities")
    page.write_text("kept\n" + "".join(f"<!-- begin {p} --><!-- end {p} -->\n" for p in parts))
    arguments = ["--sets", "choi-3-11,arxiv", "--methods", "kcpd-rbf,none"]
    shown = bench(
        "paper", "--data", data, *arguments, "--encoder", "minilm-x", "--write-docs", page
    )
    assert re.search(r"choi-3-11 +kcpd-rbf .* 9\.2 ", shown)
    written = page.read_text()
    assert written.startswith("kept\n")
    assert re.search(r"\| `kcpd-rbf` \| minilm-x \|.*<br>9\.2, [+-]\d", written)


def test_elbows_are_printed_and_written(tmp_path, data):
    out = tmp_path / "elbows.json"
    sets = ["--sets", "choi-3-11,arxiv", "--documents", "3"]
    encoders = ["--encoder", "minilm-fp32, mpnet-fp32"]
    page = tmp_path / "page.md"
    page.write_text("<!-- begin elbow --><!-- end elbow -->\n")
    files = ["--json", out, "--write-docs", page]
    shown = bench("elbow", "--data", data, *sets, *encoders, "--grid", "8", *files)
    asked = "--sets choi-3-11,arxiv --encoder minilm-fp32, mpnet-fp32 --grid 8 --documents 3"
    assert f"`embed-kcpd bench elbow {asked}`\n\n| encoder |" in page.read_text()
    assert "| minilm-fp32 | chord, log C, grid of 8 | cosine |" in shown
    assert "| mpnet-fp32 | chord, log C, grid of 8 | rbf |" in shown
    values = json.loads(out.read_text())
    assert len(values) == 2 * 2 * 2 * 3
    assert all(len(one["scales"]) == 3 for one in values)


def test_an_elbow_without_an_encoder_is_an_error():
    with pytest.raises(OptionsError, match="names no encoder"):
        bench("elbow", "--encoder", ",")


def test_errors_against_c_are_tabled_drawn_and_written(tmp_path, data):
    """A table on the page, curves as JSON, a figure for each group of sets."""
    page, out, folder = tmp_path / "page.md", tmp_path / "curves.json", tmp_path / "figures"
    page.write_text("<!-- begin sensitivity --><!-- end sensitivity -->\n")
    sets = ["--sets", "choi-3-11,arxiv", "--documents", "3"]
    files = ["--json", out, "--figures", folder, "--write-docs", page]
    shown = bench("sensitivity", "--data", data, *sets, *files)
    assert "| choi-3-11 | cosine |" in shown
    assert "| arxiv | rbf |" in page.read_text()
    curves = json.loads(out.read_text())
    assert [(one["set"], one["kernel"]) for one in curves][::3] == [
        ("choi-3-11", "cosine"),
        ("arxiv", "rbf"),
    ]
    assert sorted(path.name for path in folder.iterdir()) == [
        "sensitivity-choi.png",
        "sensitivity-others.png",
    ]


def test_figures_and_one_page_are_written(tmp_path, data):
    folder = tmp_path / "figures"
    shown = bench("figures", folder, "--data", data, "--sets", "arxiv", "--documents", "3")
    assert "2 figures" in shown
    assert sorted(path.name for path in folder.iterdir()) == [
        "elbow-arxiv.png",
        "index.html",
        "sensitivity.png",
    ]
    assert (folder / "elbow-arxiv.png").read_bytes().startswith(b"\x89PNG")
    page = (folder / "index.html").read_text()
    assert page.count("<svg") == 2
    assert not re.search(r"(src|href)=\"http", page)


def test_a_set_is_built_from_abstracts(tmp_path):
    source, out = tmp_path / "abstracts.jsonl", tmp_path / "docs.jsonl"
    lines = [{"id": i, "abstract": f"Paper {i} begins. It ends."} for i in range(9)]
    source.write_text("\n".join(map(json.dumps, lines)))
    bench("arxiv", out, "--abstracts", source, "--documents", 3, "--fewest", 2, "--most", 4)
    made = read_documents(out)
    assert len(made) == 3
    assert all(one.n_units == 2 * one.n_segments for one in made)


@pytest.mark.parametrize(
    "arguments",
    [
        ("file", SMALL, "--methods", "magic"),
        ("paper", "--sets", "bible"),
        ("elbow", "--sets", "cities"),
    ],
)
def test_an_unknown_name_is_an_error_that_lists_the_names(arguments):
    with pytest.raises(OptionsError, match="choose from"):
        bench(*arguments)


@pytest.mark.parametrize("command", ["paper", "elbow", "sensitivity"])
def test_a_page_without_the_marks_is_told_before_anything_is_measured(tmp_path, data, command):
    """Hours of measuring must not end with a page that has no place for them."""
    page = tmp_path / "page.md"
    page.write_text("# A page\n")
    with pytest.raises(InputError, match=r"page.md needs <!-- begin \w+ --> once"):
        bench(command, "--data", data / "nowhere", "--write-docs", page)
    with pytest.raises(InputError, match="there is no page"):
        bench(command, "--data", data / "nowhere", "--write-docs", tmp_path / "no.md")
