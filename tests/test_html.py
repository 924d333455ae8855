"""The report holds the whole text, safely, in one file."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from embed_kcpd import Lines, Penalty, SegmentCount, Settings, segment, segment_units
from embed_kcpd.outputs import as_html
from test_pipeline import SOIL, STARS

VOID = {"meta", "img", "rect", "path", "input"}


class Page(HTMLParser):
    """Tags in order, what they name, and the text between them."""

    def __init__(self, page):
        super().__init__()
        self.open, self.tags, self.attributes, self.text = [], [], [], []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.text(max_size=60) | st.lists(st.sampled_from(SOIL + STARS)).map(" ".join),
    name=st.text(max_size=20),
)
def test_any_text_makes_a_page_whose_tags_close(encoder, text, name):
    """Whatever the text, only our own tags are tags."""
    page = Page(as_html(segment(text, Settings(encoder=encoder)), name))

    assert set(page.tags) <= {
        *("html", "head", "meta", "title", "style", "body", "header", "h1", "p", "strong", "nav"),
        *("a", "div", "i", "b", "aside", "ol", "li", "span", "figure", "img", "svg", "rect"),
        *(
            "line",
            "text",
            "path",
            "table",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
            "script",
            "noscript",
        ),
        *("figcaption", "details", "summary", "dl", "dt", "dd", "main", "section", "h2", "h3"),
        *("footer", "input", "label", "noscript"),
    }


def test_markup_in_the_text_stays_text(encoder):
    """Neither text, title nor name can open a tag or leave an attribute."""
    evil = '<script>alert("x")</script> & "quoted" <img src=x onerror=alert(1)>'
    page = Page(
        as_html(segment_units([*SOIL, evil, evil, evil], Settings(encoder=encoder)), name=evil)
    )

    assert page.tags.count("script") == 2
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert '<script>alert("x")</script>' in "".join(page.text)


def test_nothing_is_fetched(encoder):
    """Every address in the page is a place on the page or the picture itself."""
    written = as_html(segment_units(SOIL + STARS, Settings(encoder=encoder)))
    addresses = [v for k, v in Page(written).attributes if k in {"href", "src", "srcset", "action"}]

    assert all(address.startswith(("#", "data:image/png;base64,")) for address in addresses)
    assert "default-src 'none'" in written
    assert not re.search(r"url\(|@import|https?://", written)


def test_every_sentence_title_probability_and_gain_is_on_the_page(encoder):
    """Links lead to segments that are there."""
    result = segment_units(SOIL + STARS, Settings(encoder=encoder))
    page = Page(as_html(result, "soil and stars"))
    text = " ".join("".join(page.text).split())

    assert all(sentence in text for sentence in SOIL + STARS)
    assert all(part.title in text for part in result.segments)
    assert all(f"{chance:.0%} {word}" in text for chance, word in _sure(result))
    made_how = text.split("How this was made")[1]
    assert all(f"{gain:.2f}" in made_how for gain in result.gains)
    assert all(f"{part.cost:.2f}" in made_how for part in result.segments)
    targets = {value for key, value in page.attributes if key == "id"}
    links = {value[1:] for key, value in page.attributes if key == "href"}
    assert {"s1", "s2"} <= links <= targets
    assert {f"u{unit}" for unit in range(8)} <= targets


def _sure(result):
    return zip(result.probabilities, result.certainties, strict=True)


def test_bar_and_stem_show_the_probability_and_nothing_else(encoder):
    """One mark, one meaning: a full bar is a sure boundary."""
    result = segment_units(SOIL * 3 + STARS * 3, Settings(encoder=encoder))
    written = as_html(result)
    bars = [int(value) for value in re.findall(r'<i style="width:(\d+)%">', written)]
    stems = [int(value) for value in re.findall(r'<i style="left:[\d.]+%;height:(\d+)%">', written)]

    assert bars == stems == [round(100 * chance) for chance in result.probabilities] != []


@pytest.mark.parametrize("text", ["", "One sentence.", " \n "])
def test_texts_with_nothing_to_cut_have_a_page_too(encoder, text):
    """Empty texts say so; one segment has no boundary to show."""
    written = as_html(segment(text, Settings(encoder=encoder)))

    assert ("The text is empty" in written) == (text == "")
    assert 'class="boundary"' not in written


@pytest.mark.parametrize(("text", "is_shown"), [("One sentence.", False), (" ".join(SOIL), True)])
def test_stems_are_explained_where_the_slider_can_draw_one(encoder, text, is_shown):
    """Also where the result itself is one segment."""
    result = segment(text, Settings(encoder=encoder, granularity=SegmentCount(1)))
    written = as_html(result)

    assert ("A stem stands on each boundary" in written) == is_shown
    assert ('class="stems' in written) == is_shown


def test_large_numbers_are_written_alike(encoder):
    """The contents said 1200 beside "Units 1 to 1,200"."""
    result = segment_units(
        SOIL * 300, Settings(encoder=encoder, granularity=SegmentCount(1), confidence=False)
    )
    assert '<span class="size">1,200</span>' in as_html(result)


def test_lines_stay_lines(encoder):
    """Where lines are the units their ends can be seen."""
    result = segment("\n".join(SOIL), Settings(unit=Lines(), encoder=encoder))
    assert '<p class="lines" dir="auto"><span class="u" id="u0">Soil holds' in as_html(result)


def test_characters_html_cannot_hold_are_replaced(encoder):
    """Control characters and half a surrogate pair; the page is valid UTF-8."""
    written = as_html(segment("Nul \0, bell \x07, half \ud800.", Settings(encoder=encoder)))
    assert "Nul \ufffd, bell \ufffd, half \ufffd." in written
    written.encode("utf-8")


def test_a_report_of_five_thousand_sentences_is_light(encoder):
    """The page grows by less than a kilobyte with each segment, and 60 bytes with each sentence."""
    units = [sentence for _ in range(125) for sentence in SOIL * 5 + STARS * 5]
    result = segment_units(units, Settings(encoder=encoder, granularity=Penalty(1.0)))
    written = as_html(result)

    assert len(units) == 5_000
    assert len(result.segments) >= 250
    bound = len(result.text) + 1_000 * len(result.segments) + 60 * len(units) + 250_000
    assert len(written) < bound
