"""Mails: one alone, or the many of an mbox file.

In:  a source.
Out: a document of one piece for each mail: its subject, and below it the text.  The mails of an
     mbox are posts; a mail alone is a text that is cut where its subject changes.

The plain text of a mail is taken, its HTML where it has no other.  Attachments and the armour of
PGP are not read.  A mail of Apple Mail (``.emlx``) has its length above and a list below it.  In
an mbox a mail is what its writer says (``own_words.py``); a mail alone keeps what it quotes, which
stands nowhere else.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.utils import parseaddr

from embed_kcpd.errors import InputError
from embed_kcpd.readers.document import Document, DocumentKind
from embed_kcpd.readers.source import Source
from embed_kcpd.readers.stated_encoding import stated_encoding
from embed_kcpd.readers.streams.html_text import html_text
from embed_kcpd.readers.streams.own_words import FORWARD, html_with_quotes, own_words
from embed_kcpd.readers.streams.posts import Post, stream_document
from embed_kcpd.result.explanation import counted
from embed_kcpd.text.places import SourceSpan

MBOX_NAME, MAIL_NAME = "mbox", "mail"

_SEPARATOR = re.compile(
    rb"\AFrom [^\n]*\n|(?:(?<=\n\n)|(?<=\n\r\n))From [^\n]*\n(?=>?From |[!-9;-~]+:)"
)
"""The line before a mail: below it headers begin, which tells it from a sentence of a mail."""
_FIRST_LINE = re.compile(r"From \S+[^\n]*\d{4}[^\n]*\n")
_HEADER = re.compile(r"([!-9;-~]+):[^\n]*\n?(?:[ \t][^\n]*\n?)*")
_SURE = frozenset({"from", "date", "subject", "message-id", "received", "to"})
"""Headers of which a mail has at least three before its text."""
_LENGTH = re.compile(rb"\A([0-9]{1,10})[ \t]*\r?\n")
_SIGNED = re.compile(r"^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*\n(?:[^\n]+\n)*\n?", re.MULTILINE)
_PGP_SIGNATURE = re.compile(
    r"^-----BEGIN PGP SIGNATURE-----.*?(?:^-----END PGP SIGNATURE-----[^\n]*\n?|\Z)", re.M | re.S
)
_QUOTED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)


def is_mbox(source: Source) -> bool:
    """Whether a line "From somebody, date" stands before the headers of a mail."""
    first = _FIRST_LINE.match(source.beginning.replace("\r\n", "\n"))
    return first is not None and _has_headers(source.beginning.replace("\r\n", "\n")[first.end() :])


def is_mail(source: Source) -> bool:
    beginning = source.beginning.replace("\r\n", "\n")
    first, _, below = beginning.partition("\n")
    is_counted = first.strip().isdecimal()
    return _has_headers(below if is_counted else beginning)


def read_mbox(source: Source) -> Document:
    """Every mail of the file."""
    starts = [match.span() for match in _SEPARATOR.finditer(source.data)]
    if not starts or starts[0][0]:
        raise InputError(
            f'{source.name}, line 1: expected "From ", as every mail of an mbox begins'
        )
    ends = [begin for begin, _ in starts[1:]] + [len(source.data)]
    offsets = _Offsets(source.data)
    posts: list[Post] = []
    n_shorter = 0
    for (begin, body), end in zip(starts, ends, strict=True):
        message = message_from_bytes(_QUOTED_FROM.sub(rb"\1", source.data[body:end]))
        whole = _body(message, html_with_quotes)
        is_forward = FORWARD.match(_header(message, "Subject")) is not None
        own = own_words(whole, is_forward=is_forward)
        n_shorter += own != whole
        posts.append(_post(message, own, offsets.span(begin, end)))
    notes = [f"quotes and signatures are left out of {counted(n_shorter, 'mail')}"]
    return stream_document(source, MBOX_NAME, posts, notes=notes if n_shorter else ())


def read_mail(source: Source) -> Document:
    """The one mail of the file: a text of sentences, since as a post it would be one unit."""
    length = _LENGTH.match(source.data)
    end = length.end() + int(length[1]) if length else None
    message = message_from_bytes(source.data[length.end() if length else 0 : end])
    whole = _Offsets(source.data).span(0, len(source.data))
    post = _post(message, _body(message, html_text), whole)
    return replace(stream_document(source, MAIL_NAME, [post]), kind=DocumentKind.text)


class _Offsets:
    """From bytes to characters; bytes that are not UTF-8 are a character each."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        try:
            data.decode("utf-8")
            self._encoding = "utf-8"
        except UnicodeDecodeError:
            self._encoding = "latin-1"
        self._byte = self._character = 0

    def span(self, begin: int, end: int) -> SourceSpan:
        """The characters of these bytes; asked for in the order of the file."""
        first = self._move(begin)
        return SourceSpan(first, self._move(end))

    def _move(self, byte: int) -> int:
        self._character += len(self._data[self._byte : byte].decode(self._encoding))
        self._byte = byte
        return self._character


def _has_headers(text: str) -> bool:
    names, end = set(), 0
    while header := _HEADER.match(text, end):
        names.add(header[1].lower())
        end = header.end()
    return len(names & _SURE) >= 3


def _post(message: Message, body: str, span: SourceSpan) -> Post:
    subject = _header(message, "Subject")
    sender = parseaddr(_header(message, "From"))
    return Post(
        text=f"{subject}\n\n{body}" if subject and body else subject or body,
        written_date=_header(message, "Date") or None,
        span=span,
        author=sender[0].strip() or sender[1] or None,
        name=_header(message, "Message-ID") or None,
        reply_to=_replied(message),
    )


def _replied(message: Message) -> str | None:
    """The mail this one answers: as it says, or the last one it refers to."""
    named = _header(message, "In-Reply-To").split() or _header(message, "References").split()
    return named[-1] if named else None


def _header(message: Message, name: str) -> str:
    """A header as text on one line; encoded words that cannot be decoded stay as they are."""
    value = str(message.get(name, ""))
    with suppress(ValueError, LookupError, MessageError):
        value = str(make_header(decode_header(value)))
    return " ".join(value.split())


def _body(message: Message, from_html: Callable[[str], str]) -> str:
    """The plain text of a mail, or its HTML as text."""
    try:
        parts = list(_text_parts(message))
    except RecursionError:
        # Thousands of parts inside each other: what they hold is no text that was written.
        return ""
    plain = [_decoded(part) for part in parts if part.get_content_subtype() == "plain"]
    plain = [_without_armour(text).strip() for text in plain]
    if any(plain):
        return "\n\n".join(filter(None, plain))
    html = [_decoded(part) for part in parts if part.get_content_subtype() == "html"]
    return "\n\n".join(map(from_html, html)).strip()


def _without_armour(text: str) -> str:
    """A text without what PGP puts above and below it."""
    if "-----BEGIN PGP SIGN" not in text:
        return text
    return _PGP_SIGNATURE.sub("", _SIGNED.sub("", text.replace("\r\n", "\n")))


def _text_parts(message: Message) -> Iterator[Message]:
    """Texts that are shown with the mail; of a mail inside the mail nothing."""
    if message.get_content_maintype() == "message":
        return
    if message.is_multipart():
        for part in message.get_payload():
            if isinstance(part, Message):
                yield from _text_parts(part)
    elif message.get_content_maintype() == "text" and not message.get_filename():
        yield message


def _decoded(part: Message) -> str:
    """The text of a part in the encoding it names; wrong bytes become U+FFFD."""
    # The library knows the name of an encoding only without blanks around it.
    transfer = str(part.get("Content-Transfer-Encoding", "")).strip()
    if transfer:
        part.replace_header("Content-Transfer-Encoding", transfer)
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return str(data or "")
    named = part.get_content_charset() or "utf-8"
    # Many a part is UTF-8 and says Latin-1.  Encodings of Japan and China write ASCII bytes only.
    encodings = (named, "utf-8") if data.isascii() else ("utf-8", named)
    for encoding in (*encodings, "cp1252"):
        try:
            return data.decode(stated_encoding(encoding))
        except (UnicodeDecodeError, LookupError, ValueError):
            continue
    return data.decode("utf-8", "replace")
