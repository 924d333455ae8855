"""Books to pieces."""

import random

import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.readers import read_source
from embed_kcpd.readers.source import Source
from reader_files import changed, changed_archive, read_or_refuse, zipped

CONTAINER = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'
PACKAGE = """<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>
<dc:title>The Garden</dc:title><dc:language>en-GB</dc:language></metadata><manifest>
<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<item id="b" href="text/two%20b.xhtml" media-type="application/xhtml+xml"/>
<item id="a" href="text/one.xhtml" media-type="application/xhtml+xml"/>
<item id="c" href="text/three.xhtml" media-type="application/xhtml+xml"/>
<item id="gone" href="text/gone.xhtml" media-type="application/xhtml+xml"/>
</manifest><spine toc="ncx"><itemref idref="nav"/><itemref idref="a"/><itemref idref="b"/>
<itemref idref="c"/><itemref idref="gone"/></spine></package>"""
NAVIGATION = """<html><body><nav epub:type="toc"><ol>
<li><a href="text/one.xhtml">Part one</a><ol><li><a href="text/two%20b.xhtml#x">Soil</a></li>
<li><a href="text/three.xhtml">Water</a></li></ol></li></ol></nav></body></html>"""
NCX = """<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://x/ncx.dtd"><ncx><navMap>
<navPoint><navLabel><text>Part one</text></navLabel><content src="text/one.xhtml"/>
<navPoint><navLabel><text>Soil</text></navLabel><content src="text/two%20b.xhtml"/></navPoint>
<navPoint><navLabel><text>Water</text></navLabel><content src="text/three.xhtml#a"/></navPoint>
</navPoint></navMap></ncx>"""
MEMBERS = {
    "mimetype": "application/epub+zip",
    "META-INF/container.xml": CONTAINER,
    "OPS/book.opf": PACKAGE,
    "OPS/nav.xhtml": NAVIGATION,
    "OPS/toc.ncx": NCX,
    "OPS/text/one.xhtml": "<html><body><h1>Part One</h1><p>Begin&nbsp;here.</p></body></html>",
    "OPS/text/two b.xhtml": "<body><h1>Soil</h1><p>Dig.</p><h2>Worms</h2><p>Many.</p></body>",
    "OPS/text/three.xhtml": "<html><body><p>Rain.</p></body></html>",
}


def book(**changes):
    return zipped({**MEMBERS, **changes})


@pytest.mark.parametrize("navigation", ["new", "old"])
def test_chapters_come_in_reading_order_under_their_headings(navigation):
    """By the navigation of EPUB 3 and the NCX of EPUB 2; a page without its title gets it."""
    package = PACKAGE if navigation == "new" else PACKAGE.replace('properties="nav"', "")

    document = read_source(Source("a.epub", book(**{"OPS/book.opf": package})))

    assert [(p.text, p.place.heading, p.place.headings) for p in document.pieces] == [
        ("Part One", 1, ("Part One",)),
        ("Begin here.", 0, ("Part One",)),
        ("Soil", 2, ("Part One", "Soil")),
        ("Dig.", 0, ("Part One", "Soil")),
        ("Worms", 3, ("Part One", "Soil", "Worms")),
        ("Many.", 0, ("Part One", "Soil", "Worms")),
        ("Water", 2, ("Part One", "Water")),
        ("Rain.", 0, ("Part One", "Water")),
    ]


def test_title_language_and_missing_pages_are_told():
    document = read_source(Source("a.epub", book()))

    assert (document.format, document.title, document.language) == ("epub", "The Garden", "en")
    assert document.notes == ("1 of 4 listed pages are not in the file",)
    assert document.pieces[1].place.span.part == "OPS/text/one.xhtml"


@pytest.mark.parametrize(
    ("member", "content", "message"),
    [
        ("META-INF/container.xml", "<container/>", "names no package file"),
        ("META-INF/container.xml", CONTAINER.replace("book", "x"), "is not in the archive"),
        ("OPS/book.opf", "<package>", "not well-formed XML"),
        ("OPS/text/one.xhtml", b"<p>\xff", "one.xhtml is not UTF-8"),
    ],
)
def test_what_is_no_book_is_refused_in_one_line(member, content, message):
    with pytest.raises(InputError, match=message) as error:
        read_source(Source("a.epub", book(**{member: content})))

    assert "\n" not in str(error.value)


def test_changed_books_are_read_or_refused():
    draw = random.Random(11)
    for _ in range(60):
        read_or_refuse(changed_archive(draw, book()), "a.epub", "epub")
        read_or_refuse(changed(draw, book()), "a.epub", "epub")


@pytest.mark.parametrize(
    ("written", "stated"),
    [("latin-1", "ISO-8859-1"), ("utf-16", "UTF-16"), ("utf-8", "UTF-16"), ("utf-8-sig", "utf-8")],
)
def test_a_page_is_decoded_as_it_says(written, stated):
    """Older books are not all UTF-8."""
    page = f'<?xml version="1.0" encoding="{stated}"?><html><body><p>Größe.</p></body></html>'
    book = zipped({**MEMBERS, "OPS/text/three.xhtml": page.encode(written)})

    assert read_source(Source("book.epub", book)).pieces[-1].text == "Größe."
