"""Markdown to pieces, with markdown-it-py as the judge."""

import random
import re
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from embed_kcpd.readers import read_source
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts.markdown_inline import plain_text
from reader_files import changed, read_or_refuse

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
WORDS = re.compile(r"\w+")


def pieces(text, name="a.md"):
    return read_source(Source(name, text.encode())).pieces


def judged(text):
    """Headings with levels, and the words of a page, by markdown-it-py."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    headings, words = [], Counter()
    for before, token in zip([None, *tokens], tokens, strict=False):
        said = token.content if token.type in ("fence", "code_block") else ""
        for child in token.children or ():
            breaks = child.type in ("softbreak", "hardbreak")
            is_said = child.type in ("text", "code_inline", "image")
            said += " " if breaks else child.content if is_said else ""
        if before is not None and before.type == "heading_open" and said.strip():
            headings.append((int(before.tag[1]), said.strip()))
        words.update(WORDS.findall(said))
    return headings, words


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_headings_and_words_are_those_of_a_full_parser(path):
    """Every page of this project."""
    text = path.read_text(encoding="utf-8")
    own = pieces(text)

    headings, words = judged(text)

    assert [(p.place.heading, p.text) for p in own if p.place.heading] == headings
    assert Counter(WORDS.findall("\n".join(p.text for p in own))) == words


def test_a_piece_knows_the_headings_above_it():
    text = "# Garden\n\nHello.\n\n## Soil\n\nDig.\n\n### Worms\n\nMany.\n\n## Water\n\nRain.\n"

    paths = {p.text: p.place.headings for p in pieces(text)}

    assert paths["Hello."] == ("Garden",)
    assert paths["Many."] == ("Garden", "Soil", "Worms")
    assert paths["Water"] == ("Garden", "Water")
    assert paths["Rain."] == ("Garden", "Water")


def test_underlined_lines_are_headings():
    levels = [(p.place.heading, p.text) for p in pieces("Title\n=====\n\nPart\n---\n\ntext\n")]

    assert levels == [(1, "Title"), (2, "Part"), (0, "text")]


def test_code_and_tables_are_whole():
    """What looks like a heading in code is code."""
    text = "Run:\n\n```sh\n# not a heading\n\nmake\n```\n\n| a | b |\n|---|---|\n| 1 | `x|y` |\n"

    run, code, table = pieces(text)

    assert (run.whole, code.whole, table.whole) == (False, True, True)
    assert code.text == "# not a heading\n\nmake"
    assert table.text.splitlines()[0] == "a | b"


def test_items_of_a_list_are_one_piece_of_lines():
    (items,) = pieces("- one\n- *two*\n  and more\n    - three\n")

    assert items.text == "one\ntwo and more\nthree"


def test_code_in_a_list_is_code():
    texts = [
        (p.text, p.whole) for p in pieces("1. First:\n\n   ```\n   x = 1\n   ```\n\n2. Then\n")
    ]

    assert texts == [("First:", False), ("x = 1", True), ("Then", False)]


def test_quotations_lose_their_marks():
    assert [p.text for p in pieces("> A quote\n> goes on.\n\nAfter.\n")] == [
        "A quote goes on.",
        "After.",
    ]


def test_fields_before_the_text_are_not_text():
    text = '---\ntitle: "My page"\ntags: [a]\n---\n# Head\n\nBody.\n'

    document = read_source(Source("a.md", text.encode()))

    assert document.title == "My page"
    assert [p.text for p in document.pieces] == ["Head", "Body."]
    assert document.pieces[1].place.span.start == text.index("Body.")


def test_spans_point_into_the_file():
    """With line ends of Windows, a byte order mark and emoji."""
    text = "\ufeff# Käse 🧀\r\n\r\nEin Satz.\r\n\r\n- eins\r\n- zwei\r\n"

    for piece in pieces(text):
        span = piece.place.span
        assert piece.text.split("\n")[0] in text[span.start : span.end]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("a **bold** and _slanted_ word", "a bold and slanted word"),
        ("snake_case_name stays", "snake_case_name stays"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ('[text](https://a.b/c_(d) "title") end', "text end"),
        ("![alt](a.png)", "alt"),
        ("[![badge](a.svg)](b)", "badge"),
        ("`code *stays*`", "code *stays*"),
        ("``a ` b``", "a ` b"),
        ("<b>bold</b> <https://x.y>", "bold https://x.y"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        (r"\*not\* &lt;tag&gt;", "*not* <tag>"),
        ("a[^1] note", "a note"),
        ("~~gone~~", "gone"),
    ],
)
def test_markup_inside_lines_is_left_out(source, shown):
    assert plain_text(source) == shown


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("notes.txt", "# One\n\ntext\n\n## Two\n\nmore\n", "markdown"),
        ("notes.txt", "# One\n\nSee [this](https://x.y).\n", "markdown"),
        ("standard input", "Run:\n\n```sh\nmake\n```\n", "markdown"),
        ("notes.txt", "Plain prose. Nothing else.\n\n- a dash\n- another\n", "text"),
        ("notes.txt", "#1 in the charts\n\nand #2 as well\n", "text"),
        ("notes.txt", "# only one heading\n\nand prose\n", "text"),
        ("script.py", "# One\n\nx = 1\n\n# Two\n\ny = 2\n", "text"),
        ("a.md", "no markup at all", "markdown"),
        ("empty.md", "", "markdown"),
        # Whether a page of HTML begins after them took longer than anybody waits.
        ("notes.txt", "<!-- a -->\n" * 200 + "Prose.\n", "text"),
    ],
)
def test_markdown_is_recognised_by_its_name_or_clear_evidence(name, text, form):
    assert read_source(Source(name, text.encode())).format == form


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_any_text_can_be_read(text):
    document = read_or_refuse(text.encode(), "a.md")

    assert document is None or "\0" not in text


@given(st.text(st.sampled_from("#`~|-=*_[](){}<>!\\ \n\tab1.>"), max_size=120))
def test_no_combination_of_marks_is_too_much(text):
    """Letters and digits outside targets, tags and definitions are never lost."""
    document = read_or_refuse(text.encode(), "a.md")

    assert document is not None
    for piece in document.pieces:
        assert 0 <= piece.place.span.start <= piece.place.span.end <= len(text)


def test_changed_pages_are_read():
    draw = random.Random(5)
    for path in PAGES:
        read_or_refuse(changed(draw, path.read_bytes()), "a.md")


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ("[a", "][]")])
def test_brackets_inside_brackets_take_seconds(opening, closing):
    """Where the file defines a link, what stood between each pair was compared with its name."""
    text = f"[x]: http://a.b\n\n{opening * 50_000}{closing * 50_000} [x]\n"
    started = time.process_time()

    (piece,) = read_source(Source("a.md", text.encode())).pieces

    assert piece.text.endswith(" x")
    assert time.process_time() - started < 5


@pytest.mark.parametrize("start", ["", "x", "---\ntitle: x"])
@pytest.mark.parametrize(
    "part", ["`a", "[a](", "*a _b", "<a b=", "<!-- ", "> ", "- ", "[", "](", " "]
)
def test_a_long_line_of_one_mark_takes_seconds(start, part):
    started = time.process_time()

    read_or_refuse((start + part * (200_000 // len(part)) + "x\n---\n").encode(), "a.md")

    assert time.process_time() - started < 5


def test_a_number_inside_a_paragraph_begins_no_list():
    """Only 1 may interrupt a paragraph; elsewhere any number begins a list."""
    text = "Measured on all\n13. What else was tried\n\n13. An item\n14. Another\n"
    assert [piece.text for piece in pieces(text)] == [
        "Measured on all 13. What else was tried",
        "An item\nAnother",
    ]
