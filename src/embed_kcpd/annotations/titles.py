"""Titles: the words that set a segment apart from the others.

In:  the units of each segment.
Out: one short title each, the same for the same text every time.

Class-based TF-IDF with the segments as classes: a word scores the logarithm of the number of
units in the segment that have it, times ``log(N / f)``, where f of all N units have it.  No
language has to bring a list of stop words or endings: a word loses by every other segment that
has it, long words say more than short ones, and a word that is another with one or two letters
more counts as that other.  Scripts without spaces have no words to count; there it is every
run of a few characters.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from embed_kcpd.text.words import is_unspaced, word_runs

WORDS_IN_TITLE = 3
SHORTEST_WORD = 3
"""Letters; in most languages shorter words say nothing by themselves."""
LONG_WORD = 8
"""Letters from which on a longer word says no more."""

_RUN_LENGTHS = {2: range(2, 5), 4: range(4, 9)}
"""Characters of a run that stands in for a word, by how many make a word on average."""


def titles(segments: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The most telling words of each segment, the most telling first.

    >>> titles([["The cat sat.", "A cat ran."], ["The dog sat.", "Dogs ran."]])
    ('cat', 'dog')
    """
    forms = [_forms(units) for units in segments]
    roots = _roots({form.casefold() for seen in forms for form in seen})
    counts = [_counted_by_root(seen, roots) for seen in forms]
    telling = _telling(counts, sum(map(len, segments)))
    made = []
    for seen, count in zip(forms, counts, strict=True):
        scores = {root: _weight(root, n) * telling[root] for root, n in count.items()}
        chosen = _best(scores)
        usual = _usual_forms(seen, roots, set(chosen))
        made.append(", ".join(usual[root] for root in chosen))
    return tuple(made)


def _telling(counts: Sequence[Counter[str]], n_units: int) -> dict[str, float]:
    """What each word says for the segment that has it, whatever its number there."""
    everywhere: Counter[str] = Counter()
    spread: Counter[str] = Counter()
    for count in counts:
        everywhere.update(count)
        spread.update(count.keys())
    others = max(1, len(counts) - 1)
    return {
        root: math.log((n_units + 1) / n)
        * (1 - (spread[root] - 1) / others)
        * math.log2(1 + min(len(root), LONG_WORD))
        for root, n in everywhere.items()
    }


def _weight(root: str, n: int) -> float:
    """The logarithm of a count; a run of characters that does not come back is hardly a word."""
    return math.log(n + (0.1 if is_unspaced(root) else 0.4))


def _forms(units: Iterable[str]) -> Counter[str]:
    """Words as they are written, each counted once in a unit."""
    seen = Counter(word for unit in units for word in set(_words(unit)))
    if max(seen.values(), default=0) > 1:
        # Most runs of characters occur once and would only fill the memory.
        seen = Counter({w: n for w, n in seen.items() if n > 1 or not is_unspaced(w)})
    return seen


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


def _counted_by_root(forms: Mapping[str, int], roots: Mapping[str, str]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for form, n in forms.items():
        counts[roots[form.casefold()]] += n
    return counts


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


def _usual_forms(
    forms: Mapping[str, int], roots: Mapping[str, str], wanted: set[str]
) -> dict[str, str]:
    """The form seen most often of each word; a small letter wins a tie, since any word may
    begin a sentence."""
    usual: dict[str, str] = {}
    candidates = [form for form in forms if roots[form.casefold()] in wanted]
    for form in sorted(candidates, key=lambda form: (-forms[form], form.swapcase())):
        usual.setdefault(roots[form.casefold()], form)
    return usual
