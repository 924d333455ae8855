"""Chapters that players read back: ffmpeg, mkvmerge, and the report's player in Chromium."""

import json
import shutil
import subprocess
import wave
from xml.etree import ElementTree

import pytest

from browser import running_chromium
from embed_kcpd import Settings
from embed_kcpd.chapters import Chapter, Chapters
from embed_kcpd.chapters.report.page import as_html
from embed_kcpd.pipeline import segment_units
from embed_kcpd.text.places import Place

TITLES = ["Soil & <seeds>", "Water = life; #1 \\ [x]", "Stars and “moons” 月"]
STARTS = [0.0, 10.25, 21.5]

needs_ffmpeg = pytest.mark.skipif(
    not (shutil.which("ffmpeg") and shutil.which("ffprobe")),
    reason="no ffmpeg here; `make test-players` installs it where apt-get may be used",
)
needs_mkvmerge = pytest.mark.skipif(
    not (shutil.which("mkvmerge") and shutil.which("mkvextract")),
    reason="no mkvmerge here; `make test-players` installs it where apt-get may be used",
)


@pytest.fixture
def made(encoder):
    """Three chapters of half a minute, the last two inside a part."""
    places = [Place(start_seconds=start, end_seconds=start + 10.0) for start in STARTS]
    result = segment_units(["a", "b", "c"], Settings(encoder=encoder), places=places)
    found = tuple(
        Chapter(start, end, title, start_unit=unit)
        for unit, (start, end, title) in enumerate(
            zip(STARTS, [*STARTS[1:], 30.0], TITLES, strict=True)
        )
    )
    part = Chapter(STARTS[1], 30.0, "Part", children=found[1:], start_unit=1)
    return Chapters("talk", found, result, parts=(found[0], part))


@pytest.fixture
def sound(tmp_path):
    """Half a minute of silence."""
    path = tmp_path / "talk.wav"
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, 8000, 0, "NONE", ""))
        file.writeframes(b"\0\0" * 8000 * 30)
    return path


def run(*command):
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def probed(path):
    """Start and title of each chapter as ffprobe reads them."""
    values = json.loads(run("ffprobe", "-v", "error", "-show_chapters", "-of", "json", path))
    found = values["chapters"]
    return (
        [float(each["start_time"]) for each in found],
        [each["tags"]["title"] for each in found],
    )


@needs_ffmpeg
@pytest.mark.parametrize("suffix", ["mkv", "m4a"])
def test_ffmpeg_reads_its_metadata_back(made, sound, tmp_path, suffix):
    chapters, out = tmp_path / "chapters.txt", tmp_path / f"out.{suffix}"
    chapters.write_text(made.to_ffmetadata(), encoding="utf-8")

    run("ffmpeg", "-v", "error", "-i", sound, "-i", chapters, "-map_metadata", 1, out)

    starts, titles = probed(out)
    assert starts == pytest.approx(STARTS, abs=0.002)
    assert titles == TITLES


@needs_mkvmerge
def test_mkvmerge_reads_its_chapters_back_nested(made, sound, tmp_path):
    chapters, out, back = (tmp_path / name for name in ("in.xml", "out.mka", "back.xml"))
    chapters.write_text(made.to_matroska(), encoding="utf-8")

    run("mkvmerge", "-q", "-o", out, "--chapters", chapters, sound)
    run("mkvextract", out, "chapters", back)

    atoms = ElementTree.parse(back).getroot().findall("EditionEntry/ChapterAtom")
    titles = [atom.findtext("ChapterDisplay/ChapterString") for atom in atoms]
    assert titles == [TITLES[0], "Part"]
    inside = atoms[1].findall("ChapterAtom")
    assert [each.findtext("ChapterDisplay/ChapterString") for each in inside] == TITLES[1:]
    assert inside[0].findtext("ChapterTimeStart").startswith("00:00:10.250")


@pytest.fixture
def browser():
    with running_chromium() as running:
        yield running


def test_a_long_title_keeps_its_distance_from_the_duration(browser, made, tmp_path):
    """On a phone its last word touched the duration."""
    page_file = tmp_path / "report.html"
    page_file.write_text(as_html(made), encoding="utf-8")
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto(page_file.as_uri())
    gaps = page.evaluate(
        """() => [...document.querySelectorAll('.chapters .row')].map((row) => {
             const [, title, size] = row.children;
             return size.getBoundingClientRect().left - title.getBoundingClientRect().right;
           })"""
    )
    assert min(gaps) >= 8


def test_a_time_of_the_report_jumps_in_its_player(browser, made, sound):
    """Nothing but the sound is loaded, and nothing is complained about."""
    page_file = sound.with_name("report.html")
    page_file.write_text(as_html(made, media=sound.name), encoding="utf-8")
    page = browser.new_page(viewport={"width": 390, "height": 800})
    complaints, requests = [], []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("request", lambda request: requests.append(request.url.rsplit("/", 1)[-1]))
    page.goto(page_file.as_uri())
    page.wait_for_function("document.getElementById('player').readyState > 0")

    page.click(".chapters a.time >> text=0:21")

    page.wait_for_function("document.getElementById('player').currentTime >= 21.4")
    assert complaints == []
    assert set(requests) == {"report.html", "talk.wav"}
    assert page.evaluate("document.documentElement.scrollWidth") == 390
