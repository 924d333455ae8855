"""Sentences that do not change when the text is edited far from them.

In:  a text.
Out: sentences that tile it.

Whether a full stop ends a sentence can depend on a quotation mark or an apostrophe thousands of
characters before it: an edit there moves every sentence after it, and with them the chunks.  So a
text is first taken apart where a sentence surely ends: at a blank line, at a mark at the end of a
line, at a mark after a long word and before a capital letter, at a full stop of Chinese or
Japanese.  What lies between is split as always.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from embed_kcpd.text.sentences import Sentences
from embed_kcpd.text.units import Unit, tiled

_CLOSING = r"[\"'”’»)\]}*_]*"
_OPENING = r"[\"'“‘«(\[{*_]*"
_NEW_LINE = r"(?:\r\n|\r(?!\n)|\n)"
_LINE_END = rf"[^\S\r\n]*{_NEW_LINE}\s*"

_SURE_END = re.compile(
    rf"{_NEW_LINE}{_LINE_END}"
    rf"|[!?…:。！？｡]{_CLOSING}{_LINE_END}"
    # Letters before a full stop: abbreviations are shorter.
    rf"|(?:(?<=[^\W_A-Z]{{3}})|(?<=[\s\"'”’»)\]}}]))\.{_CLOSING}{_LINE_END}"
    rf"|(?<=[^\W\d_A-Z]{{5}})[.!?…]+{_CLOSING}\s+(?={_OPENING}[^\W\d_a-z])"
    rf"|[。！？｡][\"'”’」』）】》〉]*"
)


@dataclass(frozen=True, slots=True)
class LocalSentences:
    """The sentences of a splitter, each found from what stands near it.

    >>> text = 'He said: "Rain is coming. Wait here'
    >>> [text[unit.start : unit.end] for unit in LocalSentences(Sentences()).split(text)]
    ['He said: "Rain is coming. ', 'Wait here']
    """

    sentences: Sentences

    def split(self, text: str) -> tuple[Unit, ...]:
        edges = [0, *(match.end() for match in _SURE_END.finditer(text)), len(text)]
        starts = [
            start + unit.start
            for start, end in pairwise(edges)
            for unit in self.sentences.split(text[start:end])
        ]
        return tiled(text, starts)
