"""Where words and phrases occur, counted once in a unit.

In:  the units of each segment.
Out: ``Occurrences``: the units of each word, the phrases of each segment.

A word counts as another that it continues by one or two letters (``gardens`` as ``garden``),
which needs no list of endings.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import accumulate, chain

from embed_kcpd.annotations.titles.phrases import (
    LONGEST_PIECE,
    SHORTEST_WORD,
    Phrase,
    clauses,
    phrases,
    unspaced_phrases,
)
from embed_kcpd.annotations.titles.stop_words import StopWords
from embed_kcpd.text.words import is_unspaced

_POSSESSIVE = re.compile(r"['’]s?$")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A phrase of one segment: as it is written most often, its roots, in how many units."""

    words: Phrase
    roots: Phrase
    count: int

    @property
    def text(self) -> str:
        return " ".join(self.words)


@dataclass(slots=True)
class Occurrences:
    """``units[root]`` are the units that have a word, ``segments[k]`` the candidates of k."""

    edges: Sequence[int]
    units: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    segments: list[list[Candidate]] = field(default_factory=list)


def occurrences(
    segments: Sequence[Sequence[str]], stop: StopWords, banned: AbstractSet[str]
) -> Occurrences:
    """The words and phrases of all segments; a phrase with a banned word is left out."""
    read = [[_read(unit, stop, banned) for unit in units] for units in segments]
    roots = _roots({w for units in read for unit in units for p in unit for w in _folded(p)})
    counted = Occurrences(list(accumulate(map(len, read), initial=0)))
    for number, unit in enumerate(chain.from_iterable(read)):
        for root in {roots[word] for phrase in unit for word in _folded(phrase)}:
            counted.units[root].append(number)
    written = [_written(units, roots) for units in read]
    everywhere = Counter(
        roots for by_roots in written for roots, count in by_roots.items() for _ in count.elements()
    )
    whole = {_rooted(p, roots) for units in read for unit in units for p, w in unit.items() if w}
    repeated = {phrase for phrase, n in everywhere.items() if n > 1}
    counted.segments = [_candidates(by_roots, whole, repeated) for by_roots in written]
    return counted


def _read(unit: str, stop: StopWords, banned: AbstractSet[str]) -> dict[Phrase, bool]:
    """The phrases of a unit, each once and in order, and whether they are whole."""
    seen: dict[Phrase, bool] = {}
    for words in clauses(unit):
        for phrase, is_whole in phrases(words, stop):
            own = _without_possessive(phrase)
            seen[own] = seen.get(own, False) or is_whole
    if not unit.isascii():
        for run in unspaced_phrases(unit, stop):
            seen[run,] = len(run) > LONGEST_PIECE
    if not banned:
        return seen
    return {p: whole for p, whole in seen.items() if banned.isdisjoint(_folded(p))}


def _without_possessive(phrase: Phrase) -> Phrase:
    """A phrase without the possessive ending of its last word."""
    return (*phrase[:-1], _POSSESSIVE.sub("", phrase[-1]) or phrase[-1])


def _folded(phrase: Phrase) -> Phrase:
    return tuple(word.casefold() for word in phrase)


def _rooted(phrase: Phrase, roots: Mapping[str, str]) -> Phrase:
    return tuple(roots[word.casefold()] for word in phrase)


def _written(
    units: Sequence[dict[Phrase, bool]], roots: Mapping[str, str]
) -> dict[Phrase, Counter[Phrase]]:
    """For each phrase, by its roots, how often each way of writing it occurs."""
    forms: dict[Phrase, Counter[Phrase]] = defaultdict(Counter)
    for unit in units:
        for phrase in unit:
            forms[_rooted(phrase, roots)][phrase] += 1
    return forms


def _candidates(
    written: Mapping[Phrase, Counter[Phrase]], whole: set[Phrase], repeated: set[Phrase]
) -> list[Candidate]:
    """The phrases of a segment that are whole or come back, as they are written most often.

    A small letter wins a tie, since any word may begin a sentence.
    """
    return [
        Candidate(min(forms, key=lambda form: (-forms[form], _swapped(form))), roots, forms.total())
        for roots, forms in written.items()
        if roots in whole or roots in repeated
    ]


def _swapped(phrase: Phrase) -> Phrase:
    return tuple(word.swapcase() for word in phrase)


def _roots(words: set[str]) -> dict[str, str]:
    """Each word with the shortest word that it continues by an ending.

    >>> _roots({"dog", "dogs", "garden", "gardens", "gardened"})["gardened"]
    'garden'
    """
    roots: dict[str, str] = {}
    for word in sorted(words, key=lambda word: (len(word), word)):
        stems = (word[:-cut] for cut in (2, 1) if len(word) - cut >= SHORTEST_WORD + cut - 1)
        stem = None if is_unspaced(word) else next((s for s in stems if s in roots), None)
        roots[word] = word if stem is None else roots[stem]
    return roots
