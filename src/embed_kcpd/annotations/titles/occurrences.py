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
_APOSTROPHES = "s'’"


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
    written = {word for units in read for unit in units for phrase in unit for word in phrase}
    roots = _roots(written)
    counted = Occurrences(list(accumulate(map(len, read), initial=0)))
    for number, unit in enumerate(chain.from_iterable(read)):
        for root in {roots[word] for phrase in unit for word in phrase}:
            counted.units[root].append(number)
    forms = [_forms(units, roots) for units in read]
    wanted = _whole(read, roots) | _repeated(forms)
    counted.segments = [_candidates(by_roots, wanted) for by_roots in forms]
    return counted


def _whole(read: Sequence[Sequence[dict[Phrase, bool]]], roots: Mapping[str, str]) -> set[Phrase]:
    """Phrases that stand somewhere as a whole, by their roots."""
    return {
        tuple([roots[word] for word in phrase])
        for units in read
        for unit in units
        for phrase, is_whole in unit.items()
        if is_whole
    }


def _repeated(forms: Sequence[Mapping[Phrase, Counter[Phrase]]]) -> set[Phrase]:
    """Phrases that come back, in the same segment or in another."""
    segments = Counter(chain.from_iterable(forms))
    return {
        phrase
        for by_roots in forms
        for phrase, count in by_roots.items()
        if segments[phrase] > 1 or count.total() > 1
    }


def _read(unit: str, stop: StopWords, banned: AbstractSet[str]) -> dict[Phrase, bool]:
    """The phrases of a unit, each once and in order, and whether they are whole."""
    seen: dict[Phrase, bool] = {}
    for words in clauses(unit):
        for phrase, is_whole in phrases(words, stop):
            own = _without_possessive(phrase) if phrase[-1][-1] in _APOSTROPHES else phrase
            seen[own] = is_whole or seen.get(own, False)
    if not unit.isascii():
        for run in unspaced_phrases(unit, stop):
            seen[run,] = len(run) > LONGEST_PIECE
    if not banned:
        return seen
    return {p: whole for p, whole in seen.items() if banned.isdisjoint(map(str.casefold, p))}


def _without_possessive(phrase: Phrase) -> Phrase:
    """A phrase without the possessive ending of its last word."""
    return (*phrase[:-1], _POSSESSIVE.sub("", phrase[-1]) or phrase[-1])


def _forms(
    units: Sequence[dict[Phrase, bool]], roots: Mapping[str, str]
) -> dict[Phrase, Counter[Phrase]]:
    """For each phrase, by its roots, how often each way of writing it occurs."""
    forms: dict[Phrase, Counter[Phrase]] = defaultdict(Counter)
    for unit in units:
        for phrase in unit:
            forms[tuple([roots[word] for word in phrase])][phrase] += 1
    return forms


def _candidates(
    forms: Mapping[Phrase, Counter[Phrase]], wanted: AbstractSet[Phrase]
) -> list[Candidate]:
    """The phrases of a segment that are wanted, as they are written most often.

    A small letter wins a tie, since any word may begin a sentence.
    """
    return [
        Candidate(_usual(count), roots, count.total())
        for roots, count in forms.items()
        if roots in wanted
    ]


def _usual(count: Counter[Phrase]) -> Phrase:
    if len(count) == 1:
        return next(iter(count))
    return min(count, key=lambda form: (-count[form], _swapped(form)))


def _swapped(phrase: Phrase) -> Phrase:
    return tuple(word.swapcase() for word in phrase)


def _roots(written: AbstractSet[str]) -> dict[str, str]:
    """Each word with the shortest word, in small letters, that it continues by an ending.

    >>> _roots({"dog", "Dogs", "garden", "gardens", "gardened"})["gardened"]
    'garden'
    """
    folded = {word: word.casefold() for word in written}
    roots: dict[str, str] = {}
    for word in sorted(set(folded.values()), key=lambda word: (len(word), word)):
        stem = None if is_unspaced(word) else _stem(word, roots)
        roots[word] = word if stem is None else roots[stem]
    return {word: roots[small] for word, small in folded.items()}


def _stem(word: str, known: Mapping[str, str]) -> str | None:
    for cut in (2, 1):
        if len(word) - cut >= SHORTEST_WORD + cut - 1 and word[:-cut] in known:
            return word[:-cut]
    return None
