"""``embed-kcpd chapters`` as a person meets it."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

PANEL = Path(__file__).parent.parent / "examples" / "panel.srt"
GIVEN = PANEL.with_name("panel-chapters.txt")


def test_a_list_for_people(run):
    code, out, err = run("chapters", PANEL, "--chapters", 5)

    lines = out.splitlines()
    assert (code, err, len(lines)) == (0, "", 5)
    assert lines[0].startswith(" 0:00")


def test_json_has_chapters_that_begin_the_recording(run):
    code, out, _ = run("chapters", PANEL, "--json", "--chapters", 5)
    values = json.loads(out)

    assert code == 0
    assert len(values["chapters"]) == 5
    assert values["chapters"][0]["start"] == 0
    assert values["chapters"][0]["start_unit"] == 0
    assert values["chapters"][-1]["end"] == pytest.approx(1750, abs=30)


@pytest.mark.parametrize(
    ("name", "beginning"),
    [
        ("youtube", "0:00 "),
        ("spotify", "(00:00) "),
        ("podcasting", '{\n  "version": "1.2.0"'),
        ("webvtt", "WEBVTT\nKind: chapters"),
        ("ffmetadata", ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\n"),
        ("matroska", '<?xml version="1.0"'),
        ("podlove", '<psc:chapters version="1.2"'),
        ("markdown", "- 0:00 "),
    ],
)
def test_every_format_can_be_asked_for(run, tmp_path, name, beginning):
    out = tmp_path / "chapters"
    code, printed, _ = run("chapters", PANEL, "--chapters", 4, "--as", name, "-o", out)

    assert (code, printed) == (0, "")
    assert out.read_text(encoding="utf-8").startswith(beginning)


def test_without_confidence_there_is_none(run):
    out = run("chapters", PANEL, "--json", "--chapters", 3, "--no-confidence")[1]

    assert [each["confidence"] for each in json.loads(out)["chapters"]] == [None] * 3


def test_given_chapters_are_compared_on_standard_error(run):
    code, _, err = run("chapters", PANEL, "--chapters", 8, "--given", GIVEN)

    assert code == 0
    assert re.match(
        r"\d of 7 given chapters found within 20 s, 7 found in all \(the first not counted; F1", err
    )


def test_given_chapters_can_be_the_cuts(run):
    code, out, _ = run("chapters", PANEL, "--given", GIVEN, "--existing", "cut", "--as", "youtube")

    assert code == 0
    assert out == GIVEN.read_text(encoding="utf-8")


def test_durations_are_asked_for_in_words(run):
    every = json.loads(run("chapters", PANEL, "--json", "--every", "5min")[1])
    hourly = json.loads(run("chapters", PANEL, "--json", "--per-hour", 12)[1])
    long = json.loads(run("chapters", PANEL, "--json", "--min-duration", "200s")[1])

    assert len(every["chapters"]) == len(hourly["chapters"]) == 6
    assert min(each["end"] - each["start"] for each in long["chapters"]) >= 199


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--coarser", 1e9], "--coarser must be at most 100 steps, got 1e+09"),
        (["--chapters", 3, "--every", "5min"], "--chapters and --every exclude each other"),
        (["--every", "soon"], "'soon' is no duration"),
        (["--per-hour", 0], "--per-hour must be more than 0"),
        (["--existing", "cut"], "comes with no chapters to cut at"),
        (["--existing", "cut", "--given", GIVEN, "--finer", 1], "--finer and --existing cut"),
        (
            ["--existing", "cut", "--given", GIVEN, "--min-duration", "9s"],
            "--min-duration and --existing cut exclude",
        ),
        (["--existing", "cut", "--given", GIVEN, "--levels", 2], "--levels and --existing cut"),
        (["--as", "youtube", "--json"], "--as and --json exclude each other"),
        (["--media", "a.mp3"], "give its file with --html"),
        (["--link", "https://x.org"], "--link is used by --as markdown and --html"),
        (["--link", "javascript:x", "--as", "markdown"], "no address of a recording"),
        (["--chapters", 2, "--as", "youtube"], "YouTube shows chapters only where there are 3"),
        (["--given", "nowhere.json"], "cannot read nowhere.json"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(run, options, message):
    code, out, err = run("chapters", PANEL, *options)

    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_a_text_without_times_has_no_chapters(run, sample):
    code, _, err = run("chapters", sample)

    assert code == 2
    assert "has no times, which chapters need" in err


def test_the_report_runs_no_script_without_a_media_file(run, tmp_path):
    page = tmp_path / "report.html"
    link = "https://youtu.be/abc"
    code, _, _ = run("chapters", PANEL, "--html", page, "--link", link, "--chapters", 4)
    html = page.read_text(encoding="utf-8")

    assert code == 0
    assert "<script" not in html
    assert "default-src 'none'; img-src data:; style-src 'unsafe-inline'; " in html
    assert "script-src" not in html
    assert html.count('href="https://youtu.be/abc?t=') > 4
    assert ">5:00</span>" in html


def test_the_report_allows_its_own_script_and_media_only(run, tmp_path):
    page = tmp_path / "report.html"
    run("chapters", PANEL, "--html", page, "--media", "an evening.mp4", "--chapters", 4)
    html = page.read_text(encoding="utf-8")

    script = re.search(r"<script>(.*?)</script>", html, re.DOTALL)[1]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'; media-src 'self' file:" in html
    assert '<video id="player"' in html
    assert 'src="an%20evening.mp4"' in html
    assert html.count("data-seconds=") > 8
