"""Titles: the words that set a segment apart from the others.

In:  the units of each segment.
Out: one short title each, the same for the same text every time.

Class-based TF-IDF with the segments as classes: a word scores its share of the segment's words
times ``log(1 + A / f)``, where f is how often the whole text has it and A is the average number
of words in a segment.  Two corrections stand in for lists of stop words: a word loses by every
other segment that has it, and long words say more than short ones.  Scripts without spaces
have no words to count; there it is every run of a few characters.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from embed_kcpd.words import is_unspaced, word_runs

WORDS_IN_TITLE = 3
SHORTEST_WORD = 3
"""Letters; in most languages shorter words say nothing by themselves."""

_RUN_LENGTHS = {2: range(2, 5), 4: range(4, 9)}
"""Characters of a run that stands in for a word, by how many make a word on average."""

Surfaces = Mapping[str, Counter[str]]
"""Each folded word with the forms it was seen in."""


def titles(segments: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The most telling words of each segment, the most telling first.

    >>> titles([["The cat sat.", "A cat ran."], ["The dog sat.", "A dog ran."]])
    ('cat', 'dog')
    """
    found = [_surfaces(units) for units in segments]
    everywhere: Counter[str] = Counter()
    spread: Counter[str] = Counter()
    for surfaces in found:
        everywhere.update({word: forms.total() for word, forms in surfaces.items()})
        spread.update(surfaces.keys())
    average = everywhere.total() / max(1, len(segments))

    def telling(word: str, n: int) -> float:
        # A run of characters that does not come back is hardly ever a word.
        count = n - 0.9 if is_unspaced(word) else n
        rarity = math.log1p(average / everywhere[word])
        own = 1 - (spread[word] - 1) / max(1, len(segments) - 1)
        return count * rarity * own * math.log2(len(word))

    return tuple(
        _title({word: telling(word, forms.total()) for word, forms in surfaces.items()}, surfaces)
        for surfaces in found
    )


def _title(scores: Mapping[str, float], surfaces: Surfaces) -> str:
    return ", ".join(_form(surfaces[word]) for word in _best(scores))


def _surfaces(units: Iterable[str]) -> Surfaces:
    surfaces: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for unit in units:
        for word in _words(unit):
            surfaces[word.casefold()][word] += 1
    return surfaces


def _words(text: str) -> Iterator[str]:
    for run, per_word in word_runs(text):
        if per_word:
            for length in _RUN_LENGTHS[per_word]:
                yield from (run[i : i + length] for i in range(len(run) - length + 1))
        elif len(run) >= SHORTEST_WORD and not run.isnumeric():
            yield run


def _best(scores: Mapping[str, float]) -> list[str]:
    """The highest scores above zero, ties in alphabetical order, none inside another."""
    best: list[str] = []
    above = (word for word, score in scores.items() if score > 0)
    for word in sorted(above, key=lambda word: (-scores[word], word)):
        if not any(word in other or other in word for other in best):
            best.append(word)
        if len(best) == WORDS_IN_TITLE:
            break
    return best


def _form(forms: Counter[str]) -> str:
    """The form seen most often; a small letter wins a tie, since any word may begin a sentence."""
    return min(forms, key=lambda form: (-forms[form], form.swapcase()))
