"""When a stream of posts changed its subject, and whether known events were met."""

import json
import math
import shutil
from datetime import datetime, timedelta, timezone

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from embed_kcpd import Paper, PaperRule, SegmentCount, Settings, TextScale
from embed_kcpd.errors import InputError, OptionsError
from embed_kcpd.outputs.report.axis import date_ticks
from embed_kcpd.readers import read_source
from embed_kcpd.readers.segmenting import document_settings
from embed_kcpd.readers.source import Source
from embed_kcpd.timeline import Event, read_events, score_events, timeline
from embed_kcpd.timeline.axis import histogram_bars
from embed_kcpd.timeline.chance import hit_distribution
from embed_kcpd.timeline.events import parsed_tolerance
from embed_kcpd.timeline.page import as_html
from embed_kcpd.timeline.values import as_json, as_lines
from test_pipeline import SOIL, STARS

EVIL = "<script>document.title = 'attacked'</script> \x1b[2J \ud800 $x_1$ soil worms"
START = datetime(2020, 1, 1)


def posts(texts, step=timedelta(days=10), start=START):
    records = (
        {"text": text, "date": (start + n * step).isoformat(), "author": f"<b>{n}</b>"}
        for n, text in enumerate(texts)
    )
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.fixture
def document():
    content = posts([*SOIL * 3, EVIL, *STARS * 3])
    return read_source(Source("folder/posts & more.jsonl", content.encode()))


@pytest.fixture
def made(document, encoder):
    return timeline(document, Settings(encoder=encoder, granularity=SegmentCount(2)))


def test_a_change_has_the_date_of_the_first_post_after_it(made):
    change = made.changes[0]
    soil, stars = made.periods

    assert change.unit == soil.n_posts == stars.start_unit
    assert change.date == stars.start == START + timedelta(days=10 * soil.n_posts)
    assert soil.end < stars.start
    assert change.earliest <= change.date <= change.latest
    assert 0 < change.probability <= 1
    assert change.certainty in ("sure", "likely", "a guess")
    assert made.name == "posts & more.jsonl"


def test_typical_posts_are_near_the_middle_of_their_period(made):
    for period in made.periods:
        assert len(period.central) == 3
        assert all(period.start_unit <= unit < period.end_unit for unit in period.central)
    outlier = next(unit for unit, post in enumerate(made.posts) if "script" in post)
    assert all(outlier not in period.central for period in made.periods)


def test_without_confidence_changes_have_no_interval(document, encoder):
    settings = Settings(encoder=encoder, granularity=SegmentCount(2), confidence=False)
    change = timeline(document, settings).changes[0]

    assert (change.probability, change.earliest, change.latest, change.certainty) == (None,) * 4


def test_a_document_without_dates_is_refused():
    with pytest.raises(InputError, match="has no dates, which a timeline needs; give dated posts"):
        timeline(read_source(Source("a.txt", b"One. Two.")))
    with pytest.raises(InputError, match="name their column with --time-column"):
        timeline(read_source(Source("a.csv", b"when,text\nsoon,One.\n")))


def test_one_post_and_equal_dates_make_a_timeline(encoder):
    for content in (posts(["One post."]), posts(["A post.", "Another."], timedelta(0))):
        document = read_source(Source("a.jsonl", content.encode()))
        made = timeline(document, Settings(encoder=encoder))
        assert len(made.periods) == 1
        assert "<main>" in as_html(made)
        assert json.loads(as_json(made))["changes"] == []


@pytest.mark.parametrize(
    ("step", "shown"),
    [(timedelta(days=366), "2020-01-01"), (timedelta(hours=5), "2020-01-01 00:00")],
)
def test_dates_are_as_short_as_the_stream_allows(encoder, step, shown):
    document = read_source(Source("a.jsonl", posts(SOIL, step).encode()))
    made = timeline(document, Settings(encoder=encoder))

    assert made.day(made.dates[0]) == shown


def test_a_stream_of_years_shows_years(encoder):
    content = "".join(
        f'{{"text": "{text}", "date": "{1800 + n}"}}\n' for n, text in enumerate(SOIL)
    )
    made = timeline(read_source(Source("a.jsonl", content.encode())), Settings(encoder=encoder))

    assert made.day(made.dates[0]) == "1800"


@pytest.mark.parametrize(
    ("dates", "shown"),
    [
        ([f"{1800 + n}-{n % 2 * 6 + 1:02}" for n in range(len(SOIL))], "1800-01"),
        (["2026-01-01"] * len(SOIL), "2026-01-01"),
    ],
)
def test_a_stream_of_months_shows_months_and_one_day_is_a_day(encoder, dates, shown):
    """New Year's Day alone was shown as a year, and months as their first days."""
    lines = [f'{{"text": "{t}", "date": "{d}"}}\n' for t, d in zip(SOIL, dates, strict=True)]
    made = timeline(
        read_source(Source("a.jsonl", "".join(lines).encode())), Settings(encoder=encoder)
    )

    assert made.day(made.dates[0]) == shown


def test_events_that_are_years_are_shown_as_years(encoder):
    """They stood on the page as the first of January."""
    document = read_source(Source("a.jsonl", posts(SOIL + STARS, timedelta(days=366)).encode()))
    made = timeline(document, Settings(encoder=encoder))
    events = [Event(datetime(year, 1, 1), "Harvest") for year in (2022, 2025)]

    page = as_html(made, score_events(made, events, timedelta(days=400)))
    assert "A diamond is an event" in page
    assert "diamond" not in as_html(made)

    assert "<td>2022</td>" in page
    assert "2022: Harvest" in page


@given(
    n_places=st.integers(1, 8),
    n_drawn=st.integers(0, 8),
    ranges=st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=5),
)
def test_chance_is_what_counting_all_draws_gives(n_places, n_drawn, ranges):
    """The exact distribution against every possible set of changes."""
    drawn = min(n_drawn, n_places)
    inside = [(min(a, n_places), min(b, n_places)) for a, b in ranges]

    exact = hit_distribution(inside, n_places, drawn)

    assert exact == pytest.approx(naive.hit_distribution(inside, n_places, drawn), abs=1e-12)


@pytest.mark.parametrize(("n_places", "n_drawn"), [(3000, 40), (100_000, 2000), (3000, 2990)])
def test_chance_on_a_long_stream_has_the_mean_of_the_formula(n_places, n_drawn):
    """An event is missed when all changes fall among the places that do not meet it; 2,000 changes
    of 100,000 posts took a pass over all posts for each change."""
    ranges = [(100, 160), (150, 400), (2900, 3000)]

    distribution = hit_distribution(ranges, n_places, n_drawn)

    missed = [
        math.comb(n_places - (b - a), n_drawn) / math.comb(n_places, n_drawn) for a, b in ranges
    ]
    assert distribution.sum() == pytest.approx(1.0)
    assert distribution @ np.arange(4) == pytest.approx(3 - sum(missed))


def test_events_are_met_missed_and_counted(made):
    change = made.changes[0].date
    events = [
        Event(change - timedelta(days=5), "met"),
        Event((change + timedelta(days=5)).replace(tzinfo=timezone.utc), "met too"),
        Event(START, "missed"),
    ]

    score = score_events(made, events, timedelta(days=5))
    strict = score_events(made, events, timedelta(days=4))

    assert score.nearest == (0, 0, None)
    assert (score.n_hits, score.false_alarms) == (2, ())
    assert 0 < score.by_chance < 1
    assert 0 < score.p_value < 0.2
    assert (strict.n_hits, strict.false_alarms, strict.p_value) == (0, (0,), 1.0)


def test_events_come_as_json_or_as_a_table(tmp_path):
    listed, table = tmp_path / "events.json", tmp_path / "events.csv"
    listed.write_text('[{"date": "2021", "title": "b"}, {"date": "2020-05-01", "title": "a"}]')
    table.write_text("date,title\n2021-01-01,b\n2020-05-01,a\n")

    assert read_events(listed) == read_events(table)
    assert [event.title for event in read_events(listed)] == ["a", "b"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[1]", 'event 1: expected an object with "date" and "title"'),
        ('[{"date": "soon", "title": "x"}]', "'x' has no date that can be read"),
        ("[]", "has no events"),
        ("[", "not valid JSON"),
        ("Prose.", "has no date"),
    ],
)
def test_broken_events_are_refused(tmp_path, content, message):
    path = tmp_path / "events"
    path.write_text(content)

    with pytest.raises(InputError, match=message):
        read_events(path)


def test_tolerances():
    assert parsed_tolerance("36h") == timedelta(days=1.5)
    assert parsed_tolerance(" 2W ") == timedelta(days=14)
    for text in ("", "30", "d", "-1d", "1e9d", "3 months"):
        with pytest.raises(OptionsError, match="such as 30d"):
            parsed_tolerance(text)


def test_ticks_are_few_and_inside():
    for days in (0, 0.5, 3, 40, 100, 700, 3000, 12_000, 80_000, 700_000):
        first = datetime(1, 6, 1) if days > 100_000 else datetime(1794, 2, 4, 13)
        last = first + timedelta(days=days)
        shown = date_ticks(first, last)
        assert 1 <= len(shown) <= 12
        assert all(first <= date <= last for date, _ in shown)
    assert max(histogram_bars([START, START])) == 1.0


def test_json_and_lines_say_the_same(made):
    score = score_events(made, [Event(START, "x")], timedelta(days=1))
    values = json.loads(as_json(made, score))
    lines = [line.split("\t") for line in as_lines(made).splitlines()]

    assert [period["n_posts"] for period in values["periods"]] == [int(line[2]) for line in lines]
    assert values["changes"][0]["date"].startswith(lines[1][0])
    assert values["events"]["n_hits"] == 0
    assert values["schema"]["name"] == "embed-kcpd/timeline"
    assert all(len(line) == 5 for line in lines)
    assert "\x1b" not in as_lines(made)


def test_the_page_escapes_everything_and_holds_no_script(made):
    page = as_html(made, score_events(made, [Event(START, EVIL)], timedelta(days=1)))

    assert "<script" not in page
    assert "<b>" not in page
    assert "posts &amp; more.jsonl" in page
    page.encode("utf-8")


def test_a_long_period_shows_some_of_its_posts(encoder):
    document = read_source(Source("a.jsonl", posts(SOIL * 250, timedelta(hours=1)).encode()))
    made = timeline(document, Settings(encoder=encoder, granularity=SegmentCount(1)))

    page = as_html(made)

    assert page.count("<li>") < 500
    assert "more are not shown" in page


def test_the_figure_is_the_same_every_time(made):
    pytest.importorskip("matplotlib")
    from embed_kcpd.outputs.figures import figure_bytes
    from embed_kcpd.timeline.figure import draw_timeline

    score = score_events(made, [Event(START, "x")], timedelta(days=1))
    first = figure_bytes(draw_timeline(made, score, [("other", made)]), "svg")

    assert first == figure_bytes(draw_timeline(made, score, [("other", made)]), "svg")
    assert figure_bytes(draw_timeline(made), "png").startswith(b"\x89PNG")


def test_the_command_writes_everything(run, tmp_path):
    stream, events = tmp_path / "posts.jsonl", tmp_path / "events.json"
    stream.write_text(posts([*SOIL * 3, *STARS * 3]))
    events.write_text('[{"date": "2020-05-01", "title": "a"}]')
    targets = [tmp_path / name for name in ("t.html", "t.png", "t.svg")]
    code, out, err = run(
        *("timeline", stream, "--events", events, "--tolerance", "30d", "--segments", "2"),
        *("--html", targets[0], "--png", targets[1], "--svg", targets[2]),
    )

    assert code == 0
    assert len(out.splitlines()) == 3
    assert out.splitlines()[-1].startswith("events\t")
    assert "the text is column 'text'" in err
    assert all(path.stat().st_size > 1000 for path in targets)
    code, out, _ = run("timeline", stream, "--json", "--kernel", "rbf", "--scale", "0.05")
    assert code == 0
    assert json.loads(out)["n_posts"] == len(SOIL * 3 + STARS * 3)


def test_a_tolerance_needs_events(run, tmp_path):
    (tmp_path / "posts.jsonl").write_text(posts(SOIL))

    code, _, err = run("timeline", tmp_path / "posts.jsonl", "--tolerance", "3d")

    assert code == 2
    assert "--tolerance belongs to --events" in err


def test_pointing_at_a_period_shows_its_posts(made, tmp_path):
    """In a real Chromium: no script, no request, and the panel appears."""
    sync_api = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("no Chromium here")
    path = tmp_path / "t.html"
    path.write_text(as_html(made), encoding="utf-8")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 390, "height": 700})
        complaints = []
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(path.as_uri())
        assert not page.is_visible("#p2")
        page.hover("#b2")
        assert page.is_visible("#p2")
        assert not page.is_visible("#p1")
        assert page.title().startswith("posts & more")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        # On a phone key phrases had a column of a few letters.
        wide = "document.querySelector('.overview td:last-child').clientWidth"
        assert page.evaluate(wide) >= 120
        # And the table was wider than the phone.
        box = "document.querySelector('.wide')"
        assert page.evaluate(f"{box}.scrollWidth <= {box}.clientWidth")
        assert complaints == []
        browser.close()


def test_given_vectors_are_taken(document):
    """Posts can be read by any model."""
    half = len(document.pieces) // 2
    vectors = [[1.0, 0.0]] * half + [[0.0, 1.0]] * (len(document.pieces) - half)

    assert [change.unit for change in timeline(document, vectors=vectors).changes] == [half]


def test_posts_are_never_taken_for_documents_with_sections(document, encoder):
    """Of a stream each unit is a whole post, however the rule is chosen."""
    for settings in (Settings(), Settings(granularity=TextScale(coarser=1.0))):
        assert document_settings(document, settings).granularity.sections is False
    paper = Settings(objective=Paper(), granularity=PaperRule(0.1))
    assert document_settings(document, paper).granularity == PaperRule(0.1)
