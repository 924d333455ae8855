"""The encoding that a file says it is written in.

In:  the name of an encoding in a page, a feed or a mail.
Out: the name of the Python codec that reads it.

Files name an encoding and use the larger one of its family: pages that say GB2312 hold characters
of GBK, pages that say Latin-1 quotation marks of Windows-1252.  The HTML standard
(https://encoding.spec.whatwg.org/#names-and-labels) has browsers read the larger one, and so it is
done here.
"""

import codecs

_LARGER = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}
"""The codec that holds all of another and more."""

_OTHER_NAMES = {"x-sjis": "cp932", "windows-31j": "cp932", "x-gbk": "gbk", "windows-874": "cp874"}
"""Names that Python does not know."""


def stated_encoding(name: str) -> str:
    """The codec for a name; a ``LookupError`` where there is none that makes text of bytes.

    >>> stated_encoding("ISO-8859-1"), stated_encoding("gb2312"), stated_encoding("UTF8")
    ('cp1252', 'gb18030', 'utf-8')
    """
    name = _OTHER_NAMES.get(name.strip().lower(), name.strip())
    try:
        codec = codecs.lookup(name).name
        # Python has codecs that make no text of bytes; only decoding something tells.
        b"a".decode(codec, "replace")
    except ValueError:
        raise LookupError(f"unknown encoding: {name!r}") from None
    return _LARGER.get(codec, codec)
