"""Where words and phrases occur, counted once in a unit.

In:  the units of each segment.
Out: ``ReadUnits``, once for a text; for each way to cut it ``Occurrences``: the units of each word,
     the phrases of each segment.

A word counts as another that it continues by one or two letters (``gardens`` as ``garden``),
which needs no list of endings.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

from embed_kcpd.annotations.titles.chinese import fragments
from embed_kcpd.annotations.titles.phrases import (
    POSSESSIVE,
    SHORTEST_WORD,
    Phrase,
    WordKinds,
    chinese_runs,
    clauses,
    phrases,
    unspaced_phrases,
)
from embed_kcpd.annotations.titles.stop_words import StopWords
from embed_kcpd.text.words import is_unspaced

_APOSTROPHES = "s'’"


class Candidate(NamedTuple):
    """A phrase of one segment, as it is written most often there.

    ``n_units`` of the segment's units have it, ``first`` is the first of them, counted from the
    beginning of the segment; ``spread`` is one where no other segment has it, zero where all do.
    """

    words: Phrase
    roots: Phrase
    n_units: int
    first: int
    spread: float

    @property
    def text(self) -> str:
        return " ".join(self.words)


@dataclass(slots=True)
class Occurrences:
    """``units[root]`` are the units that have a word, ``segments[k]`` the candidates of k."""

    edges: Sequence[int]
    units: Mapping[str, list[int]]
    segments: list[list[Candidate]]


@dataclass(slots=True)
class _Forms:
    """The ways one phrase is written in a segment, and the first unit that has it."""

    first: int
    is_whole: bool = False
    written: list[Phrase] = field(default_factory=list)


_FormsByRoots = dict[Phrase, _Forms]


@dataclass(frozen=True, slots=True)
class ReadUnits:
    """The phrases of each unit and their roots, wherever segments begin.

    ``units_with[root]`` are the units that have a word.
    """

    phrases: list[dict[Phrase, bool]]
    by_roots: dict[Phrase, Phrase]
    units_with: dict[str, list[int]]


def read_units(
    units: Sequence[str],
    stop: StopWords,
    banned: AbstractSet[str],
    verbs: AbstractSet[str] = frozenset(),
) -> ReadUnits:
    """The words and phrases of all units; a phrase with a banned word is left out, and none
    begins with a verb."""
    kinds = WordKinds(stop, verbs)
    read = [_read(unit, kinds, banned) for unit in units]
    _drop_fragments(read, units)
    distinct = {phrase for unit in read for phrase in unit}
    roots = _roots({word for phrase in distinct for word in phrase}, stop)
    by_roots = {phrase: tuple([roots[word] for word in phrase]) for phrase in distinct}
    units_with: dict[str, list[int]] = defaultdict(list)
    for number, unit in enumerate(read):
        for root in {root for phrase in unit for root in by_roots[phrase]}:
            units_with[root].append(number)
    return ReadUnits(read, by_roots, units_with)


def occurrences(read: ReadUnits, sizes: Iterable[int]) -> Occurrences:
    """What segments of so many units each have."""
    edges = list(accumulate(sizes, initial=0))
    forms = [_forms(read.phrases[start:end], read.by_roots) for start, end in pairwise(edges)]
    return Occurrences(edges, read.units_with, _candidates(forms))


def _forms(units: Sequence[dict[Phrase, bool]], by_roots: Mapping[Phrase, Phrase]) -> _FormsByRoots:
    """For each phrase, by its roots, where it first stands and how it is written."""
    forms: _FormsByRoots = {}
    for number, unit in enumerate(units):
        for phrase, is_whole in unit.items():
            roots = by_roots[phrase]
            known = forms.get(roots)
            if known is None:
                known = forms[roots] = _Forms(number)
            known.is_whole |= is_whole
            known.written.append(phrase)
    return forms


def _candidates(segments: Sequence[_FormsByRoots]) -> list[list[Candidate]]:
    """The phrases of each segment that stand somewhere as a whole, or that come back."""
    n_with = Counter(chain.from_iterable(segments))
    wanted = {
        roots
        for forms in segments
        for roots, known in forms.items()
        if known.is_whole or len(known.written) > 1 or n_with[roots] > 1
    }
    most = max(1, len(segments) - 1)
    return [
        [
            Candidate(
                _usual(known.written),
                roots,
                len(known.written),
                known.first,
                1 - (n_with[roots] - 1) / most,
            )
            for roots, known in forms.items()
            if roots in wanted
        ]
        for forms in segments
    ]


def _usual(written: Sequence[Phrase]) -> Phrase:
    """The form that is written most often; a small letter wins a tie, since any word may
    begin a sentence."""
    if len(written) == 1:
        return written[0]
    count = Counter(written)
    return min(count, key=lambda form: (-count[form], _swapped(form)))


def _read(unit: str, kinds: WordKinds, banned: AbstractSet[str]) -> dict[Phrase, bool]:
    """The phrases of a unit, each once and in order, and whether they are whole."""
    seen: dict[Phrase, bool] = {}
    for words in clauses(unit):
        for phrase, is_whole in phrases(words, kinds):
            bare = _bare(phrase, kinds.stop)
            own = _without_possessive(bare) if bare[-1][-1] in _APOSTROPHES else bare
            seen[own] = is_whole or seen.get(own, False)
    if not unit.isascii():
        seen |= {(run,): is_whole for run, is_whole in unspaced_phrases(unit, kinds.stop)}
    if not banned:
        return seen
    return {p: whole for p, whole in seen.items() if banned.isdisjoint(map(str.casefold, p))}


def _drop_fragments(read: Sequence[dict[Phrase, bool]], units: Iterable[str]) -> None:
    """Take out pieces of Chinese that are parts of a longer word, or stand in one unit only."""
    runs = [run for unit in units for run in chinese_runs(unit)]
    if not runs:
        return
    in_units = Counter(chain.from_iterable(read))
    repeated = [phrase[0] for phrase, count in in_units.items() if count > 1 and len(phrase) == 1]
    broken = fragments(runs, repeated)
    for unit in read:
        for phrase in [phrase for phrase, is_whole in unit.items() if not is_whole]:
            if len(phrase) == 1 and (in_units[phrase] == 1 or phrase[0] in broken):
                del unit[phrase]


def _bare(phrase: Phrase, stop: StopWords) -> Phrase:
    """A phrase without an article before an apostrophe, or an ending behind one, at its edges."""
    if not (stop.elided or stop.has_suffixes):
        return phrase
    if stop.has_suffixes:
        return (*phrase[:-1], stop.bare(phrase[-1]))
    return (stop.bare(phrase[0]), *phrase[1:])


def _without_possessive(phrase: Phrase) -> Phrase:
    """A phrase without the possessive ending of its last word."""
    return (*phrase[:-1], POSSESSIVE.sub("", phrase[-1]) or phrase[-1])


def _swapped(phrase: Phrase) -> Phrase:
    return tuple(word.swapcase() for word in phrase)


def _roots(written: AbstractSet[str], stop: StopWords) -> dict[str, str]:
    """Each word with the shortest word, in small letters, that it continues by an ending.

    >>> from embed_kcpd.annotations.titles.stop_words import stop_words
    >>> _roots({"dog", "Dogs", "garden", "gardens", "gardened"}, stop_words("en"))["gardened"]
    'garden'
    """
    folded = {word: stop.folded(word) for word in written}
    roots: dict[str, str] = {}
    for word in sorted(set(folded.values()), key=lambda word: (len(word), word)):
        has_endings = not (stop.has_syllables or is_unspaced(word))
        stem = _stem(word, roots) if has_endings else None
        roots[word] = word if stem is None else roots[stem]
    return {word: roots[small] for word, small in folded.items()}


def _stem(word: str, known: Mapping[str, str]) -> str | None:
    for cut in (2, 1):
        if len(word) - cut >= SHORTEST_WORD + cut - 1 and word[:-cut] in known:
            return word[:-cut]
    return None
