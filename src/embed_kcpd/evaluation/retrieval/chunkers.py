"""Ways of chunking that need no other package: ours, and two plain ones beside it.

In:  a text and the most tokens of a chunk.
Out: the span of each chunk in characters.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

from embed_kcpd.chunks import ChunkSettings, chunk
from embed_kcpd.chunks.pieces import fitted_units
from embed_kcpd.chunks.tokens import Counter, chosen_counter
from embed_kcpd.encoders import Encoder
from embed_kcpd.text.sentences import Sentences
from embed_kcpd.text.units import Unit

Chunker = Callable[[str, int], list[tuple[int, int]]]

OURS = "embed-kcpd"


def own_chunkers(encoder: Encoder) -> dict[str, Chunker]:
    """The chunkers by name."""
    counter = chosen_counter(None, encoder)
    return {
        OURS: lambda text, most: own_spans(text, own_settings(most, encoder)),
        "whole sentences, filled up": lambda text, most: _filled(text, most, counter),
        "fixed number of tokens": lambda text, most: _fixed(text, most, counter),
    }


def own_settings(most: int, encoder: Encoder) -> ChunkSettings:
    """Ours as shipped; how probable a boundary is does not move it."""
    return ChunkSettings(max_tokens=most, encoder=encoder, confidence=False)


def own_spans(text: str, settings: ChunkSettings) -> list[tuple[int, int]]:
    """The characters of our chunks."""
    return [(each.start_char, each.end_char) for each in chunk(text, settings=settings)]


def _filled(text: str, most: int, counter: Counter) -> list[tuple[int, int]]:
    return _packed(text, Sentences().split(text), most, counter)


def _fixed(text: str, most: int, counter: Counter) -> list[tuple[int, int]]:
    words = [Unit(start, end) for start, end in pairwise(_word_edges(text))]
    return _packed(text, words, most, counter)


def _packed(text: str, units: Sequence[Unit], most: int, counter: Counter) -> list[tuple[int, int]]:
    """Units are added to a chunk until the next one would be too much."""
    edges, size = [0], 0
    for fitted in fitted_units(text, units, counter, most):
        if size and size + fitted.tokens > most:
            edges.append(fitted.unit.start)
            size = 0
        size += fitted.tokens
    return list(pairwise([*edges, len(text)]))


def _word_edges(text: str) -> list[int]:
    """Where words begin, white space going with the word before."""
    inside = [i for i in range(1, len(text)) if text[i - 1].isspace() and not text[i].isspace()]
    return [0, *inside, len(text)] if text else [0]
