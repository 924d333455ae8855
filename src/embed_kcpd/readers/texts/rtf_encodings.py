"""The encodings of text in RTF: code pages, and the character sets of fonts.

In:  the number of a code page or of a character set.
Out: the name of the encoding that Python has for it.
"""

import codecs

WESTERN = "cp1252"

_CHARSETS = {
    0: 1252,
    77: 10000,
    128: 932,
    129: 949,
    130: 1361,
    134: 936,
    136: 950,
    161: 1253,
    162: 1254,
    163: 1258,
    177: 1255,
    178: 1256,
    186: 1257,
    204: 1251,
    222: 874,
    238: 1250,
    254: 437,
    255: 850,
}
"""The code page of each character set that Windows numbers."""

_NAMES = {10000: "mac-roman", 10007: "mac-cyrillic", 1361: "johab", 936: "gbk", 54936: "gb18030"}
"""Code pages that Python knows by another name."""


def page_encoding(page: int) -> str | None:
    """The encoding of a code page, or nothing where Python has none.

    >>> page_encoding(1251), page_encoding(10000), page_encoding(42)
    ('cp1251', 'mac-roman', None)
    """
    name = _NAMES.get(page, f"cp{page}")
    try:
        codecs.lookup(name)
    except LookupError:
        return None
    return name


def charset_encoding(charset: int) -> str | None:
    """The encoding of a character set; nothing where it is that of the document, or symbols."""
    return page_encoding(_CHARSETS[charset]) if charset in _CHARSETS else None
