"""The fonts of RTF: in which encoding the bytes of a text are written.

In:  the control words of the table of fonts, and those that set the code page of the file.
Out: the encoding of a font.

A font without a character set of its own is in the code page of the file.
"""

from embed_kcpd.readers.texts.rtf_encodings import WESTERN, charset_encoding, page_encoding

_PAGES = {"ansi": WESTERN, "mac": "mac-roman", "pc": "cp437", "pca": "cp850"}
"""Code pages that are set by name."""


class FontTable:
    """The encodings of fonts so far, the code page, and which font is the default."""

    def __init__(self) -> None:
        self._encodings: dict[int, str] = {}
        self._page = WESTERN
        self._number, self._default = 0, 0

    def take_word(self, word: str, number: int | None) -> None:
        """A control word of the table."""
        if word == "f":
            self._number = number or 0
        elif word in ("fcharset", "cpg"):
            named = charset_encoding if word == "fcharset" else page_encoding
            encoding = named(number or 0)
            if encoding is not None:
                self._encodings[self._number] = encoding

    def take_setting(self, word: str, number: int | None) -> None:
        """A control word outside the table, which may set the default font or the code page."""
        if word == "deff":
            self._default = number or 0
        elif word in _PAGES:
            self._page = _PAGES[word]
        elif word == "ansicpg":
            self._page = page_encoding(number or 0) or WESTERN

    def encoding(self, number: int) -> str:
        """The encoding of a font."""
        return self._encodings.get(number, self._page)

    @property
    def default_encoding(self) -> str:
        """The encoding of text for which no font was chosen."""
        return self.encoding(self._default)
