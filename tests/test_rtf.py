r"""RTF to pieces: groups, code pages, paragraphs, tables and notes."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.errors import InputError
from embed_kcpd.readers import read_source
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.texts import rtf_flow
from embed_kcpd.readers.texts.rtf_tokens import rtf_tokens
from reader_files import changed, read_or_refuse

FONTS = (
    r"{\fonttbl{\f0\fnil\fcharset0 Times;}{\f1\fcharset204{\*\falt Arial Cyr}Arial;}"
    r"{\f2\fcharset128 Mincho;}{\f3\fcharset2 Symbol;}{\f4\fnil Other;}}"
)
STYLES = (
    r"{\stylesheet{\ql Normal;}{\s1\sbasedon0\outlinelevel0 Chapter;}{\s2\sbasedon1 Mine;}"
    r"{\s3\sbasedon0{\*\soutlvl1}heading 2;}{\*\cs10 Letter;}{\s4\sbasedon4 Loop;}{\s5 Title;}}"
)
LETTER = (
    r"{\rtf1\ansi\ansicpg1252\deff0" + FONTS + STYLES + r"{\info{\title Letter}{\author A}}"
    r"\pard\s1 Soil\par\pard Dig \b deep\b0 , \'84weed\'93.\par"
    r"\pard\ls1{\listtext\'b7\tab}Red worms\par{\listtext\'b7\tab}Pale worms\par"
    r"\trowd\pard\intbl a\cell b\par c\cell\row\pard After{\footnote\pard Why.} that.\par}"
)


WORDS = (r"\par ", r"\cell ", r"\row ", r"\u", r"\bin3 ", r"{\footnote ", r"{\*\x ", r"\intbl ")


def read(text, name="a.rtf"):
    data = text if isinstance(text, bytes) else text.encode("latin-1")
    return read_source(Source(name, data))


def said(body, header=FONTS + STYLES):
    r"""What the pieces of a body say."""
    document = read(r"{\rtf1\ansi\ansicpg1252\deff0" + header + body + "}")
    return [piece.text for piece in document.pieces]


def test_a_letter_has_its_headings_lists_tables_and_notes():
    document = read(LETTER)

    assert (document.format, document.title, document.notes) == ("rtf", "Letter", ())
    seen = [(p.text, p.place.heading, p.whole, p.place.continues) for p in document.pieces]
    assert seen == [
        ("Soil", 1, False, False),
        ("Dig deep, „weed“.", 0, False, False),
        ("Red worms\nPale worms", 0, False, False),
        ("a | b c", 0, True, False),
        ("After that.", 0, False, False),
        ("Why.", 0, False, True),
    ]


def test_a_file_is_known_by_how_it_begins():
    assert read(LETTER, name="a.doc").format == "rtf"
    assert read(r"The signature {\rtf1 in a text.", name="a.txt").format == "text"
    with pytest.raises(InputError, match=r"^a\.rtf is not RTF, which begins with {\\rtf$"):
        read_source(Source("a.rtf", b"Soil."), "rtf")


def test_headings_are_known_by_outline_level_and_style():
    body = (
        r"\pard\s1 One\par\pard\s2 Two\par\pard\s3 Three\par\pard\s4 Four\par\pard\s5 Five\par"
        r"\pard\s1\outlinelevel9 Six\par\pard\outlinelevel2 Seven\par\pard Eight\par"
    )
    document = read(r"{\rtf1" + STYLES + body + "}")

    assert [piece.place.heading for piece in document.pieces] == [1, 1, 2, 0, 1, 0, 3, 0]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (r"\'e9t\'e9 \f1\'ec\'e8\'f0 \f0\'e9", "été мир é"),
        (r"{\f1\'ec}\'e9", "мé"),
        (r"\f1\'ec\plain\'ec", "мì"),
        (r"\f2\'93\'fa\'96\'7b \'83A\'83\\", "日本 アソ"),
        (r"\f2\'93" + "\r\n" + r"\'fa", "日"),
        (r"\f9\'e9\f4\'e9", "éé"),
        (r"raw " + "\xe9", "raw é"),
        (r"\f1 raw " + "\xec", "raw м"),
    ],
)
def test_bytes_are_read_in_the_code_page_of_their_font(body, text):
    assert said(body) == [text]


@pytest.mark.parametrize(
    ("page", "data", "text"),
    [
        (r"\ansi\ansicpg1251", rb"\'ec\'e8\'f0", "мир"),
        (r"\ansi\ansicpg936", rb"\'c4\'e3\'ba\'c3", "你好"),
        (r"\ansi\ansicpg950", rb"\'a7A", "你"),
        (r"\ansi\ansicpg65001", "été".encode(), "été"),
        (r"\ansi\ansicpg99999", rb"\'e9", "é"),
        (r"\mac", rb"\'8e", "é"),
        (r"\pc", rb"\'82", "é"),
        (r"\pca", rb"\'82", "é"),
    ],
)
def test_bytes_are_read_in_the_code_page_of_the_file(page, data, text):
    assert read(rb"{\rtf1" + page.encode() + b" " + data + b"}").text == text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (r"\u26085?\u26412?", "日本"),
        (r"\u-4064?", "\uf020"),
        (r"\u-10180?\u-8433?", "🌏"),
        (r"\u127758?", "🌎"),
        (r"\u-10180?x", "\ufffdx"),
        (r"{\uc2\u233 ab}c\u233 de", "écée"),
        (r"\uc0\u233 a", "éa"),
        (r"\uc3\u233\'61\'62\'63d", "éd"),
        (r"\uc2\u233\'61b\'63", "éc"),
        (r"\u8212\emdash x", "—x"),
        (r"{\u233}x", "éx"),
        (r"\u0 \u9999999999?x", "x"),
        (r"\uc-5\u233 x", "éx"),
    ],
)
def test_unicode_is_written_as_numbers(body, text):
    """What stands behind a number repeats it for programs that do not know it."""
    assert said(body) == [text]


def test_signs_have_words_of_their_own():
    body = r"\{a\}\\ b\~c\-d\_e\tab\lquote f\rquote\ldblquote g\rdblquote\endash\emdash"

    assert said(body) == ["{a}\\ b\u00a0cd\u2011e\t‘f’“g”–—"]
    assert said(r"\bullet h\line i\page j") == ["•h\ni\nj"]


def test_paragraphs_end_at_their_marks():
    assert said("a\\par b\\\nc\\sect d\r\ne") == ["a", "b", "c", "de"]


def test_what_is_no_text_of_the_document_is_left_out():
    body = (
        r"{\header top}{\footerf end}{\pict\wmetafile8 0123abc}{\*\unknown x}{\*\bkmkstart y}"
        r"{\colortbl;\red0;}kept{\v hidden}\v more\v0 {\deleted gone}\mvf moved\plain , too"
        r"{\field{\*\fldinst HYPERLINK x}{\fldrslt  link}}{\field{\fldinst PAGE}}{\xe Soil}"
        r"{\object{\*\objdata 00}{\result pic}}{\*\annotation remark}{\listtext 1.}"
        r"{\info{\keywords k}}{\upr{.}{\*\ud!}}"
    )

    assert said(body) == ["kept, too link."]


def test_binary_data_is_passed_over():
    body = rb"{\rtf1 a{\pict\bin7 }}{{\par}b\bin3 \}}c\bin-5 d}"

    assert read(body).text == "abcd"


def test_text_boxes_come_after_their_paragraph_and_once():
    box = r"{\shp{\*\shpinst{\sp{\sn a}{\sv b}}{\shptxt\pard one\par two\par}}{\shprslt one}}"
    old = r"{\*\do\dobxpage{\dptxbx{\dptxbxtext\pard three\par}}}"

    assert said(rf"be{box}{old}fore\par after") == ["before", "one", "two", "three", "after"]


def test_a_note_belongs_to_its_paragraph():
    starred = r"{\super\chftn{\*\footnote\chftn\pard\plain One.\par Two.}}"
    document = read(r"{\rtf1\pard\s1\outlinelevel0 Soil" + starred + r"\par\pard Next.\par}")

    assert [(p.text, p.place.heading, p.place.continues) for p in document.pieces] == [
        ("Soil", 1, False),
        ("One.\nTwo.", 0, True),
        ("Next.", 0, False),
    ]


def test_a_note_inside_a_note_is_a_paragraph_of_it():
    """Notes of notes were joined again at each level: their text grew with its square."""
    document = read(r"{\rtf1 a{\footnote b{\footnote c}d{\shptxt e}}f\par g}")

    assert [(p.text, p.place.continues) for p in document.pieces] == [
        ("af", False),
        ("b\ncd\ne", True),
        ("g", False),
    ]


def test_tables_are_whole_with_the_notes_and_inner_tables_in_them():
    body = (
        r"\trowd\cellx9\pard\intbl a{\footnote why}\cell\pard\intbl b\cell\row"
        r"\pard\intbl\itap2 c\nestcell d\nestcell{\*\nesttableprops\nestrow}{\nonesttables\par}"
        r"\pard\intbl e\cell\cell\row\pard after\par"
    )
    document = read(r"{\rtf1" + body + "}")

    assert [(p.text, p.whole, p.place.continues) for p in document.pieces] == [
        ("a | b\nc d e | ", True, False),
        ("why", False, True),
        ("after", False, False),
    ]


def test_a_note_in_an_empty_cell_is_not_lost():
    assert said(r"\intbl{\footnote why}\par\pard after\par") == ["why", "after"]


def test_a_table_needs_no_word_that_announces_it():
    assert said(r"a\cell b\cell\row c\par") == ["a | b", "c"]


def test_a_file_of_a_mac_has_its_fonts_without_groups_and_backslashes_for_paragraphs():
    fonts = r"{\fonttbl\f0\fnil\fcharset0 Neue;\f1\fswiss\fcharset204 Helvetica;}"
    text = "\\pard\\f0 \\'e9\\f1 \\'ec\\\n\\\n"
    body = text + "\\itap1\\trowd\n\\pard\\intbl\\itap1 a\\cell \\row\n\\pard b"

    assert said(body, header=fonts) == ["éм", "a", "b"]


def test_spans_point_into_the_file():
    (first, *_) = read(LETTER).pieces

    assert LETTER[first.place.span.start : first.place.span.end] == "Soil"


@pytest.mark.parametrize(
    "text", [r"{\rtf1 a{\b b\par c", r"{\rtf1 a{\footnote b", r"{\rtf1 a{\shptxt b"]
)
def test_a_file_that_was_cut_off_says_so(text):
    document = read(text)

    assert "a" in document.text
    assert "b" in document.text
    assert document.notes == ("the file ends inside a group: its end is missing",)


@pytest.mark.parametrize("text", [r"{\rtf1 a}}}} b\par c}", "{\\rtf1 a} b\\par c"])
def test_braces_too_many_end_nothing(text):
    assert [piece.text for piece in read(text).pieces] == ["a b", "c"]


@pytest.mark.parametrize("unit", ["{", "{\\footnote a", "{\\shptxt a", "}", "{\\*\\x", "{\\v{"])
def test_braces_in_their_thousands_are_followed(unit):
    r"""No group is too deep, and none is followed by a call of its own."""
    document = read("{\\rtf1 Soil.\\par " + unit * 20_000)

    assert document.pieces[0].text == "Soil."


def n_steps(data, monkeypatch):
    """How many tokens are taken, and how many characters are joined to paragraphs."""
    joined, tokens = [], 0
    join = rtf_flow.joined
    monkeypatch.setattr(rtf_flow, "joined", lambda parts: joined.append(len(parts)) or join(parts))
    for _ in rtf_tokens(data):
        tokens += 1
    read(data)
    monkeypatch.undo()
    return tokens + sum(joined)


@pytest.mark.parametrize(
    "unit",
    [
        r"a\par ",
        r"{\b\'e9\u233 ?",
        r"{\footnote b}",
        r"\trowd\intbl c\cell\row ",
        r"{\s1 x",
        r"\'",
        "\\",
        r"{\stylesheet{\s1 y;}}\s1 z\par ",
    ],
)
def test_steps_grow_with_the_length_of_the_file(unit, monkeypatch):
    short, long = (
        n_steps(b"{\\rtf1 " + unit.encode() * times + b"}", monkeypatch) for times in (200, 2000)
    )

    assert long <= 11 * short


def test_styles_based_on_one_another_are_followed_once():
    """Ten thousand styles in one chain took fifty million steps."""
    chain = "".join(rf"{{\s{n}\sbasedon{n + 1} x;}}" for n in range(1, 10_000))
    last = r"{\s10000\outlinelevel3 y;}"

    document = read(r"{\rtf1{\stylesheet" + chain + last + r"}\s1 Soil\par}")

    assert document.pieces[0].place.heading == 4


@given(st.lists(st.sampled_from([*"{}\\'*; \nauv0-19\xe9", *WORDS]), max_size=200).map("".join))
def test_whatever_follows_the_signature_is_read(body):
    document = read("{\\rtf1" + body)

    assert all(piece.text.strip() for piece in document.pieces)
    document.text.encode()


def test_changed_files_are_read_or_refused():
    draw = random.Random(11)
    for _ in range(200):
        read_or_refuse(changed(draw, LETTER.encode("latin-1")), "a.rtf")
