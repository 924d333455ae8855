"""Summaries of a chat model, against a server that answers and one that does not."""

import json

import pytest

from embed_kcpd import Settings
from embed_kcpd.annotations.summaries import (
    MOST_CHARACTERS,
    chat_summaries,
    cleaned_summary,
    summary_prompt,
)
from embed_kcpd.chapters import chapters_of
from embed_kcpd.chapters.formats.listing import as_listing
from embed_kcpd.chapters.report.page import as_html
from embed_kcpd.errors import EndpointError
from embed_kcpd.granularity.fixed import SegmentCount
from embed_kcpd.pipeline import segment_units
from embed_kcpd.text.places import Place
from test_chapters import PANEL
from test_endpoint import refuse, serving


def summarise(handler, body):
    """A title, or a sentence, as the prompt asks."""
    is_summary = body["messages"][0]["content"].startswith("Summarise")
    text = "Summary: They speak of *this*." if is_summary else "A <title>"
    message = {"role": "assistant", "content": text}
    handler.answer(200, {"choices": [{"index": 0, "message": message}]})


@pytest.fixture
def made(encoder):
    """Three chapters, the second without a summary."""
    places = tuple(Place(None, 20.0 * n, 20.0 * n + 20.0) for n in range(6))
    units = ["soil worms", "soil roots", "stars night", "stars comet", "bread oven", "bread salt"]
    settings = Settings(encoder=encoder, granularity=SegmentCount(3))
    result = segment_units(units, settings, places=places)
    return chapters_of(result, "talk", ("On <soil>.", "", "On bread."))


@pytest.mark.parametrize(
    ("answer", "summary"),
    [
        ("Bread is baked.", "Bread is baked."),
        ('**Summary**: "Bread\nis  baked."\n\nShall I go on?', "Bread is baked."),
        ("パンを焼く話です。", "パンを焼く話です。"),
        ("", ""),
        (" \n\n ", ""),
        ("...", ""),
        ("word " * 100, ""),
    ],
)
def test_an_answer_becomes_a_sentence_or_nothing(answer, summary):
    assert cleaned_summary(answer) == summary


def test_a_long_chapter_is_shown_in_part():
    assert len(summary_prompt("x" * 100_000)) < MOST_CHARACTERS + 300


def test_after_a_failure_there_are_no_more_summaries():
    def ask(prompt):
        if prompt.endswith("c d"):
            raise EndpointError("http://nowhere", "gone", 1)
        return "Written."

    written = chat_summaries(["a b", "c d", "e f"], ask)

    assert written.texts == ("Written.", "", "")
    assert "gone" in written.trouble


def test_summaries_stand_in_every_format_for_people(made):
    """Escaped as the format asks; a chapter without one has no empty line."""
    first, second, *_ = made.to_markdown().split("\n- ")
    assert first.endswith("\\\n  On \\<soil\\>.")
    assert "\n" not in second
    assert as_listing(made).count("\n") == as_listing(chapters_of(made.result)).count("\n") + 2
    page = as_html(made)
    assert '<p class="summary" dir="auto">On &lt;soil&gt;.</p>' in page
    assert page.count('class="summary"') == 2


def test_the_command_takes_titles_and_summaries_from_a_server(run):
    """Also for the chapters inside parts; the models stand in the provenance."""
    with serving(summarise) as server:
        models = ("--title-model", "small", "--summary-model", "large")
        address = ("--title-endpoint", server.url)
        code, out, err = run("chapters", PANEL, "--json", "--levels", 3, *models, *address)
    result = json.loads(out)
    assert code == 0
    assert err == "embed-kcpd: the text has 1 level of the 3 that were asked for\n"
    n_chapters = len(result["chapters"])
    assert {chapter["summary"] for chapter in result["chapters"]} == {"They speak of *this*."}
    assert {chapter["title"] for chapter in result["chapters"]} == {"A <title>"}
    assert _n_summaries(result["parts"] or result["chapters"]) == n_chapters
    assert result["provenance"]["summaries"] == {"model": "large", "endpoint": server.url}
    assert [body["model"] for _, _, body in server.seen].count("large") == n_chapters


def test_a_server_that_refuses_leaves_chapters_without_summaries(run):
    _, plain, _ = run("chapters", PANEL)
    with serving(refuse(400, message="no such model")) as server:
        address = ("--title-endpoint", server.url, "--summary-model", "small")
        code, out, err = run("chapters", PANEL, *address)
    assert (code, out) == (0, plain)
    assert err.startswith("0 summaries of small, then none")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "options",
    [
        ("--as", "youtube"),
        ("--existing", "cut"),
        ("--title-endpoint", "nowhere"),
    ],
)
def test_summaries_that_cannot_be_are_one_line(run, options):
    code, out, err = run("chapters", PANEL, "--summary-model", "small", *options)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


def _n_summaries(chapters):
    inside = sum(_n_summaries(chapter["children"]) for chapter in chapters)
    return inside + sum(bool(chapter["summary"]) for chapter in chapters)
