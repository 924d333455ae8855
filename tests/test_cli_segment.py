"""``embed-kcpd segment`` as a person meets it."""

import io
import json
import sys
from pathlib import Path

import pytest

from conftest import SAMPLE_TEXT as TEXT
from embed_kcpd import pipeline
from test_pipeline import SOIL, STARS


def test_a_pipe_gets_one_line_for_each_segment(run, sample):
    """Units, characters, certainty, title, first words, tabs between; nothing else."""
    code, out, err = run("segment", sample)
    fields = [line.split("\t") for line in out.splitlines()]

    assert (code, err) == (0, "")
    assert [row[:4] for row in fields] == [["0", "4", "0", "80"], ["4", "8", "80", str(len(TEXT))]]
    assert fields[0][4] == ""
    assert fields[1][4] in {"sure", "likely", "a guess"}
    assert fields[1][6].startswith("Stars burn far away.")


def test_a_text_with_fewer_levels_than_asked_for_says_so(run, sample):
    """One line on standard error; the result is what the text has."""
    code, out, err = run("segment", sample, "--levels", "3")

    assert code == 0
    assert [line[:2] for line in out.splitlines()] == ["0\t", "0\t"]
    assert err == "embed-kcpd: the text has 1 level of the 3 that were asked for\n"


def test_json_holds_what_the_schema_promises(run, sample):
    """The keys that programs build on."""
    code, out, _ = run("segment", sample, "--json")
    result = json.loads(out)

    assert code == 0
    assert result["n_units"] == 8
    assert result["boundaries"] == [4]
    assert len(result["gains"]) == 1
    assert set(result["provenance"]) >= {"encoder", "kernel", "objective", "penalty", "versions"}


def test_standard_input_is_a_dash(run):
    """The same as a file."""
    code, out, _ = run("segment", "-", "--json", stdin=TEXT.encode())
    assert code == 0
    assert json.loads(out)["boundaries"] == [4]


def test_an_output_file_takes_what_would_be_printed(run, sample, tmp_path):
    """Nothing is printed then."""
    code, out, _ = run("segment", sample, "--json", "-o", tmp_path / "out.json")
    assert (code, out) == (0, "")
    assert json.loads((tmp_path / "out.json").read_text())["boundaries"] == [4]


def test_byte_order_mark_and_windows_lines_come_back_byte_for_byte(run):
    """Byte offsets cut the file itself."""
    data = b"\xef\xbb\xbf" + "\r\n".join(SOIL + STARS).encode()
    result = json.loads(run("segment", "-", "--json", stdin=data)[1])

    parts = result["segments"]
    assert "".join(part["text"] for part in parts).encode() == data
    assert all(
        data[part["start_byte"] : part["end_byte"]].decode() == part["text"] for part in parts
    )


@pytest.mark.parametrize("data", [b"", b" \n\n", b"One.", b"Same. " * 20])
def test_texts_with_nothing_to_cut_are_no_error(run, data):
    """Exit code 0 and no boundary."""
    code, out, err = run("segment", "-", "--json", stdin=data)
    assert (code, err) == (0, "")
    assert json.loads(out)["boundaries"] == []


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"caf\xe9 au lait", "standard input is not UTF-8: byte 0xe9 at offset 3"),
        ("text".encode("utf-16-le"), "is not a text: byte 0x00 at offset 1"),
        (b"\x7fELF\x02\x01\x01\x00", "is not a text: byte 0x00 at offset 7"),
    ],
)
def test_what_is_no_utf_8_is_refused_in_one_line(run, data, message):
    """Exit code 2 and the offset of the first bad byte."""
    code, out, err = run("segment", "-", stdin=data)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("beginning", "kind"),
    [(b"%PDF-1.7\n", "cannot be read as PDF"), (b"PK\x03\x04", "is a damaged zip archive")],
)
def test_a_document_that_cannot_be_read_is_named(run, beginning, kind):
    """Whoever passes a broken PDF is told so."""
    code, _, err = run("segment", "-", stdin=beginning + b"x" * 30)
    assert code == 2
    assert kind in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("option", "expected"), [((), None), (("--spoken",), True), (("--written",), False)]
)
def test_speech_can_be_said_to_be_speech(run, sample, monkeypatch, option, expected):
    """The option reaches the settings; without it the text decides."""
    seen = []
    original = pipeline.segment
    monkeypatch.setattr(
        pipeline,
        "segment",
        lambda text, chosen, **given: seen.append(chosen) or original(text, chosen, **given),
    )
    assert run("segment", sample, *option)[0] == 0
    assert seen[0].spoken is expected


def test_boundaries_can_be_forced_and_forbidden(run, sample):
    """The options reach the limits."""
    options = ("--boundary-at", 2, "--boundary-at", 6, "--no-boundary-at", 4)
    values = json.loads(run("segment", sample, "--json", *options)[1])
    assert {2, 6} <= set(values["boundaries"])
    assert 4 not in values["boundaries"]


def test_files_that_cannot_be_read_are_one_line(run, tmp_path):
    """Missing file, folder."""
    wrong = [
        (tmp_path / "none", "No such file"),
        (tmp_path / "empty", "is a folder and not the export"),
    ]
    (tmp_path / "empty").mkdir()
    for path, reason in [*wrong, ("", "the name of the file is empty")]:
        code, _, err = run("segment", path)
        assert code == 2
        assert reason in err
        assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--penalty", "1", "--segments", "2"], ["--penalty", "--segments"]),
        (["--scale", "1", "--penalty", "1"], ["--penalty", "--scale"]),
        (["--objective", "contrast", "--kernel", "rbf"], ["--objective contrast", "--kernel rbf"]),
        (["--language", "xx"], ["'xx' is not a language code", "ISO 639"]),
        (["--unit", "turns"], ["has no turns", "sentences, paragraphs or lines"]),
        (["--min-size", "3", "--max-size", "2"], ["min_size=3", "max_size=2"]),
        (["--min-size", "50"], ["lower min_size to 8"]),
        (["--segments", "0"], ["segments", "0"]),
        (["--max-tokens", "1"], []),
    ],
)
def test_options_at_odds_are_named_in_one_line(run, sample, options, named):
    """What was given, what is wrong."""
    code, out, err = run("segment", sample, *options)
    assert (code, out) == (2, "")
    assert err.startswith("embed-kcpd: ")
    assert err.count("\n") == 1
    assert all(name in err for name in named)


def test_every_way_to_say_how_fine_reaches_the_result(run, sample):
    """Each option changes what is cut or what it was judged by."""

    def made(*options):
        return json.loads(run("segment", sample, "--json", *options)[1])

    assert len(made("--segments", "3")["segments"]) == 3
    assert made("--penalty", "100")["boundaries"] == []
    assert made("--scale", "0.01")["provenance"]["granularity"]["scale"] == 0.01
    assert made("--kernel", "rbf")["provenance"]["kernel"] == "rbf"
    assert made("--objective", "paper")["provenance"]["objective"] == "paper"
    assert made("--unit", "paragraphs")["n_units"] == 1
    assert max(s["end_unit"] - s["start_unit"] for s in made("--max-size", "3")["segments"]) <= 3
    assert min(s["end_unit"] - s["start_unit"] for s in made("--min-size", "3")["segments"]) >= 3


def test_controls_of_granularity_reach_the_library(run, sample):
    """Each option is the object of the same name."""
    for options, rule in (
        ((), "text-scale"),
        (("--coarser", "1"), "text-scale"),
        (("--finer", "2", "--strict"), "text-scale"),
        (("--segments", "3"), "count"),
        (("--target-size", "4"), "target"),
        (("--target-chars", "80"), "target"),
        (("--target-tokens", "9"), "target"),
        (("--penalty", "1"), "penalty"),
        (("--scale", "0.1"), "paper"),
        (("--objective", "paper"), "paper"),
        (("--elbow",), "elbow"),
    ):
        code, out, err = run("segment", sample, "--json", *options)
        assert (code, err) == (0, "")
        assert json.loads(out)["provenance"]["granularity"]["rule"] == rule


def test_finer_is_coarser_the_other_way(run, sample):
    _, out, _ = run("segment", sample, "--json", "--finer", "1.5")
    assert json.loads(out)["provenance"]["granularity"]["coarser"] == -1.5


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (("--coarser", "1", "--finer", "1"), ("--coarser", "--finer")),
        (("--coarser", "1", "--finer", "1", "--strict"), ("--coarser", "--finer")),
        (("--segments", "3", "--penalty", "1"), ("--segments", "--penalty")),
        (("--strict", "--elbow"), ("--strict", "--elbow")),
        (("--target-chars", "9", "--target-tokens", "9"), ("--target-chars", "--target-tokens")),
        (("--coarser", "1", "--objective", "paper"), ("--coarser", "--objective paper")),
        (("--elbow", "--objective", "contrast"), ("--elbow", "--objective contrast")),
        (("--coarser", "1e9"), ("--coarser", "at most 100 steps")),
        (("--finer", "101"), ("--finer", "at most 100 steps")),
    ],
)
def test_controls_at_odds_are_an_error_that_names_both(run, sample, options, named):
    code, out, err = run("segment", sample, *options)
    assert (code, out) == (2, "")
    assert all(name in err for name in named)


def test_the_explanation_is_told_beside_the_segments(run, sample):
    """On standard error, so that a pipe still gets segments and nothing else."""
    code, out, err = run("segment", sample, "--explain")
    assert code == 0
    assert len(out.splitlines()) == 2
    assert "This text stays on a subject for about" in err
    assert "Not reliable: 8 units are too few" in err


def test_an_explanation_calls_units_what_they_are(run, tmp_path):
    posts, texts = tmp_path / "posts.jsonl", [*SOIL, *STARS]
    lines = ({"text": f"{text} {n}", "date": f"2020-01-{n + 1:02}"} for n, text in enumerate(texts))
    posts.write_text("".join(json.dumps(line) + "\n" for line in lines))
    _, _, err = run("segment", posts, "--explain")

    assert f"of {len(texts)} posts." in err
    assert "sentence" not in err


def test_json_says_whether_the_result_is_reliable(run, sample):
    _, out, _ = run("segment", sample, "--json")
    told = json.loads(out)["explanation"]
    assert told["is_reliable"] is False
    assert "too few" in told["reason"]
    assert told["evidence"]["finer"] >= told["evidence"]["coarser"]


def test_a_report_is_written_beside_what_is_printed(run, sample, tmp_path):
    """Named after the file."""
    code, out, _ = run("segment", sample, "--html", tmp_path / "report.html")
    assert code == 0
    assert out.count("\n") == 2
    assert '<h1 dir="auto">sample.txt</h1>' in (tmp_path / "report.html").read_text()


def test_a_file_that_cannot_be_written_is_found_before_the_work(run, sample, tmp_path, monkeypatch):
    """Neither a missing folder nor an overwritten text is noticed only at the end."""
    monkeypatch.setattr("embed_kcpd.pipeline.segment", None)
    page, ring = tmp_path / "page.html", tmp_path / "ring"
    ring.symlink_to(ring)
    for options, message in [
        (["--output", "-"], "--output - is no file; for standard output leave it out"),
        (["--html", "-"], "--html - is no file; for standard output give /dev/stdout"),
        (["--html", ring], "is a link that leads back to itself"),
        (["--html", tmp_path / "no" / "page.html"], "there is no folder"),
        (["--html", tmp_path], "is a folder; give the name of a file in it"),
        (["--output", sample], "would overwrite a file that is read"),
        (["--html", page, "--output", page], "would overwrite what --html writes"),
    ]:
        code, out, err = run("segment", sample, *options)
        assert (code, out) == (2, "")
        assert message in err
        assert err.count("\n") == 1
    assert sample.read_text() == TEXT


@pytest.mark.parametrize(
    ("command", "options"),
    [
        (["chapters", "talk.srt"], ["--given", "other", "--output", "other"]),
        (["chapters", "talk.srt"], ["--media", "other", "--html", "other"]),
        (["timeline", "posts.csv"], ["--events", "other", "--html", "other"]),
        (["chunk", "talk.srt", "other"], ["--output", "other"]),
    ],
)
def test_no_file_that_is_read_is_overwritten(run, tmp_path, monkeypatch, command, options):
    """Given chapters, a recording and known events were: only the text was safe."""
    monkeypatch.chdir(tmp_path)
    Path("talk.srt").write_text("1\n00:00:00,000 --> 00:00:09,000\nSoil.\n")
    Path("posts.csv").write_text("date,text\n2026-01-01,Soil.\n2026-01-02,Stars.\n")
    Path("other").write_text("date,title\n2026-01-02,Stars.\n")
    code, _, err = run(*command, *options)
    assert (code, err.count("\n")) == (2, 1)
    assert "would overwrite a file that is read; choose another one" in err
    assert Path("other").read_text().startswith("date,title")


def test_results_are_utf_8_whatever_the_machine_speaks(run, monkeypatch):
    """An old locale must not break a Chinese text."""
    printed = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(printed, encoding="ascii"))
    code, *_ = run("segment", "-", stdin="今天很好。".encode())
    sys.stdout.flush()

    assert code == 0
    assert printed.getvalue().decode().endswith("今天很好。\n")
