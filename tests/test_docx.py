"""Word documents to pieces."""

import random

import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.readers import DocumentKind, read_source
from embed_kcpd.readers.source import Source, source_at
from embed_kcpd.readers.texts import archive, xml_tree
from reader_files import changed, changed_archive, read_or_refuse, real_files, unzipped, zipped

NAMESPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
WORDS_BY_JUDGE = {
    "comments.docx": 1,
    "embedded-style-map.docx": 4,
    "empty.docx": 0,
    "endnotes.docx": 8,
    "external-picture.docx": 0,
    "footnote-hyperlink.docx": 1,
    "footnotes.docx": 8,
    "simple-list.docx": 2,
    "single-paragraph.docx": 4,
    "strict-format.docx": 1,
    "strikethrough.docx": 5,
    "tables.docx": 10,
    "text-box.docx": 2,
    "tiny-picture-target-base-relative.docx": 0,
    "tiny-picture.docx": 0,
    "underline.docx": 3,
    "utf8-bom.docx": 7,
}
"""Words of each file as one counts them in its pages; signs between the cells aside."""


def document(body, namespace=NAMESPACE, styles="", **members):
    root = f'<w:document xmlns:w="{namespace}"><w:body>{body}</w:body></w:document>'
    parts = {"[Content_Types].xml": "<Types/>", "word/document.xml": root}
    if styles:
        parts["word/styles.xml"] = f'<w:styles xmlns:w="{namespace}">{styles}</w:styles>'
    return zipped({**parts, **members})


def paragraph(text, properties=""):
    return f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def pieces(*arguments, **members):
    return read_source(Source("a.docx", document(*arguments, **members))).pieces


def test_real_files_have_their_words():
    for path in real_files("docx", ending=".docx"):
        read = read_source(source_at(str(path)))
        words = [word for word in read.text.split() if word != "|"]
        assert len(words) == WORDS_BY_JUDGE[path.name], path.name


@pytest.mark.parametrize("namespace", [NAMESPACE, STRICT])
def test_headings_are_known_by_style_and_outline_level(namespace):
    """A style takes the level of the one it is based on; level 10 is body text."""
    styles = (
        '<w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style>'
        '<w:style w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="H1"/></w:style>'
        '<w:style w:styleId="Loop"><w:name w:val="x"/><w:basedOn w:val="Loop"/></w:style>'
        '<w:style w:styleId="Lvl"><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>'
    )
    body = (
        paragraph("One", '<w:pStyle w:val="H1"/>')
        + paragraph("Two", '<w:pStyle w:val="Mine"/>')
        + paragraph("Three", '<w:pStyle w:val="Lvl"/>')
        + paragraph("Four", '<w:outlineLvl w:val="1"/>')
        + paragraph("Five", '<w:pStyle w:val="H1"/><w:outlineLvl w:val="9"/>')
        + paragraph("Six", '<w:pStyle w:val="Loop"/>')
    )

    own = pieces(body, namespace, styles)

    assert [piece.place.heading for piece in own] == [1, 1, 3, 2, 0, 0]
    assert own[-1].place.headings == ("Two", "Four")


def test_tables_are_whole_and_nested_ones_are_not_repeated():
    inner = f"<w:tbl><w:tr><w:tc>{paragraph('in')}</w:tc></w:tr></w:tbl>"
    cells = f"<w:tc>{paragraph('a')}</w:tc><w:tc>{paragraph('b')}{inner}</w:tc>"
    table = f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>"

    (own,) = pieces(table)

    assert (own.text, own.whole) == ("a | b in", True)


def test_a_note_continues_its_paragraph():
    reference = '<w:p><w:r><w:t>Said.</w:t><w:footnoteReference w:id="2"/></w:r></w:p>'
    note = f'<w:footnote w:id="2">{paragraph("Where.")}</w:footnote>'
    notes = f'<w:footnotes xmlns:w="{NAMESPACE}">{note}</w:footnotes>'

    own = pieces(reference + paragraph("Next."), **{"word/footnotes.xml": notes})

    assert [(p.text, p.place.continues) for p in own] == [
        ("Said.", False),
        ("Where.", True),
        ("Next.", False),
    ]
    assert own[1].place.span.part == "word/footnotes.xml"


def test_deleted_text_codes_and_fallbacks_are_not_text():
    box = f"<w:txbxContent>{paragraph('box')}</w:txbxContent>"
    body = (
        "<w:p><w:r><w:t>kept</w:t><w:tab/><w:instrText>PAGE</w:instrText></w:r>"
        "<w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins>"
        f"<w:r><AlternateContent><Choice>{box}</Choice><Fallback>{box}</Fallback></AlternateContent></w:r></w:p>"
    )

    assert [piece.text for piece in pieces(body)] == ["kept\tnew", "box"]


@pytest.mark.parametrize(
    ("mark", "shown"),
    [("<w:vanish/>", ""), ('<w:vanish w:val="0"/>', " hidden"), ("<w:webHidden/>", " hidden")],
)
def test_hidden_text_is_not_text(mark, shown):
    run = f"<w:r><w:rPr>{mark}</w:rPr><w:t> hidden</w:t></w:r>"

    assert [p.text for p in pieces(f"<w:p><w:r><w:t>kept</w:t></w:r>{run}</w:p>")] == [
        f"kept{shown}"
    ]


def test_spans_point_into_the_part():
    body = paragraph("Grüße") + paragraph("Zweiter")
    (_, second) = pieces(body)
    xml = f'<w:document xmlns:w="{NAMESPACE}"><w:body>{body}</w:body></w:document>'

    assert "Zweiter" in xml[second.place.span.start : second.place.span.end]
    assert "Grüße" not in xml[second.place.span.start : second.place.span.end]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PK\x03\x04 and no more", "is a damaged zip archive"),
        (zipped({"[Content_Types].xml": "", "word/a.xml": ""}), "without word/document.xml"),
        (zipped({"[Content_Types].xml": "", "word/document.xml": "<a"}), "not well-formed XML"),
        (zipped({"[Content_Types].xml": "", "word/document.xml": "<a/>"}), "has no body"),
        (
            zipped(
                {
                    "[Content_Types].xml": "",
                    "word/document.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
                }
            ),
            "declares XML entities",
        ),
    ],
)
def test_what_is_no_word_document_is_refused_in_one_line(data, message):
    with pytest.raises(InputError, match=message) as error:
        read_source(Source("a.docx", data), "docx")

    assert "\n" not in str(error.value)


def test_an_archive_that_unpacks_to_too_much_is_refused(monkeypatch):
    """A hundred kilobytes can hold a hundred megabytes of blanks."""
    monkeypatch.setattr(archive, "MOST_MEMBER_BYTES", 10_000)

    with pytest.raises(InputError, match="unpacks to more than this reader takes"):
        pieces(paragraph(" " * 20_000))


def test_too_many_elements_are_refused(monkeypatch):
    """Small archives can hold more elements than fit into memory."""
    monkeypatch.setattr(xml_tree, "MOST_NODES", 1000)

    with pytest.raises(InputError, match="more than 1,000 elements and texts"):
        pieces("<w:p/>" * 2000)


def test_deep_nesting_is_refused():
    with pytest.raises(InputError, match="more than 150 elements inside one another"):
        pieces("<w:sdt>" * 5000 + paragraph("x") + "</w:sdt>" * 5000)


def test_an_unknown_archive_is_refused():
    with pytest.raises(InputError, match="is a zip archive, not a plain text"):
        read_source(Source("a.zip", zipped({"a.txt": "a"})))


def test_changed_documents_are_read_or_refused():
    draw = random.Random(3)
    for path in real_files("docx", ending=".docx"):
        for _ in range(3):
            read_or_refuse(changed_archive(draw, path.read_bytes()), "a.docx", "docx")
            read_or_refuse(changed(draw, path.read_bytes()), "a.docx", "docx")


def broken(*lines):
    """A paragraph with line breaks in it."""
    runs = "<w:r><w:br/></w:r>".join(f"<w:r><w:t>{line}</w:t></w:r>" for line in lines)
    return f"<w:p>{runs}</w:p>"


MEETING = "".join(
    [
        paragraph("Garden meeting"),
        paragraph("January 5, 2024, 10:00AM"),
        paragraph("Anna Berg started transcription"),
        broken("", "Berg, Anna   0:03", "Beans climb.", "Peas do not."),
        broken("Ben   0:12", "Why?"),
        paragraph("Berg, Anna 1:02:03"),
        paragraph("Because."),
        paragraph("Anna Berg stopped transcription"),
    ]
)
OLDER_MEETING = "".join(
    [
        broken("0:0:5.100 --&gt; 0:0:8.250", "Anna Berg", "Beans climb."),
        broken("0:0:9.0 --&gt; 0:0:10.0", "Ben", "Why?"),
        paragraph("0:1:0.0 --&gt; 0:1:1.0"),
        paragraph("Anna Berg"),
        paragraph("Because."),
    ]
)


def test_the_transcript_of_a_meeting_has_speakers_and_times():
    """What Teams says of itself is no part of it."""
    read = read_source(Source("a.docx", document(MEETING)))

    assert (read.format, read.kind) == ("docx-transcript", DocumentKind.recording)
    assert read.title == "Garden meeting"
    assert [(p.place.start_seconds, p.place.speaker, p.text) for p in read.pieces] == [
        (3.0, "Berg, Anna", "Beans climb.\nPeas do not."),
        (12.0, "Ben", "Why?"),
        (3723.0, "Berg, Anna", "Because."),
    ]
    assert read.pieces[2].place.span.part == "word/document.xml"
    body = unzipped(document(MEETING))["word/document.xml"].decode()
    span = read.pieces[2].place.span
    assert "Because." in body[span.start : span.end]
    assert "Why?" not in body[span.start : span.end]


def test_the_older_transcript_of_a_meeting_has_ends_too():
    read = read_source(Source("a.docx", document(OLDER_MEETING)))

    places = [(p.place.start_seconds, p.place.end_seconds, p.place.speaker) for p in read.pieces]
    assert places == [(5.1, 8.25, "Anna Berg"), (9.0, 10.0, "Ben"), (60.0, 61.0, "Anna Berg")]
    assert [piece.text for piece in read.pieces] == ["Beans climb.", "Why?", "Because."]


@pytest.mark.parametrize(
    "lines",
    [
        ["Opening 9:00", "Tea 10:30", "Talk 11:00", "Lunch 12:00", "Talk 13:00"],
        ["Opening 9:00", "We meet.", "Tea 10:30", "There is cake.", "Lunch 12:00", "Soup."],
        ["We met at 9:00", "It rained.", "We met at 8:00", "It rained.", "We met at 7:00", "No."],
        ["A long text.", *["It goes on and on."] * 20, "Ben 0:01", "a", "Ben 0:02", "b"],
    ],
    ids=["programme", "programme with words", "falling", "few"],
)
def test_other_documents_with_times_stay_documents(lines):
    read = read_source(Source("a.docx", document("".join(map(paragraph, lines)))))

    assert (read.format, len(read.pieces)) == ("docx", len(lines))


def test_a_document_without_times_is_refused_as_a_transcript():
    with pytest.raises(InputError, match=r"^a\.docx: expected lines such as 'Anna Berg   0:12'"):
        read_source(Source("a.docx", document(paragraph("Hello."))), "docx-transcript")
