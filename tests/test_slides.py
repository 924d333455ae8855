"""Presentations to pieces: PowerPoint and OpenDocument."""

import random
from collections import Counter

import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.readers import read_source
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts import archive, pptx
from reader_files import changed, changed_archive, read_or_refuse, zipped
from test_odt import document as open_document
from test_odt import flat, item, paragraph

SPACES = 'xmlns:p="p" xmlns:a="a" xmlns:mc="mc" xmlns:dgm="dgm"'
SPACES += ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'


def said(*lines):
    """The body of a shape."""
    lines = (f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in lines)
    return f"<p:txBody>{''.join(lines)}</p:txBody>"


def shape(place, *lines, body=None):
    mark = f"<p:ph {place}/>" if place is not None else ""
    properties = f"<p:nvSpPr><p:nvPr>{mark}</p:nvPr></p:nvSpPr>"
    return f"<p:sp>{properties}{said(*lines) if body is None else body}</p:sp>"


def slide(*shapes, show="1", root="sld"):
    tree = f"<p:cSld><p:spTree>{''.join(shapes)}</p:spTree></p:cSld>"
    return f'<p:{root} show="{show}" {SPACES}>{tree}</p:{root}>'


def related(*relations):
    lines = (
        f'<Relationship Id="{identity}" Type="http://x/{kind}" Target="{target}"/>'
        for identity, kind, target in relations
    )
    return f"<Relationships>{''.join(lines)}</Relationships>"


def deck(*slides, order=None, **members):
    """A presentation; ``order`` are the numbers of the files in which the slides stand."""
    order = range(1, len(slides) + 1) if order is None else order
    # The relation may stand before or behind the number, which is an "id" as well.
    listed = "".join(f'<p:sldId r:id="r{n}" id="{n + 255}"/>' for n in order)
    sections = "".join(f'<p:sldId id="{n + 255}"/>' for n in order)
    parts = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": related(("r1", "officeDocument", "ppt/presentation.xml")),
        "ppt/presentation.xml": f"<p:p {SPACES}><p:sldIdLst>{listed}</p:sldIdLst>"
        f"<p:sectionLst>{sections}</p:sectionLst></p:p>",
        "ppt/_rels/presentation.xml.rels": related(
            *((f"r{n}", "slide", f"slides/slide{n}.xml") for n in order)
        ),
        **{f"ppt/slides/slide{n}.xml": xml for n, xml in enumerate(slides, start=1)},
    }
    return zipped({**parts, **members})


def read(*slides, **options):
    return read_source(Source("a.pptx", deck(*slides, **options)))


def seen(document):
    return [(p.text, p.place.page, p.place.heading) for p in document.pieces]


TITLE = 'type="title"'
SOIL = slide(shape('idx="1"', "Dig.", "Weed."), shape(TITLE, "Soil"), shape(None, "A box."))
WATER = slide(shape(TITLE, "Water"), shape('type="body"', "Rain falls."))
NOTES = slide(shape('type="body"', "Say hello.", "Wait."), shape('type="sldNum"', "1"))
WITH_NOTES = {
    "ppt/slides/_rels/slide1.xml.rels": related(("r1", "notesSlide", "../notesSlides/notes1.xml")),
    "ppt/notesSlides/notes1.xml": NOTES,
}


def test_slides_come_in_the_order_of_the_presentation_titles_first():
    document = read(SOIL, WATER, order=[2, 1])

    assert (document.format, document.notes) == ("pptx", ())
    assert seen(document) == [
        ("Water", 1, 2),
        ("Rain falls.", 1, 0),
        ("Soil", 2, 2),
        ("Dig.\nWeed.", 2, 0),
        ("A box.", 2, 0),
    ]
    assert document.pieces[-1].place.headings == ("Soil",)
    assert document.pieces[-1].place.span.part == "ppt/slides/slide1.xml"


def test_slides_that_open_a_section_are_above_the_others():
    """By the subtitle beside the title, or by the layout."""
    opening = slide(shape('type="ctrTitle"', "Garden"), shape('type="subTitle"', "A talk"))
    layout = {
        "ppt/slides/_rels/slide3.xml.rels": related(("r9", "slideLayout", "/ppt/l/one.xml")),
        "ppt/l/one.xml": '<sldLayout type="secHead"/>',
    }

    document = read(opening, SOIL, WATER, **layout)

    levels = [(p.text, p.place.heading) for p in document.pieces if p.place.heading]
    assert levels == [("Garden", 1), ("Soil", 2), ("Water", 1)]


def test_what_the_speaker_notes_belongs_to_the_slide():
    document = read(SOIL, WATER, **WITH_NOTES)

    (note,) = [piece for piece in document.pieces if piece.place.continues]
    assert (note.text, note.place.page) == ("Say hello.\nWait.", 1)
    assert document.pieces.index(note) == 3


def test_notes_of_a_slide_that_is_a_picture_belong_to_no_other_slide():
    """They would have continued the slide before, so that no boundary could stand there."""
    relation = WITH_NOTES["ppt/slides/_rels/slide1.xml.rels"]
    members = {**WITH_NOTES, "ppt/slides/_rels/slide2.xml.rels": relation}
    del members["ppt/slides/_rels/slide1.xml.rels"]

    document = read(SOIL, slide(shape(TITLE, " ")), **members)

    note = document.pieces[-1]
    assert (note.text, note.place.page, note.place.continues) == ("Say hello.\nWait.", 2, False)


def test_hidden_and_missing_slides_are_named():
    document = read(slide(shape(TITLE, "Secret"), show="0"), WATER, order=[1, 2, 7])

    assert seen(document) == [("Water", 2, 2), ("Rain falls.", 2, 0)]
    assert document.notes == (
        "1 hidden slide is left out",
        "1 of 3 listed slides are not in the file",
    )


def test_numbers_dates_and_footers_are_not_text():
    number = '<p:txBody><a:p><a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p></p:txBody>'
    places = ("sldNum", "dt", "ftr", "hdr")
    shapes = [shape(f'type="{place}"', "x") for place in places]

    assert seen(read(slide(shape(None, body=number), shape(TITLE, "Soil"), *shapes))) == [
        ("Soil", 1, 2)
    ]


def test_groups_tables_breaks_and_fallbacks():
    cells = "".join(f"<a:tc>{said(*lines)}</a:tc>" for lines in (["a", "b"], ["c"]))
    table = f"<p:graphicFrame><a:tbl><a:tr>{cells}</a:tr></a:tbl></p:graphicFrame>"
    group = f"<p:grpSp><p:grpSp>{shape(None, 'deep')}</p:grpSp></p:grpSp>"
    broken = (
        "<p:txBody><a:p><a:r><a:t>one</a:t></a:r><a:br/><a:r><a:t>two</a:t></a:r></a:p></p:txBody>"
    )
    choice = f"<mc:Choice>{shape(None, 'once')}</mc:Choice>"
    again = f"<mc:AlternateContent>{choice}<mc:Fallback>{shape(None, 'once')}</mc:Fallback>"

    document = read(slide(table, group, shape(None, body=broken), again + "</mc:AlternateContent>"))

    assert [(p.text, p.whole) for p in document.pieces] == [
        ("a b | c", True),
        ("deep", False),
        ("one\ntwo", False),
        ("once", False),
    ]


def test_points_of_a_diagram_are_a_list():
    frame = '<p:graphicFrame><dgm:relIds r:dm="r4" r:lo="r5"/></p:graphicFrame>'
    points = "".join(
        f'<dgm:pt type="{kind}"><dgm:t><a:p><a:r><a:t>{text}</a:t></a:r></a:p></dgm:t></dgm:pt>'
        for kind, text in [("doc", ""), ("node", "Sow"), ("sibTrans", "no"), ("node", "Reap")]
    )
    members = {
        "ppt/slides/_rels/slide1.xml.rels": related(("r4", "diagramData", "../d/data1.xml")),
        "ppt/d/data1.xml": f"<dgm:m {SPACES}>{points}</dgm:m>",
    }

    assert seen(read(slide(frame), **members)) == [("Sow\nReap", 1, 0)]


@pytest.mark.parametrize(
    ("stated", "title"), [("PowerPoint Presentation", None), ("Garden", "Garden")]
)
def test_a_title_that_all_presentations_have_is_none(stated, title):
    core = f"<c><title>{stated}</title></c>"

    assert read(SOIL, **{"docProps/core.xml": core}).title == title


def test_a_slide_that_is_listed_often_is_read_once(monkeypatch):
    """Small archives could list one large slide a million times."""
    parsed = Counter()
    xml_tree = pptx.xml_tree

    def counted(archive, path):
        parsed[path] += 1
        return xml_tree(archive, path)

    monkeypatch.setattr(pptx, "xml_tree", counted)

    read(SOIL, order=[1] * 50)

    assert parsed["ppt/slides/slide1.xml"] == 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (zipped({"[Content_Types].xml": "", "ppt/a.xml": ""}), "without ppt/presentation.xml"),
        (deck("<a"), "slide1.xml is not well-formed XML"),
        (deck('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), "declares XML entities"),
    ],
)
def test_damaged_presentations_are_refused_in_one_line(data, message):
    with pytest.raises(InputError, match=message) as error:
        read_source(Source("a.pptx", data))

    assert "\n" not in str(error.value)


def test_a_document_with_a_password_is_called_so():
    """It was called an old Office document."""
    data = b"\xd0\xcf\x11\xe0" + bytes(600) + "EncryptedPackage".encode("utf-16-le")

    with pytest.raises(InputError, match=r"^a\.pptx needs a password; save it without one first$"):
        read_source(Source("a.pptx", data))


def test_a_presentation_that_unpacks_to_too_much_is_refused(monkeypatch):
    monkeypatch.setattr(archive, "MOST_BYTES", 10_000)

    with pytest.raises(InputError, match="unpacks to more than this reader takes"):
        read(*[slide(shape(None, "x" * 2000))] * 9)


def frame(kind, inside):
    return (
        f'<draw:frame presentation:class="{kind}"><draw:text-box>{inside}'
        "</draw:text-box></draw:frame>"
    )


def page(*frames, style=""):
    return f'<draw:page draw:style-name="{style}">{"".join(frames)}</draw:page>'


HIDDEN = (
    '<style:style style:name="dp2" style:family="drawing-page">'
    '<style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
)
LIST = f"<text:list>{item(paragraph('Dig.'))}</text:list>"
OPEN_SLIDES = (
    page(frame("subtitle", paragraph("A talk")), frame("title", paragraph("Garden")))
    + page(frame("title", paragraph("Secret")), style="dp2")
    + page(
        frame("title", paragraph("Soil")),
        f"<draw:g>{frame('outline', LIST)}</draw:g>",
        frame("footer", paragraph("no")),
        f"<presentation:notes>{frame('notes', paragraph('Say hello.'))}</presentation:notes>",
    )
)
OPEN = {"media_type": "application/vnd.oasis.opendocument.presentation", "kind": "presentation"}


@pytest.mark.parametrize("make", [open_document, flat])
def test_slides_of_opendocument_are_read_as_those_of_powerpoint(make):
    document = read_source(Source("a.odp", make(OPEN_SLIDES, styles=HIDDEN, **OPEN)))

    assert (document.format, document.notes) == ("odp", ("1 hidden slide is left out",))
    assert seen(document) == [
        ("Garden", 1, 1),
        ("A talk", 1, 0),
        ("Soil", 3, 2),
        ("Dig.", 3, 0),
        ("Say hello.", 3, 0),
    ]
    assert document.pieces[-1].place.continues


def test_changed_presentations_are_read_or_refused():
    draw = random.Random(7)
    slides = deck(SOIL, WATER, **WITH_NOTES)
    for _ in range(60):
        read_or_refuse(changed_archive(draw, slides), "a.pptx", "pptx")
        read_or_refuse(changed(draw, slides), "a.pptx")
        read_or_refuse(changed(draw, flat(OPEN_SLIDES, **OPEN)), "a.fodp", "odp")
