"""Titles: the words that set a segment apart from the others.

In:  the units of each segment.
Out: one short title each, the same for the same text every time.

Class-based TF-IDF with the segments as classes: a word scores the units that have it, times
``log(1 + A / f)``, where f is how often the whole text has it and A is the average number of
words in a segment.  No language has to bring a list of stop words or endings: a word loses by
every other segment that has it, long words say more than short ones, and a word that is
another with one or two letters more counts as that other.  Scripts without spaces have no
words to count; there it is every run of a few characters.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from embed_kcpd.words import is_unspaced, word_runs

WORDS_IN_TITLE = 3
SHORTEST_WORD = 3
"""Letters; in most languages shorter words say nothing by themselves."""
LONG_WORD = 8
"""Letters from which on a longer word says no more."""

_RUN_LENGTHS = {2: range(2, 5), 4: range(4, 9)}
"""Characters of a run that stands in for a word, by how many make a word on average."""

Forms = Counter[str]
"""The forms in which a word was seen, by the number of units."""


def titles(segments: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The most telling words of each segment, the most telling first.

    >>> titles([["The cat sat.", "A cat ran."], ["The dog sat.", "Dogs ran."]])
    ('cat', 'dog')
    """
    seen = [[set(_words(unit)) for unit in units] for units in segments]
    roots = _roots({word.casefold() for units in seen for unit in units for word in unit})
    found = [_forms(units, roots) for units in seen]
    everywhere: Counter[str] = Counter()
    spread: Counter[str] = Counter()
    for forms in found:
        everywhere.update({root: seen_as.total() for root, seen_as in forms.items()})
        spread.update(forms.keys())
    average = everywhere.total() / max(1, len(segments))

    def telling(root: str, n: int) -> float:
        # A run of characters that does not come back is hardly ever a word.
        count = n - 0.9 if is_unspaced(root) else n - 0.5
        rarity = math.log1p(average / everywhere[root])
        own = 1 - (spread[root] - 1) / max(1, len(segments) - 1)
        return count * rarity * own * math.log2(1 + min(len(root), LONG_WORD))

    made = []
    for forms in found:
        scores = {root: telling(root, seen_as.total()) for root, seen_as in forms.items()}
        made.append(", ".join(_usual(forms[root]) for root in _best(scores)))
    return tuple(made)


def _words(text: str) -> Iterator[str]:
    for run, per_word in word_runs(text):
        if per_word:
            for length in _RUN_LENGTHS[per_word]:
                yield from (run[i : i + length] for i in range(len(run) - length + 1))
        elif len(run) >= SHORTEST_WORD and not run.isnumeric():
            yield run


def _roots(words: set[str]) -> dict[str, str]:
    """Each word with the shortest word that it continues by an ending.

    >>> _roots({"dog", "dogs", "garden", "gardens", "gardened"})["gardened"]
    'garden'
    """
    roots: dict[str, str] = {}
    for word in sorted(words, key=len):
        stems = (word[:-cut] for cut in (2, 1) if len(word) - cut >= SHORTEST_WORD + cut - 1)
        stem = None if is_unspaced(word) else next((s for s in stems if s in roots), None)
        roots[word] = word if stem is None else roots[stem]
    return roots


def _forms(units: Iterable[set[str]], roots: Mapping[str, str]) -> Mapping[str, Forms]:
    forms: defaultdict[str, Forms] = defaultdict(Counter)
    for unit in units:
        for word in unit:
            forms[roots[word.casefold()]][word] += 1
    return forms


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


def _usual(forms: Forms) -> str:
    """The form seen most often; a small letter wins a tie, since any word may begin a sentence."""
    return min(forms, key=lambda form: (-forms[form], form.swapcase()))
