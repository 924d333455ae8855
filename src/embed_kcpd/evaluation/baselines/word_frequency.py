"""How rare a word is in English.

In:  words.
Out: their information content, from 0 (every word is this one) to 1 (as rare as any listed).

Frequencies are those of wordfreq 3.1.1 (Speer 2022), merged from books (Google Books Ngrams
among them), subtitles, news and the web up to 2021; the data are under CC BY-SA 4.0.  The list
names the words of each hundredth of a factor ten: the words in bin b are ``10 ** (-b / 100)`` of
all words.
"""

import gzip
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from embed_kcpd.arrays import FloatArray
from embed_kcpd.encoders.models.carried import CarriedFiles, carried_files
from embed_kcpd.encoders.models.official import OfficialFile
from embed_kcpd.errors import EncoderError

WORDFREQ = CarriedFiles(
    name="wordfreq-en",
    files=(
        OfficialFile(
            "large_en.msgpack.gz",
            "dffae8066b78dce0a6667cf5f58e567054f902674667090a7ac8a8a44628b05c",
            1_494_836,
        ),
    ),
    wheel="wordfreq==3.1.1",
    wheel_size=56_834_549,
)

HEADER = b"\x82\xa6format\xa2cB\xa7version\x01"
"""What the list begins with: a map that says centibels, version 1."""


def information_content(words: Sequence[str]) -> FloatArray:
    """Minus the log of each word's frequency, over that of the rarest listed word.

    A word that is not listed counts 1.
    """
    contents = _contents()
    return np.array([contents.get(word, 1.0) for word in words])


@lru_cache(maxsize=1)
def _contents() -> Mapping[str, float]:
    (path,) = carried_files(WORDFREQ)
    return contents_of(word_bins(gzip.decompress(path.read_bytes())))


def contents_of(bins: Sequence[Sequence[str]]) -> Mapping[str, float]:
    """The information content of each word, given the words of each bin, most frequent first.

    >>> contents_of([[], ["the"], ["of", "and"]])
    {'the': 0.5, 'of': 1.0, 'and': 1.0}
    """
    rarest = max(len(bins) - 1, 1)
    return {word: place / rarest for place, words in enumerate(bins) for word in words}


def word_bins(data: bytes) -> list[list[str]]:
    """The words of each bin, from MessagePack: a list of a header and a list for each bin.

    >>> word_bins(b"\\x93" + HEADER + b"\\x90\\x92\\xa3the\\xa2of")
    [[], ['the', 'of']]
    """
    (count, at), bins = _length(data, 0, _ARRAY), []
    if not data.startswith(HEADER, at):
        raise EncoderError(f"{WORDFREQ.name} does not begin like a list of words by frequency")
    at += len(HEADER)
    for _ in range(count - 1):
        size, at = _length(data, at, _ARRAY)
        words = []
        for _ in range(size):
            length, at = _length(data, at, _TEXT)
            words.append(data[at : at + length].decode())
            at += length
        bins.append(words)
    return bins


@dataclass(frozen=True, slots=True)
class _Kind:
    """How MessagePack begins a kind of value: short ones in one byte, long ones in more."""

    short: int
    short_most: int
    long: Mapping[int, int]


_ARRAY = _Kind(0x90, 15, {0xDC: 2, 0xDD: 4})
_TEXT = _Kind(0xA0, 31, {0xD9: 1, 0xDA: 2})


def _length(data: bytes, at: int, kind: _Kind) -> tuple[int, int]:
    """How long the value that begins at ``at`` is, and where its content begins."""
    first = data[at]
    if kind.short <= first <= kind.short + kind.short_most:
        return first - kind.short, at + 1
    start = at + 1 + kind.long[first]
    return int.from_bytes(data[at + 1 : start], "big"), start
