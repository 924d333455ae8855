"""OpenDocument texts to pieces, packed and in one XML file."""

import random

import pytest

from embed_kcpd.errors import InputError, NotTextError
from embed_kcpd.readers import read_source
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts import archive, xml_tree
from reader_files import changed, changed_archive, read_or_refuse, zipped

SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}:1.0"'
    for name, space in {
        "office": "office",
        "text": "text",
        "table": "table",
        "draw": "drawing",
        "style": "style",
        "fo": "xsl-fo-compatible",
        "presentation": "presentation",
        "manifest": "manifest",
    }.items()
)
TEXT = "application/vnd.oasis.opendocument.text"
STYLES = (
    '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/>'
    '<style:style style:name="Title" style:family="paragraph"/>'
    '<style:style style:name="T1" style:family="text">'
    '<style:text-properties text:display="none"/></style:style>'
)


def content(body, kind="text", styles=STYLES):
    return (
        f"<office:document-content {SPACES}><office:automatic-styles>{styles}"
        f"</office:automatic-styles><office:body><office:{kind}>{body}</office:{kind}>"
        "</office:body></office:document-content>"
    )


def document(body, media_type=TEXT, kind="text", styles=STYLES, **members):
    parts = {"mimetype": media_type, "content.xml": content(body, kind, styles)}
    return zipped({**parts, **members})


def flat(body, media_type=TEXT, kind="text", styles=STYLES):
    """All of a document in one XML file."""
    meta = "<office:meta><dc:title>The garden</dc:title></office:meta>"
    return (
        f'<?xml version="1.0"?>\n<office:document {SPACES} '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/" office:mimetype="{media_type}">{meta}'
        f"<office:automatic-styles>{styles}</office:automatic-styles><office:body>"
        f"<office:{kind}>{body}</office:{kind}></office:body></office:document>"
    ).encode()


def paragraph(text, style=""):
    return f'<text:p text:style-name="{style}">{text}</text:p>'


def heading(text, level=1):
    return f'<text:h text:outline-level="{level}">{text}</text:h>'


def item(*paragraphs):
    return f"<text:list-item>{''.join(paragraphs)}</text:list-item>"


GARDEN = (
    paragraph("The garden", "P1")
    + heading("Soil", 1)
    + paragraph("Dig.")
    + heading("Worms", 2)
    + f"<text:list>{item(paragraph('Red'))}"
    + item(paragraph("Pale"), f"<text:list>{item(paragraph('Small'))}</text:list>")
    + "</text:list>"
)


def pieces(body, **members):
    return read_source(Source("a.odt", document(body, **members))).pieces


def test_headings_have_their_levels_and_lists_are_one_piece():
    own = pieces(GARDEN)

    assert [(p.text, p.place.heading, p.place.headings) for p in own] == [
        ("The garden", 1, ("The garden",)),
        ("Soil", 1, ("Soil",)),
        ("Dig.", 0, ("Soil",)),
        ("Worms", 2, ("Soil", "Worms")),
        ("Red\nPale\nSmall", 0, ("Soil", "Worms")),
    ]


def test_a_flat_file_is_read_as_the_packed_one():
    read = read_source(Source("a.fodt", flat(GARDEN)))

    assert (read.format, read.title) == ("odt", "The garden")
    assert [p.text for p in read.pieces] == [p.text for p in pieces(GARDEN)]


def test_the_title_is_that_of_the_metadata():
    meta = '<m xmlns:dc="d"><meta><dc:title> My  garden </dc:title></meta></m>'

    read = read_source(Source("a", document(GARDEN, **{"meta.xml": meta})))

    assert (read.format, read.title) == ("odt", "My garden")


def test_white_space_is_one_space_and_elements_are_more():
    """The file may be indented; two spaces, tabs and line breaks are written as elements."""
    text = 'Dig\n   <text:span> deep</text:span><text:s text:c="2"/>and<text:tab/>wide,'
    own = pieces(paragraph(f"\n {text}<text:line-break/>n\u00a0 o<text:soft-page-break/>w. "))

    assert [piece.text for piece in own] == ["Dig deep  and\twide,\nn\u00a0 ow."]


def test_an_element_stands_for_a_hundred_spaces_at_most():
    """Forty bytes could stand for gigabytes."""
    own = pieces(paragraph('a<text:s text:c="99999999"/>b<text:s text:c="999999999999"/>c'))

    assert own[0].text == f"a{' ' * 100}b c"


def test_deleted_hidden_and_foreign_text_is_not_text():
    changes = f"<text:tracked-changes><text:deletion>{paragraph('gone')}</text:deletion>"
    body = (
        f"{changes}</text:tracked-changes><text:p>kept<office:annotation>{paragraph('remark')}"
        '</office:annotation><text:span text:style-name="T1">hidden</text:span>'
        "<text:script>alert()</text:script><text:ruby><text:ruby-base> on</text:ruby-base>"
        "<text:ruby-text>above</text:ruby-text></text:ruby></text:p>"
    )

    assert [piece.text for piece in pieces(body)] == ["kept on"]


def test_a_style_of_another_family_hides_nothing():
    styles = STYLES.replace('"T1"', '"P2"')

    assert pieces(paragraph("shown", "P2"), styles=styles)[0].text == "shown"


def test_tables_are_whole_with_the_notes_behind_them():
    """A cell that is said to be repeated a million times is read once."""
    note = (
        f"<text:note><text:note-citation>1</text:note-citation><text:note-body>{paragraph('why')}"
    )
    noted = paragraph(f"b{note}</text:note-body></text:note>")
    many = 'table:number-columns-repeated="1000000"'
    row = f"<table:table-cell>{paragraph('a')}</table:table-cell><table:table-cell {many}>{noted}"
    header = f"<table:table-header-rows><table:table-row>{row}</table:table-cell></table:table-row>"
    own = pieces(f"<table:table>{header}</table:table-header-rows></table:table>")

    assert [(p.text, p.whole, p.place.continues) for p in own] == [
        ("a | b", True, False),
        ("why", False, True),
    ]


def test_boxes_and_notes_come_after_their_paragraph():
    frame = f"<draw:frame><draw:text-box>{paragraph('box')}</draw:text-box></draw:frame>"
    shape = f"<draw:custom-shape>{paragraph('shape')}</draw:custom-shape>"
    note = f"<text:note><text:note-body>{paragraph('why')}{paragraph('so')}</text:note-body>"
    own = pieces(paragraph(f"be{frame}{shape}{note}</text:note>fore") + paragraph("after"))

    assert [(p.text, p.place.continues) for p in own] == [
        ("before", False),
        ("box", False),
        ("shape", False),
        ("why\nso", True),
        ("after", False),
    ]


def test_spans_point_into_the_part():
    body = paragraph("Grüße") + paragraph("Zweiter")
    (_, second) = pieces(body)
    span = second.place.span

    assert span.part == "content.xml"
    assert "Zweiter" in content(body)[span.start : span.end]
    assert "Grüße" not in content(body)[span.start : span.end]


LOCKED = (
    f'<manifest:manifest {SPACES}><manifest:file-entry manifest:full-path="content.xml">'
    "<manifest:encryption-data/></manifest:file-entry></manifest:manifest>"
)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PK\x03\x04 and no more", "is a damaged zip archive"),
        (zipped({"mimetype": TEXT}), "without content.xml"),
        (document(GARDEN, **{"content.xml": "<a"}), "not well-formed XML"),
        (document(GARDEN, **{"content.xml": "<a/>"}), "no body of the kind office:text"),
        (document(GARDEN, **{"content.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a/>'}), "XML entities"),
        (document(GARDEN, **{"META-INF/manifest.xml": LOCKED}), "needs a password"),
        (zipped({"mimetype": TEXT, "encrypted-package": "?"}), "needs a password"),
    ],
)
def test_what_is_no_text_document_is_refused_in_one_line(data, message):
    with pytest.raises(InputError, match=message) as error:
        read_source(Source("a.odt", data), "odt")

    assert "\n" not in str(error.value)


@pytest.mark.parametrize("kind", ["spreadsheet", "graphics", "formula"])
def test_other_documents_of_the_family_are_refused(kind):
    media_type = f"application/vnd.oasis.opendocument.{kind}"

    with pytest.raises(NotTextError, match="is a zip archive, not a plain text"):
        read_source(Source("a.ods", document(GARDEN, media_type=media_type, kind=kind)))


def test_a_page_about_documents_is_a_page():
    page = b"<html><body><article><p>The root is &lt;office:document mimetype=</p></article>"

    assert read_source(Source("a.html", page)).format == "html"


def test_an_archive_that_unpacks_to_too_much_is_refused(monkeypatch):
    monkeypatch.setattr(archive, "MOST_MEMBER_BYTES", 10_000)

    with pytest.raises(InputError, match="unpacks to more than this reader takes"):
        pieces(paragraph(" " * 20_000))


@pytest.mark.parametrize("make", [document, flat])
def test_too_many_and_too_deep_elements_are_refused(make, monkeypatch):
    deep = "<text:section>" * 5000 + paragraph("x") + "</text:section>" * 5000
    with pytest.raises(InputError, match="more than 150 elements inside one another"):
        read_source(Source("a", make(deep)))

    monkeypatch.setattr(xml_tree, "MOST_NODES", 1000)
    with pytest.raises(InputError, match="more than 1,000 elements and texts"):
        read_source(Source("a", make("<text:p/>" * 2000)))


def test_changed_documents_are_read_or_refused():
    draw = random.Random(5)
    for _ in range(60):
        read_or_refuse(changed_archive(draw, document(GARDEN)), "a.odt", "odt")
        read_or_refuse(changed(draw, document(GARDEN)), "a.odt")
        read_or_refuse(changed(draw, flat(GARDEN)), "a.fodt", "odt")
