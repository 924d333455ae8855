"""Random streams of posts that are nearly right, for the fuzzer.

In:  a source of random numbers.
Out: nothing; the reader answers or refuses, and what it answers is sorted and says something.
"""

from itertools import pairwise

from embed_kcpd.readers import read_source
from embed_kcpd.readers.formats import STREAMS
from embed_kcpd.readers.source import Source

NAMES = [*[None] * 10, *(each.name for each in STREAMS)]
SAMPLES = [
    b'id,date,text\n1,2026-01-02,Second.\n2,2026-01-01,"First,\nand more."\n',
    b"when\ttext\n1/2/2026 10:00 PM\tOne.\n13/2/2026\tTwo.\n",
    b'{"id": 1, "created_at": 1700000000, "text": "One."}\n{"text": "Two.", "created_at": null}\n',
    b'[{"created_at": "2026-01-02", "text": "Two."}, {"created_at": "2026-01-01", "text": "One."}]',
    b'window.YTD.tweets.part0 = [{"tweet": {"id_str": "1", "full_text": "A &amp; B", "created_at": '
    b'"Sat Oct 11 15:50:20 +0000 2025"}}]',
    b'<?xml version="1.0"?><rss><channel><title>T</title><item><title>A &amp; B</title><pubDate>'
    b"Mon, 01 Jan 2024 12:00:00 GMT</pubDate><description><![CDATA[<p>x</p>]]></description>"
    b"</item></channel></rss>",
    b'<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A</title><updated>2024-01-01T00:00Z'
    b"</updated><content>b</content></entry></feed>",
    b'{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "title": "A"}]}',
    b"From a@b Mon Nov 16 10:00:00 2026\nFrom: A <a@b>\nDate: Mon, 16 Nov 2026 10:00:00 +0100\n"
    b"Subject: =?utf-8?q?x=C3=BC?=\nContent-Type: multipart/mixed; boundary=x\n\n--x\n"
    b"Content-Type: text/html\n\n<p>Hi\n--x--\n\nFrom a@b 2026\nSubject: y\n\nz\n",
]
PIECES = [
    b"", b"<", b">", b"&", b'"', b",", b"\t", b"\n", b"\r", b"\0", b"\xff", b"\xef\xbb\xbf", b"]]>",
    b"<![CDATA[", b"<!--", b"<!DOCTYPE x [", b"<!ENTITY a 'b'>", b"&a;", b"=?utf-8?b?", b"--x\n",
    b"{", b"}", b"[", b"null", b"1e999", b"NaN", b"\\ud800", b"\n\nFrom a 2026\n", b"31/12/26",
]  # fmt: skip


def streams(draw, _):
    data = bytearray(draw.choice(SAMPLES))
    for _ in range(draw.randrange(7)):
        at = draw.randrange(len(data) + 1)
        data[at : at + draw.choice([0, 1, 6])] = draw.choice(PIECES)
    document = read_source(Source("fuzz", bytes(data)), draw.choice(NAMES))
    dates = [piece.place.date for piece in document.pieces if piece.place.date is not None]
    assert all(earlier <= later for earlier, later in pairwise(dates))
