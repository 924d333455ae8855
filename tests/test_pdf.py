"""PDF files to pieces: pages, outline, running heads, hyphens."""

import builtins
import os
import random
import subprocess
import sys

import pytest

from embed_kcpd.errors import InputError, MissingExtraError
from embed_kcpd.readers import read_source
from embed_kcpd.readers.source import Source, source_at
from embed_kcpd.readers.texts.pages import PARTED, PageLine, page_blocks, without_running_heads
from embed_kcpd.readers.texts.pdf import heading_lines
from reader_files import changed, read_or_refuse, real_files

FULL = "a line of the usual length that goes on to the right edge of the page"


def lines(*texts, page=1):
    return [PageLine(text, page, 0, len(text)) for text in texts]


def blocks(*texts):
    return [block.text for block in page_blocks([lines(*texts)])]


def real(name):
    (path,) = [path for path in real_files("pdf", ending=".pdf") if path.name == name]
    return read_source(source_at(str(path)))


def test_every_real_file_is_read_or_refused_in_one_line():
    for path in real_files("pdf"):
        assert read_or_refuse(path.read_bytes(), str(path)) is not None


def test_the_outline_gives_headings_and_their_paths():
    document = real("pdflatex-outline.pdf")

    headings = [p.text for p in document.pieces if p.place.heading]
    assert headings[:3] == ["1 Foo", "2 Bar", "3 Baz"]
    assert [p.place.headings for p in document.pieces if p.place.page == 4][-1] == ("9 Baz",)


def test_a_line_that_begins_with_a_long_number_is_compared_in_a_moment():
    """A letter and 26 digits took a minute."""
    assert heading_lines(lines("A" + "1" * 100 + "-x", "A.1.2 Peas"), "Peas") == range(1, 2)


def test_a_heading_may_be_broken_into_lines():
    """The title of the outline is looked for in lines that follow one another."""
    page = lines("Text.", "3 The long title", "that goes on", "in a third line", "Text.")
    assert heading_lines(page, "The long title that goes on in a third line") == range(1, 4)
    assert heading_lines(page, "The long title that ends") == range(0)


def test_a_title_may_begin_with_an_article():
    """ "A" was taken for the letter of an appendix in the outline, but not behind a number."""
    page = lines("Text.", "3 A long title", "B Tables", "Text.")
    assert heading_lines(page, "A long title") == range(1, 2)
    assert heading_lines(page, "Tables") == range(2, 3)


def test_an_outline_that_does_not_fit_is_told():
    assert any("27 of 27 entries" in note for note in real("mistitled_outlines_example.pdf").notes)


def test_page_numbers_are_left_out_and_sentences_go_over_pages():
    document = real("pdflatex-4-pages.pdf")

    assert [p.place.page for p in document.pieces] == [1, 2, 3, 4]
    assert document.notes == ("4 running heads and page numbers are left out",)
    assert document.pieces[0].text.endswith("you will get no information.")


def test_hyphens_at_the_ends_of_lines_are_undone():
    text = real("multicolumn.pdf").text

    assert "consectetuer adipiscing elit" in text
    assert "Two-Column" in text
    assert "\ufffe" not in text


@pytest.mark.parametrize(
    ("first", "second", "joined"),
    [
        ("exam" + PARTED, "ple", "example"),
        ("exam-", "ple", "example"),
        ("well-", "known", "well-known"),
        ("Schwarz" + PARTED, "Weiß", "Schwarz-Weiß"),
        ("one -", "two", "one - two"),
    ],
)
def test_a_parted_word_is_joined_as_the_document_writes_it(first, second, joined):
    said = blocks(f"{FULL} {first}", f"{second} and a well-known end")

    assert said == [f"{FULL} {joined} and a well-known end"]


def test_a_short_line_ends_a_paragraph():
    assert blocks(FULL, "end.", f"Next {FULL}", "Title", f"Then {FULL}") == [
        f"{FULL} end.",
        f"Next {FULL} Title",
        f"Then {FULL}",
    ]


def test_running_heads_stand_at_the_same_place_of_many_pages():
    """Also where left and right pages differ, and where only the number tells them."""
    pages = [
        lines(
            f"{n + 40} THE BOOK" if n % 2 else f"{n}. CHAPTER OF THIS PAGE {n + 40}",
            f"the first line of page {'abcdefgh'[n]}",
            f"another line {'hgfedcba'[n]}",
            f"and the last {'xyzuvwst'[n]}",
            page=n,
        )
        for n in range(1, 8)
    ]

    bodies = without_running_heads(pages)

    assert all(len(body) == 3 for body in bodies)
    assert all("line" in body[0].text for body in bodies)


def test_a_page_that_only_repeats_keeps_its_lines():
    pages = [lines("The same.", page=n) for n in range(1, 6)]

    assert without_running_heads(pages) == pages


def test_two_pages_have_no_running_heads():
    pages = [lines("Head", "Body", page=1), lines("Head", "More", page=2)]

    assert without_running_heads(pages) == pages


def test_what_is_no_pdf_is_refused_in_one_line():
    with pytest.raises(InputError, match=r"a.pdf cannot be read as PDF: .+"):
        read_source(Source("a.pdf", b"%PDF-1.4 and no more"))


def test_a_text_about_pdf_is_a_text():
    assert read_source(Source("a.txt", b"A PDF begins with %PDF-1.4.")).format == "text"


def test_the_missing_extra_is_named(monkeypatch):
    real_import = builtins.__import__

    def without(name, *arguments, **options):
        if name == "pypdfium2":
            raise ImportError
        return real_import(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtraError, match=r"embed-kcpd\[pdf\]"):
        read_source(Source("a.pdf", b"%PDF-1.4"))


def test_changed_files_are_read_or_refused():
    draw = random.Random(9)
    for path in real_files("pdf", ending=".pdf"):
        if path.stat().st_size < 100_000:
            for _ in range(4):
                read_or_refuse(changed(draw, path.read_bytes()), "a.pdf", "pdf")


PDF_FORK = """
import os, sys, threading

from embed_kcpd.readers import read_source
from embed_kcpd.readers.source import source_at
from embed_kcpd.readers.texts import pdf

extract, reading = pdf._extracted, threading.Event()

def slow(source):
    reading.set()
    threading.Event().wait(0.3)
    return extract(source)

pdf._extracted = slow
thread = threading.Thread(target=read_source, args=(source_at(sys.argv[1]),))
thread.start()
reading.wait()
child = os.fork()
pieces = len(read_source(source_at(sys.argv[1])).pieces)
if child == 0:
    os._exit(0 if pieces else 1)
thread.join()
print(os.waitpid(child, 0)[1], pieces > 0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no forks")
def test_a_process_forked_while_a_file_is_read_can_read_too():
    (path,) = [p for p in real_files("pdf", ending=".pdf") if p.name == "pdflatex-outline.pdf"]

    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PDF_FORK, str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert done.stdout == "0 True\n", done.stderr
