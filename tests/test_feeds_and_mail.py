"""Feeds and mails to documents."""

import json
import os
import random
import time
from datetime import datetime, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.errors import EmbedKcpdError, InputError
from embed_kcpd.readers import read_source
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.streams.html_text import html_text
from embed_kcpd.readers.units import document_units
from embed_kcpd.text.sentences import Sentences

FORMATS = Path(os.environ.get("EMBED_KCPD_DATA", "")) / "formats"
needs_data = pytest.mark.skipif(
    not (FORMATS / "feeds").is_dir(), reason="EMBED_KCPD_DATA holds no formats/feeds"
)
RSS = """<?xml version="1.0"?>
<rss version="2.0"><channel><title>Garden</title><language>en</language>
<item><title>Peas</title><description>&lt;p&gt;Sow &amp;amp; wait.&lt;/p&gt;</description>
<pubDate>Tue, 02 Jan 2024 12:00:00 GMT</pubDate><guid>2</guid></item>
<item><title>Beans</title><description><![CDATA[They <b>climb</b>.]]></description>
<pubDate>Mon, 01 Jan 2024 12:00:00 GMT</pubDate><author>Ada</author></item>
</channel></rss>"""
MAIL = """From: Ada Lovelace <ada@example.org>
To: Bob <bob@example.org>
Date: Mon, 16 Nov 2026 10:00:00 +0100
Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
Message-ID: <1@example.org>
In-Reply-To: <0@example.org>

The beans climb.
"""


def document(content, name="file", format_name=None):
    data = content.encode() if isinstance(content, str) else content
    return read_source(Source(name, data), format_name)


def read_or_refused(data, name="file", format_name=None):
    """The document, or ``None`` where one line says what is wrong."""
    try:
        return document(data, name, format_name)
    except EmbedKcpdError as error:
        message = str(error)
    assert "\n" not in message
    return None


def texts(read):
    return [piece.text for piece in read.pieces]


def test_entries_of_a_feed_are_posts_from_the_oldest_to_the_newest():
    read = document(RSS)

    assert (read.format, read.title, read.language) == ("feed", "Garden", "en")
    assert texts(read) == ["Beans\n\nThey climb.", "Peas\n\nSow & wait."]
    beans, peas = (piece.place for piece in read.pieces)
    assert beans.date == datetime(2024, 1, 1, 12, tzinfo=timezone.utc)
    assert (beans.speaker, peas.name) == ("Ada", "2")
    assert RSS[beans.span.start : beans.span.end].startswith("<item><title>Beans")


def test_atom_with_text_in_xhtml():
    read = document(
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Garten</title><entry>'
        "<title>Bohnen</title><id>1</id><updated>2024-01-01T00:00:00Z</updated>"
        "<author><name>Ada</name></author>"
        '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Sie</p><p>klettern.</p>'
        "</div></content></entry></feed>"
    )

    assert texts(read) == ["Bohnen\n\nSie\nklettern."]
    assert (read.language, read.pieces[0].place.speaker) == ("de", "Ada")


def test_xhtml_of_an_entry_is_read_as_html_is():
    """Style sheets are no text, cells are apart, and what looks like a tag in the text stays."""
    read = document(
        '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Edit</title><content type="xhtml">'
        '<div xmlns="http://www.w3.org/1999/xhtml"><style>th { text-align: left }</style>'
        "<table><tr><th>Created</th><td>by Ada</td></tr></table>write &lt;b&gt; &amp;amp; wait"
        "</div></content></entry></feed>"
    )

    assert texts(read) == ["Edit\n\nCreated\nby Ada\nwrite <b> &amp; wait"]


def test_a_title_that_the_text_begins_with_is_not_repeated():
    read = document("<rss><item><title>A b.</title><description>A b. C.</description></item></rss>")

    assert texts(read) == ["A b. C."]


@pytest.mark.parametrize(
    "broken",
    [
        "junk before " + RSS,
        RSS.replace("<title>Garden</title>", "<title>Garden & Co &nbsp; &bogus; \x0b</title>"),
        RSS.replace("</channel></rss>", ""),
        RSS.replace('version="2.0"', "version=2.0"),
        RSS.replace("<item>", '<media:item media:x="1"><media:y/>').replace("item>", "media:item>"),
        RSS.replace("<title>Peas", "</b><title>Peas"),
        RSS.replace("<guid>2", "<guid note='said \"two\"' from=x>2"),
    ],
)
def test_a_broken_feed_is_mended(broken):
    read = document(broken, format_name="feed")

    assert [text.partition("\n")[2].strip() for text in texts(read)] == [
        "They climb.",
        "Sow & wait.",
    ]


@pytest.mark.parametrize(
    "part", ["a", " a", "<a", "<a>", "<a></b>", "</a>", "<?xml ", "<!DOCTYPE[", "<![CDATA[", "&"]
)
@pytest.mark.parametrize("start", ["<rss>&", "<rss>&<b "])
def test_a_long_broken_feed_is_read_or_refused_in_seconds(start, part):
    """A name of 40,000 letters without a value took a minute and a half."""
    started = time.process_time()

    read_or_refused((start + part * (100_000 // len(part)) + ">").encode(), format_name="feed")

    assert time.process_time() - started < 5


def test_an_entity_bomb_is_harmless():
    """The document type is dropped before anything is expanded."""
    levels = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 30))
    bomb = f'<!DOCTYPE rss [<!ENTITY a0 "ha">{levels}]>' + RSS.replace("Beans", "&a29;")
    started = time.process_time()
    read = document(bomb[:20] + bomb[20:], format_name="feed")

    assert time.process_time() - started < 5
    assert "hahaha" not in read.text


@pytest.mark.parametrize(
    "reference", ['<!ENTITY x SYSTEM "file:///etc/passwd">', '<!ENTITY % x "y"> %x;']
)
def test_no_file_is_fetched_for_a_feed(reference):
    read = document(f"<!DOCTYPE rss [{reference}]>" + RSS.replace("Beans", "&x;"))

    assert "root:" not in read.text


def test_what_nests_too_deeply_is_refused():
    with pytest.raises(InputError, match="deep"):
        document("<rss>" + "<a>" * 100_000, format_name="feed")


def test_other_xml_is_refused():
    with pytest.raises(InputError, match="expected a feed"):
        document("<html/>", format_name="feed")


def titled(title, encoding=""):
    said = f'<?xml version="1.0" encoding="{encoding}"?>' if encoding else ""
    return f"{said}<rss><item><title>{title}</title></item></rss>"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (titled("é", "iso-8859-1").encode("latin-1"), "é"),
        (titled("é", "utf-8").encode("utf-16"), "é"),
        (titled("“q”").encode("cp1252"), "“q”"),
        (titled("é", "nonsense").encode(), "é"),
    ],
)
def test_a_feed_is_decoded_as_it_says(data, text):
    assert texts(document(data)) == [text]


def test_json_feed():
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "Garden",
        "items": [
            {"id": "1", "content_html": "<p>They <b>climb</b>.</p>", "title": "Beans"}
            | {"date_published": "2024-01-01T00:00:00Z", "authors": [{"name": "Ada"}]},
            {"id": "2", "summary": "Short."},
        ],
    }
    read = document(json.dumps(feed))

    assert read.format == "json-feed"
    assert texts(read) == ["Beans\n\nThey climb.", "Short."]
    assert read.pieces[0].place.speaker == "Ada"
    with pytest.raises(InputError, match="item 1: expected an object"):
        document(json.dumps({**feed, "items": [1]}))
    with pytest.raises(InputError, match="list of items"):
        document(json.dumps({**feed, "items": 1}))


def test_a_feed_that_is_mended_may_have_either_quotes_around_the_other():
    broken = RSS.replace("<item>", '<item kind=\'a "good" one\' note="it\'s &LT; that">', 1)
    broken = broken.replace("Peas", "Peas & beans")

    posts = read_source(Source("feed.xml", broken.encode())).pieces

    assert posts[1].text == "Peas & beans\n\nSow & wait."


def test_a_mail_is_its_subject_and_its_text():
    read = document(MAIL.replace("\n", "\r\n"))
    place = read.pieces[0].place

    assert read.format == "mail"
    assert texts(read) == ["Grüße\n\nThe beans climb."]
    assert (place.speaker, place.name) == ("Ada Lovelace", "<1@example.org>")
    assert place.reply_to == "<0@example.org>"
    assert place.date.isoformat() == "2026-11-16T10:00:00+01:00"


def test_a_mail_alone_is_cut_into_sentences():
    """As one unit a long newsletter could not be cut at all."""
    mail = f"{MAIL}\nPeas follow. Both need water.\n"
    document = read_source(Source("a.eml", mail.encode()))

    units, places = document_units(document, Sentences("en"))

    said = [document.text[unit.start : unit.end].strip() for unit in units]
    assert said == ["Grüße", "The beans climb.", "Peas follow.", "Both need water."]
    assert {(place.date.day, place.speaker) for place in places} == {(16, "Ada Lovelace")}


def test_the_mails_of_an_mbox_are_posts():
    later = MAIL.replace("16 Nov", "17 Nov").replace("The beans", ">From the beans we")
    box = f"From ada Mon Nov 16 10:00:00 2026\n{later}\nFrom ada Mon Nov 16 10:00:00 2026\n{MAIL}"
    read = document(box)

    assert read.format == "mbox"
    assert texts(read) == ["Grüße\n\nThe beans climb.", "Grüße\n\nFrom the beans we climb."]
    first = read.pieces[0].place.span
    assert box[first.start : first.end].endswith("The beans climb.\n")


def test_a_sentence_that_begins_with_from_begins_no_mail():
    """Programs that write mbox files should mark such lines, and many do not."""
    first = "From ada@example.org Mon Nov 16 10:00:00 2026"
    mail = f"{first}\n{MAIL}\nFrom the top they hang down.\n\n"

    posts = read_source(Source("box.mbox", 2 * mail.encode()), "mbox").pieces

    assert [post.text for post in posts] == [
        "Grüße\n\nThe beans climb.\n\nFrom the top they hang down."
    ]


@pytest.mark.parametrize(
    ("stated", "written", "text"),
    [
        ("iso-2022-jp", "iso-2022-jp", "豆は登る。"),
        ("hz", "hz", "豆子攀爬。"),
        ("iso-8859-1", "cp1252", "Bohnen für „alle“"),
        ("gb2312", "gbk", "朱镕基"),
    ],
)
def test_a_mail_is_decoded_as_it_says(stated, written, text):
    """Japanese mails are ASCII bytes, which could be taken for UTF-8; GBK is called GB2312."""
    head, _, _ = MAIL.partition("\n\n")
    head += f"\nContent-Type: text/plain; charset={stated}\n\n"

    (post,) = read_source(Source("a.eml", head.encode() + text.encode(written))).pieces

    assert post.text == f"Grüße\n\n{text}"


def test_a_mail_that_says_latin_1_and_is_utf_8_is_read_as_utf_8():
    head, _, _ = MAIL.partition("\n\n")
    head += "\nContent-Type: text/plain; charset=iso-8859-1\n\n"

    (post,) = read_source(Source("a.eml", f"{head}Bohnen für alle".encode())).pieces

    assert post.text.endswith("Bohnen für alle")


def test_a_mail_with_only_html_and_an_attachment():
    mail = MAIL.partition("\n\n")[0] + (
        '\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="x"\n\n--x\n'
        "Content-Type: text/html; charset=nonsense\n\n<p>Beans</p><p>climb.</p>\n--x\n"
        'Content-Type: text/plain\nContent-Disposition: attachment; filename="a.txt"\n\nno\n--x--\n'
    )

    assert texts(document(mail)) == ["Grüße\n\nBeans\nclimb."]


def test_prose_that_looks_like_headers_is_no_mail():
    assert document("Note: a. \nSubject: b.\n\nText.").format == "text"
    assert document("From here on it rains.\n").format == "text"


def test_html_becomes_text():
    assert html_text("a<br>b<script>x()</script> <b>c</b>&eacute;") == "a\nb cé"
    assert html_text("if a < b && c > d") == "if a < b && c > d"
    assert html_text('a <script src="x"/><title/>b') == "a b"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ('<div style="display: none">Look <div>inside</div>!</div><p>Soil</p>', "Soil"),
        ('<p>Soil <span style="visibility:hidden;">x</span>lives</p>', "Soil lives"),
        ('<div style="display:none">Look <p>Soil</p>', "Look\nSoil"),
        ('<div style="display:none">Soil</div>', "Soil"),
    ],
)
def test_what_a_newsletter_hides_is_left_out(html, text):
    """Its first words for the list of mails stood above it twice; nothing else is lost."""
    assert html_text(html) == text


@pytest.mark.parametrize("part", ["<a ", '<a b="', "<a href=", "<a/", "<!--", "</", "<?", "&#"])
def test_a_long_run_of_broken_tags_takes_seconds(part):
    started = time.process_time()

    html_text("<p>x</p>" + part * (200_000 // len(part)))

    assert time.process_time() - started < 5


@needs_data
@pytest.mark.parametrize("folder", ["feeds", "mail"])
def test_every_real_file_is_read_or_refused_in_one_line(folder):
    paths = sorted(path for path in (FORMATS / folder).rglob("*") if path.is_file())
    assert len(paths) >= 20
    for path in paths:
        read = read_or_refused(path.read_bytes(), path.name)
        assert read is None or read.pieces, path
        if path.suffix in (".xml", ".mail", ".mbox"):
            assert read.format in ("feed", "mail", "mbox"), path
            assert all(piece.place.date for piece in read.pieces), path


@needs_data
def test_real_feeds_have_the_entries_that_their_makers_list():
    """Another reader's answers lie beside the feeds."""
    for path in sorted((FORMATS / "feeds").rglob("*.xml")):
        expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        read = document(path.read_bytes(), path.name)
        assert len(read.pieces) == len(expected["entries"]), path.name
        titles = {" ".join(html_text(e.get("title", "")).split()) for e in expected["entries"]}
        assert all(any(text.startswith(t[:20]) for t in titles) for text in texts(read)), path.name


SAMPLES = (RSS.encode(), MAIL.encode(), b"From a 2026\n" + MAIL.encode())


@given(st.sampled_from(SAMPLES), st.integers(0, 10**6))
def test_a_changed_feed_or_mail_is_read_or_refused(sample, seed):
    """Bytes replaced, dropped, doubled: an answer in any case, and soon."""
    draw = random.Random(seed)
    data = bytearray(sample)
    for _ in range(draw.randint(1, 12)):
        at = draw.randrange(len(data))
        data[at : at + draw.choice([0, 1, 9])] = draw.choice(
            [b"", b"<", b"&", b"\xff", b"\0", b"]]>", b"<!--", b"=?utf-8?b?", b"--x\n", b"\n"]
        )
    for format_name in (None, "feed", "mail", "mbox", "json-feed"):
        read_or_refused(bytes(data), format_name=format_name)


SIGNED = """-----BEGIN PGP SIGNED MESSAGE-----
Hash: SHA256

The beans climb.

The peas too.
-----BEGIN PGP SIGNATURE-----

iQIzBAEBCAAdFiEE1234567890
=AbCd
-----END PGP SIGNATURE-----
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("before", ["", "From a@b.c Tue Mar  5 10:01:00 2024\n"])
def test_the_armour_of_pgp_is_no_text(before, end):
    """Its letters were a segment of their own."""
    mail = f"{before}From: Ada <a@b.c>\nSubject: Garden\nDate: 5 Mar 2024\n\n{SIGNED}"

    words = document(mail.replace("\n", end)).text.split()

    assert " ".join(words) == "Garden The beans climb. The peas too."


@pytest.mark.parametrize("spaces", ["", "      "])
def test_a_mail_of_apple_mail_is_a_mail(spaces):
    """It was prose: headers, codes and a list of marks."""
    mail = "From: Ada <a@b.c>\nSubject: Garden\nDate: 5 Mar 2024\n\nThe beans climb.\n"
    written = f"{len(mail)}{spaces}\n{mail}<?xml version='1.0'?>\n<plist><dict/></plist>\n"

    read = document(written)

    assert (read.format, read.text) == ("mail", "Garden\n\nThe beans climb.")
    assert read.pieces[0].place.speaker == "Ada"


def test_a_mail_of_outlook_is_refused_as_one():
    with pytest.raises(InputError, match=r"^a\.msg is a mail of Outlook; save it as \.eml or"):
        read_source(Source("a.msg", b"\xd0\xcf\x11\xe0" + bytes(600)))
