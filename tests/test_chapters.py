"""Chapters of a recording, in every format, and beside those people gave."""

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd import Settings
from embed_kcpd.chapters import Chapter, Chapters, Existing, chapters, read_chapters
from embed_kcpd.chapters.links import check_link, timed_link
from embed_kcpd.chapters.report.axis import time_axis
from embed_kcpd.chapters.report.page import as_html
from embed_kcpd.chapters.times import duration_seconds, exact_clock
from embed_kcpd.errors import EmbedKcpdError, InputError, LimitsError, OptionsError
from embed_kcpd.granularity.fixed import SegmentCount
from embed_kcpd.granularity.text_scale.rule import FROM_SECTIONS
from embed_kcpd.granularity.text_target import TextTarget
from embed_kcpd.outputs.phrases import clock
from embed_kcpd.pipeline import segment_units
from embed_kcpd.problem.text_limits import TextLimits
from embed_kcpd.readers import GivenChapter, read
from embed_kcpd.readers.document import Document, DocumentKind, Piece
from embed_kcpd.text.places import Place
from test_sections import stream

PANEL = Path(__file__).parent.parent / "examples" / "panel.srt"
TITLES = ("Soil & <seeds>", "Water = life; #1", "Stars\nand “moons” \\ 月")


@pytest.fixture
def made(encoder):
    """Three chapters with titles that every format must escape."""
    result = segment_units(["a", "b", "c"], Settings(encoder=encoder))
    times = ((0.0, 75.25), (75.25, 3725.5), (3725.5, 4000.0))
    return Chapters(
        "talk",
        tuple(
            Chapter(start, end, title, ("word",), 0.75, unit)
            for unit, ((start, end), title) in enumerate(zip(times, TITLES, strict=True))
        ),
        result,
    )


@pytest.fixture
def nested(made):
    """The same, the last two inside a part."""
    first, second, third = made.chapters
    part = Chapter(second.start, third.end, "Second part", children=(second, third))
    return Chapters(made.name, made.chapters, made.result, parts=(first, part))


def test_chapters_tile_the_recording_and_begin_with_it(encoder):
    found = chapters(PANEL, Settings(encoder=encoder, granularity=SegmentCount(6)))

    assert len(found) == 6
    assert found.chapters[0].start == 0.0
    for left, right in zip(found.chapters, found.chapters[1:], strict=False):
        assert left.end == right.start
    cues = {piece.place.start_seconds for piece in read(PANEL).pieces}
    assert {each.start for each in found.chapters[1:]} <= cues
    assert all(each.title and each.keywords for each in found.chapters)
    assert found.chapters[0].confidence == 1.0


def test_a_least_duration_is_kept_by_the_search(encoder):
    """Also where a number of chapters is asked for that would break it otherwise."""
    settings = Settings(
        encoder=encoder, granularity=SegmentCount(9), limits=TextLimits(min_seconds=120.0)
    )

    lasting = [each.end - each.start for each in chapters(PANEL, settings).chapters]

    assert len(lasting) == 9
    assert min(lasting) >= 119.0


def test_an_average_duration_decides_how_many(encoder):
    settings = Settings(encoder=encoder, granularity=TextTarget(seconds=300.0))

    assert len(chapters(PANEL, settings)) == 6


GARDEN, SKY = "garden soil spring worms roots", "telescope night stars clear planets"


def nested_chapters(encoder, subjects):
    """The chapters of a recording, one for each subject, in parts."""
    pieces = tuple(
        Piece(f"{subject} " * 7, Place(start_seconds=20.0 * n, end_seconds=20.0 * n + 20.0))
        for n, subject in enumerate(subject for subject in subjects for _ in range(6))
    )
    document = Document("t", "srt", DocumentKind.recording, pieces)
    granularity = SegmentCount(len(subjects))
    return chapters(document, Settings(encoder=encoder, levels=2, granularity=granularity))


def test_levels_nest_chapters(encoder):
    """Four subjects, two by two alike: two parts with two chapters each."""
    subjects = (f"{GARDEN} beans", f"{GARDEN} water", f"{SKY} comet", f"{SKY} moons")
    found = nested_chapters(encoder, subjects)

    assert [part.start for part in found.parts] == [0.0, 240.0]
    assert sum(len(part.children) for part in found.parts) == len(found) == 4
    for part in found.nested:
        if part.children:
            assert part.children[0].start == part.start
            assert part.children[-1].end == part.end


def test_a_part_of_one_chapter_is_that_chapter(encoder):
    """It had another title and no confidence."""
    found = nested_chapters(encoder, (f"{GARDEN} beans", f"{GARDEN} water", f"{SKY} comet"))

    assert [len(part.children) for part in found.parts] == [2, 0]
    assert found.parts[-1] == found.chapters[-1]
    assert found.chapters[-1].confidence is not None


def recording(starts, given=()):
    pieces = tuple(
        Piece(f"Soil and worms number {n}.", Place(start_seconds=start, end_seconds=start + 1))
        for n, start in enumerate(starts)
    )
    return Document("t", "srt", DocumentKind.recording, pieces, chapters=tuple(given))


def test_given_chapters_are_the_cuts_where_that_is_asked(encoder):
    given = read_chapters(PANEL.with_name("panel-chapters.txt"))
    document = read(PANEL)
    with_given = Document(**{**vars(document), "chapters": given})

    found = chapters(with_given, Settings(encoder=encoder), existing=Existing.cut)

    assert [each.title for each in found.chapters] == [each.title for each in given]
    assert [each.start for each in found.chapters] == [each.start_seconds for each in given]
    assert found.comparison is None


@pytest.mark.parametrize(
    "lines",
    [
        "0:00 Anfang\n1:02:03 – Fluss: Wasser",
        "(0:00) Anfang\n[1:02:03] Fluss: Wasser",
        "Kapitel\nAnfang 0:00\nFluss: Wasser - 1:02:03",
        "* Anfang (0:00)\n* Fluss: Wasser [1:02:03]",
    ],
)
def test_lines_name_a_time_before_or_behind_the_title(tmp_path, lines):
    path = tmp_path / "given.txt"
    path.write_text(lines, encoding="utf-8")

    found = [(each.start_seconds, each.title) for each in read_chapters(path)]

    assert found == [(0.0, "Anfang"), (3723.0, "Fluss: Wasser")]


def test_given_chapters_after_the_end_are_left_out(encoder):
    given = (GivenChapter(5.0, "A"), GivenChapter(30.0, "B"), GivenChapter(900.0, "C"))
    document = recording([10.0 * n for n in range(9)], given)

    found = chapters(document, Settings(encoder=encoder), existing=Existing.cut)

    assert [(each.start, each.end, each.title) for each in found.chapters] == [
        (0.0, 30.0, "A"),
        (30.0, 81.0, "B"),
    ]


def test_given_chapters_are_compared_or_ignored(encoder):
    given = (GivenChapter(0.0, "A"), GivenChapter(40.0, "B"))
    document = recording([10.0 * n for n in range(9)], given)

    compared = chapters(document, Settings(encoder=encoder)).comparison
    ignored = chapters(document, Settings(encoder=encoder), existing=Existing.ignore)

    assert compared.n_given == 1
    assert 0.0 <= compared.f1 <= 1.0
    assert ignored.comparison is None
    with pytest.raises(OptionsError, match="comes with no chapters"):
        chapters(recording([0.0]), Settings(encoder=encoder), existing=Existing.cut)


def test_times_before_zero_never_reach_a_player(encoder):
    document = recording([-120.0 + 20.0 * n for n in range(12)])
    settings = Settings(encoder=encoder, granularity=SegmentCount(1))

    found = chapters(document, settings)

    assert [each.start for each in found.chapters] == [0.0]


def test_a_transcript_without_times_or_words_is_refused(encoder):
    silent = Document("t", "srt", DocumentKind.recording, ())
    untimed = Document("t", "timed-text", DocumentKind.recording, (Piece("One."),))

    with pytest.raises(InputError, match="nothing is said"):
        chapters(silent, Settings(encoder=encoder))
    with pytest.raises(InputError, match="has no times, which chapters need"):
        chapters(untimed, Settings(encoder=encoder))


def test_youtube_lines(made):
    assert made.to_youtube() == (
        "0:00 Soil & <seeds>\n1:15 Water = life; #1\n1:02:05 Stars and “moons” \\ 月\n"
    )


def test_spotify_lines(made):
    assert made.to_spotify().splitlines()[2] == "(01:02:05) Stars and “moons” \\ 月"


@pytest.mark.parametrize(
    ("ends", "message"),
    [
        ([60.0, 120.0], "YouTube shows chapters only where there are 3 or more, here there are 2"),
        ([60.0, 65.0, 200.0], "chapter 2 .* has 5 s; ask for longer ones with --min-duration 10$"),
    ],
)
def test_what_youtube_would_not_show_is_said(made, ends, message):
    starts = [0.0, *ends[:-1]]
    few = Chapters(
        "t", tuple(Chapter(a, b, "T") for a, b in zip(starts, ends, strict=True)), made.result
    )

    with pytest.raises(LimitsError, match=message):
        few.to_youtube()


def test_long_titles_are_shortened_at_a_word(made):
    long = Chapters(
        "t",
        tuple(Chapter(60.0 * n, 60.0 * n + 60.0, "word " * 30) for n in range(3)),
        made.result,
    )

    titles = [line.split(") ", 1)[1] for line in long.to_spotify().splitlines()]
    assert all(len(title) < 40 and title.endswith("word…") for title in titles)


def test_podcasting_json_has_the_keys_of_the_standard(made):
    values = json.loads(made.to_podcasting())

    assert values["version"] == "1.2.0"
    assert values["chapters"][1] == {
        "startTime": 75.25,
        "endTime": 3725.5,
        "title": "Water = life; #1",
    }


def test_matroska_nests_and_names_the_language(nested):
    root = ElementTree.fromstring(nested.to_matroska())
    atoms = root.findall("EditionEntry/ChapterAtom")

    assert [atom.findtext("ChapterDisplay/ChapterString") for atom in atoms] == [
        "Soil & <seeds>",
        "Second part",
    ]
    assert len(atoms[1].findall("ChapterAtom")) == 2
    assert atoms[1].findtext("ChapterTimeStart") == "00:01:15.250"
    assert atoms[0].findtext("ChapterDisplay/ChapLanguageIETF") == nested.language


def test_markdown_links_and_nests(nested):
    lines = nested.to_markdown("https://www.youtube.com/watch?v=abc").splitlines()

    assert lines[0] == "- [0:00](https://www.youtube.com/watch?v=abc&t=0s) Soil & \\<seeds\\>"
    assert lines[2].startswith("  - [1:15](https://www.youtube.com/watch?v=abc&t=75s) Water")
    assert nested.to_markdown().startswith("- 0:00 Soil")


def test_webvtt_chapters_are_plain_and_nested_inside_their_part(nested):
    track = nested.to_webvtt()

    assert track.startswith("WEBVTT\nKind: chapters\n\n00:00:00.000 --> 00:01:15.250\nSoil &amp;")
    assert "-->" not in re.sub(r"(?m)^[\d:.]+ --> [\d:.]+$", "", track)


def test_json_has_chapters_beside_the_shared_schema(made):
    values = json.loads(made.to_json())

    assert set(values["chapters"][0]) == {
        "start", "end", "title", "summary", "keywords", "confidence", "start_unit", "children",
    }  # fmt: skip
    assert values["schema"]["name"] == "embed-kcpd/segmentation"
    assert values["n_units"] == 3


@pytest.mark.parametrize("name", ["podcasting", "webvtt", "ffmetadata", "podlove", "json"])
def test_what_is_written_is_read_back(made, tmp_path, name):
    path = tmp_path / "chapters"
    path.write_text(getattr(made, f"to_{name}")(), encoding="utf-8")

    back = read_chapters(path)

    assert [each.start_seconds for each in back] == pytest.approx([0.0, 75.25, 3725.5])
    assert [each.title for each in back] == [" ".join(each.split()) for each in TITLES]


def test_lines_of_a_description_are_read(tmp_path):
    path = tmp_path / "description.txt"
    path.write_text("About it.\n\n0:00 Intro\n(1:05) - Soil\n1:02:03 | Stars\n", encoding="utf-8")

    found = [(each.start_seconds, each.title) for each in read_chapters(path)]

    assert found == [(0.0, "Intro"), (65.0, "Soil"), (3723.0, "Stars")]


@pytest.mark.parametrize("time", ["12:34", " (1:02:03)", "0:01.5", "12:34" + " " * 100_000])
def test_a_time_without_a_title_is_no_chapter(time, tmp_path):
    """12:34 became a chapter at 12:03 that was called 4."""
    path = tmp_path / "description.txt"
    path.write_text(f"0:00 Intro\n{time}\n", encoding="utf-8")

    assert read_chapters(path) == (GivenChapter(0.0, "Intro"),)


def test_the_information_of_yt_dlp_is_read(tmp_path):
    path = tmp_path / "video.info.json"
    chapter = {"start_time": 0.0, "end_time": 9.5, "title": "Intro"}
    path.write_text(json.dumps({"id": "x", "chapters": [chapter]}), encoding="utf-8")

    assert read_chapters(path) == (GivenChapter(0.0, "Intro", 9.5),)
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(InputError, match="holds no chapters"):
        read_chapters(path)


@given(data=st.text(max_size=200) | st.sampled_from([";FFMETADATA1\n[CHAPTER]\nSTART=x", "<psc:"]))
def test_any_file_of_chapters_is_read_or_refused(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("given") / "file"
    path.write_bytes(data.encode("utf-8", "surrogatepass"))
    try:
        starts = [each.start_seconds for each in read_chapters(path)]
    except EmbedKcpdError:
        return
    assert starts == sorted(starts)


@pytest.mark.parametrize("value", ["", "5 parsecs", "-3min", "0s", "min", "1:30", "nan", "3min x"])
def test_what_is_no_duration_is_refused(value):
    with pytest.raises(OptionsError, match="duration"):
        duration_seconds(value)


@given(seconds=st.floats(0, 360_000))
def test_times_are_written_as_they_are(seconds):
    parts = clock(seconds).split(":")
    exact = exact_clock(seconds).split(":")

    assert sum(int(part) * 60**n for n, part in enumerate(reversed(parts))) == int(seconds)
    whole = sum(float(part) * 60**n for n, part in enumerate(reversed(exact)))
    assert whole == pytest.approx(seconds, abs=0.001)


def test_key_words_of_a_page_have_the_comma_of_their_script(encoder):
    """Arabic ones had a Western comma between them."""
    words = (("فول", "بازلاء"), ("大豆", "豌豆"), ("beans", "peas"))
    made = chapters(PANEL, Settings(encoder=encoder, granularity=SegmentCount(3)))
    said = zip(made.chapters, words, strict=True)
    titled = replace(made, chapters=tuple(replace(each, keywords=two) for each, two in said))

    page = as_html(titled)

    assert all(shown in page for shown in ("فول، بازلاء", "大豆、豌豆", "beans, peas"))


@pytest.mark.parametrize("link", ["javascript:alert(1)", 'a.mp3" onerror="x', "http://[", "data:x"])
def test_an_address_that_no_page_should_hold_is_refused(link):
    with pytest.raises(OptionsError, match="no address of a recording"):
        check_link(link)


def test_a_link_replaces_the_time_it_had():
    assert timed_link("https://youtu.be/a?t=5s&x=1", 9.9) == "https://youtu.be/a?x=1&t=9s"
    assert timed_link("talk.mp3#t=5", 9.9) == "talk.mp3#t=9"


def test_a_recording_of_hours_is_not_cut_again_inside_its_chapters(encoder):
    """Recordings joined to three hours had up to 181 chapters where people made 44."""
    said = " ".join(["word"] * 40) + "."
    cues = [Piece(said, Place(None, 20.0 * n, 20.0 * n + 20.0)) for n in range(len(stream()))]
    long = Document("long.srt", "srt", DocumentKind.recording, tuple(cues))
    made = chapters(long, Settings(encoder=encoder), vectors=stream())

    assert [chapter.start_unit for chapter in made.chapters] == list(range(0, 384, 32))
    assert made.result.explain().rule != FROM_SECTIONS


def test_the_strip_shows_each_chapter_where_it_lies(made):
    """Blocks tile the axis, and stand in a row of the strip, as the report's style asks."""
    strip = re.search(r'<nav class="strip".*?</nav>', time_axis(made), re.DOTALL)[0]
    blocks = re.findall(r"left:([\d.]+)%;width:([\d.]+)%", strip)
    edges = [0.0] + [float(left) + float(width) for left, width in blocks]

    assert '<div class="row own"><a ' in strip
    assert [float(left) for left, _ in blocks] == pytest.approx(edges[:-1], abs=0.02)
    assert edges[-1] == pytest.approx(100.0, abs=0.02)
