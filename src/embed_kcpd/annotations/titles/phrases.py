"""Phrases that could be a title, as they stand in the text.

In:  a unit, and the stop words of its language.
Out: words and phrases, each whole: no phrase begins or ends with a stop word, crosses a
     punctuation mark, or takes a part of a name.

Where a script puts no space between words there are no words to take.  Of Chinese it is every
run of a few characters, and only those that come back are used (``chinese.py``); of Japanese the
runs of one script (Kanji or Katakana), which part words well; of Thai and its kin what stands
between two spaces, since anything shorter would break a word.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import NamedTuple

from embed_kcpd.annotations.titles.chinese import pieces
from embed_kcpd.annotations.titles.stop_words import StopWords
from embed_kcpd.text.words import has_unspaced, is_unspaced, spaced_parts, word_runs

MOST_WORDS = 4
LONGEST_NAME = 5
"""Words of a name, those that link it included: University of the Arts."""
SHORTEST_WORD = 3
"""Letters of a word that stands alone and is not written in capitals."""
LONGEST_RUN = 24
"""Characters of a run without spaces that can be a title whole."""

LONGEST_DOUBTFUL = 4
"""Characters up to which a run of Japanese or Thai is a title only if it comes back."""

_BREAK = re.compile(
    r"[.,:;!?]{1,9}(?:[\s\"'’”)\]]|$)|[()\[\]{}“”„«»…|<>=*—–/\\~^`،؛؟۔।॥、。，：；！？（）「」『』《》【】・]"
    r"|(?<![\u05d0-\u05ea])\"|\"(?![\u05d0-\u05ea])|\s[-'‘’]+|[-'‘’]{1,9}\s"
)
"""Of a long run of marks only the last break: else the run would be read anew from each of them."""
_MARKS_BEFORE = re.compile(r"[^\w#$€£@&+]*")
_LAST = re.compile(r"[\w#%+]")
"""What a word may end with."""
POSSESSIVE = re.compile(r"['’]s?$")
_KANA = re.compile(r"[\u3040-\u30ff]")
_ONE_SCRIPT = re.compile(r"[\u30a0-\u30ff]{2,}|[\u3400-\u9fff\u3005]{2,}")

Phrase = tuple[str, ...]


class WordKind(NamedTuple):
    """What a word may be in a phrase; ``is_content`` and ``begins`` of a stretch of content."""

    is_content: bool
    begins: bool
    stands_alone: bool
    is_part_of_name: bool
    is_verb: bool = False


NO_CONTENT = WordKind(False, False, False, False)


class WordKinds(dict[str, WordKind]):
    """The kind of each word, found once: the same words come again and again."""

    def __init__(self, stop: StopWords, verbs: AbstractSet[str] = frozenset()) -> None:
        super().__init__()
        self.stop = stop
        self.verbs = verbs

    def __missing__(self, word: str) -> WordKind:
        folded, is_spaced = self.stop.folded(word), not is_unspaced(word)
        is_content = is_spaced and folded not in self.stop.edges
        is_verb = folded in self.verbs
        kind = self[word] = WordKind(
            is_content,
            is_content and not is_verb and (word.isalpha() or any(map(str.isalpha, word))),
            is_spaced and not is_verb and _stands_alone(word, folded, self.stop),
            is_content and is_name(self.stop.bare(word)),
            is_verb,
        )
        return kind


def clauses(text: str) -> Iterator[list[str]]:
    """Words between two punctuation marks, as they are written; none of scripts without spaces.

    >>> list(clauses("In 2024, Blixt v0.6.0 (a wallet) didn't fail."))
    [['In', '2024'], ['Blixt', 'v0.6.0'], ['a', 'wallet'], ["didn't", 'fail']]
    >>> list(clauses("Knuck If在通知中"))
    [['Knuck', 'If']]
    """
    for part in chain.from_iterable(map(_BREAK.split, spaced_parts(text))):
        words = [word if word.isalnum() else _trimmed(word) for word in part.split()]
        if kept := [word for word in words if word.isalnum() or any(map(str.isalnum, word))]:
            yield kept


def phrases(words: Sequence[str], kinds: WordKinds) -> Iterator[tuple[Phrase, bool]]:
    """Every phrase of a clause that could be a title, and whether it is whole.

    A pair of words inside a longer stretch is not: it is a phrase only if it comes back.

    >>> from embed_kcpd.annotations.titles.stop_words import stop_words
    >>> words = "the University of Vienna has quiet rooms".split()
    >>> for phrase in phrases(words, WordKinds(stop_words("en"))):
    ...     print(*phrase)
    ('University', 'of', 'Vienna') True
    ('quiet',) True
    ('quiet', 'rooms') True
    """
    seen = _kinds_in_place(words, kinds)
    names = list(_names(words, kinds)) if any(kind.is_part_of_name for kind in seen) else []
    inside = {place for start, end in names for place in range(start, end)}
    yield from ((tuple(words[start:end]), True) for start, end in names)
    for start, end in _content_runs(seen):
        alone = () if kinds.stop.has_syllables and end - start > 1 else range(start, end)
        for place in alone:
            if seen[place].stands_alone and place not in inside:
                yield (words[place],), True
        if 2 <= end - start <= MOST_WORDS and not _breaks_a_name(start, end, names):
            yield tuple(words[start:end]), True
        if end - start > 2:
            for place in range(start, end - 1):
                if not (seen[place].is_verb or _breaks_a_name(place, place + 2, names)):
                    yield (words[place], words[place + 1]), False


def unspaced_phrases(text: str, stop: StopWords) -> Iterator[tuple[str, bool]]:
    """Runs of a script without spaces that could be a title, and whether they are whole.

    Pieces of Chinese and short runs are not: they are phrases only if they come back.

    >>> from embed_kcpd.annotations.titles.stop_words import stop_words
    >>> list(unspaced_phrases("東京タワーに行く", stop_words("ja")))
    [('東京', False), ('タワー', False)]
    """
    if not has_unspaced(text):
        return
    for run, per_word in word_runs(text):
        if per_word == 2 and not _KANA.search(run):
            yield from ((piece, False) for piece in pieces(run) if piece not in stop.alone)
        elif per_word == 2:
            yield from ((part, len(part) > LONGEST_DOUBTFUL) for part in _ONE_SCRIPT.findall(run))
        elif per_word and len(run) <= LONGEST_RUN and run not in stop.alone:
            yield run, len(run) > LONGEST_DOUBTFUL


def chinese_runs(text: str) -> Iterator[str]:
    """Runs of Chinese characters, none of Japanese among them.

    >>> list(chinese_runs("AI技術，東京に行く"))
    ['技術']
    """
    if has_unspaced(text):
        runs = (run for run, per_word in word_runs(text) if per_word == 2)
        yield from (run for run in runs if not _KANA.search(run))


def is_name(word: str) -> bool:
    """Whether a word begins with a capital letter."""
    return word[:1].isupper()


def _trimmed(word: str) -> str:
    """A word without the marks around it; vowel signs and accents at its end are its own.

    >>> _trimmed("(garden)."), _trimmed("लोगों"), _trimmed("❤️")
    ('garden', 'लोगों', '')
    """
    before = _MARKS_BEFORE.match(word)
    start, end = before.end() if before else 0, len(word)
    while end > start and not _LAST.match(word, end - 1):
        end -= 1
    if end == start or word.isascii():
        return word[start:end]
    # Python's "\\w" has no combining marks.
    while end < len(word) and unicodedata.category(word[end]).startswith("M"):
        end += 1
    return word[start:end]


def _stands_alone(word: str, folded: str, stop: StopWords) -> bool:
    if not word.isalpha():
        folded = POSSESSIVE.sub("", folded)
    if folded in stop.alone or not (word.isalpha() or any(map(str.isalpha, folded))):
        return False
    return len(folded) >= SHORTEST_WORD or (len(folded) == 2 and word.isupper())


def _kinds_in_place(words: Sequence[str], kinds: WordKinds) -> list[WordKind]:
    """The kind of each word; syllables of a stop word are none, whatever they are elsewhere.

    >>> from embed_kcpd.annotations.titles.stop_words import stop_words
    >>> seen = _kinds_in_place("sinh viên có thể".split(), WordKinds(stop_words("vi")))
    >>> [kind.is_content for kind in seen]
    [True, True, False, False]
    """
    seen = [kinds[word] for word in words]
    if kinds.stop.has_syllables:
        folded = [kinds.stop.folded(word) for word in words]
        for length in range(2, MOST_WORDS + 1):
            for start in range(len(words) - length + 1):
                if " ".join(folded[start : start + length]) in kinds.stop.edges:
                    seen[start : start + length] = [NO_CONTENT] * length
    return seen


def _content_runs(kinds: Sequence[WordKind]) -> Iterator[tuple[int, int]]:
    """Stretches of words that are no stop words and not numbers at their beginning."""
    start = None
    for place, kind in enumerate(kinds):
        if start is None:
            if kind.begins:
                start = place
        elif not kind.is_content:
            yield start, place
            start = None
    if start is not None:
        yield start, len(kinds)


def _names(words: Sequence[str], kinds: WordKinds) -> Iterator[tuple[int, int]]:
    """Words in capitals, two or more, linked by short stop words or followed by a number.

    >>> from embed_kcpd.annotations.titles.stop_words import stop_words
    >>> words = "we released Core Lightning #5441 today".split()
    >>> list(_names(words, WordKinds(stop_words("en"))))
    [(2, 5)]
    """
    place = 0
    while place < len(words):
        end = place
        while end < len(words) and (
            kinds[words[end]].is_part_of_name or (end > place and _is_number(words[end]))
        ):
            end = _after_link(words, end + 1, kinds)
        end = min(end, place + LONGEST_NAME)
        while end > place and kinds.stop.folded(words[end - 1]) in kinds.stop.edges:
            end -= 1
        if end - place >= 2:
            yield place, end
        place = max(end, place + 1)


def _after_link(words: Sequence[str], place: int, kinds: WordKinds) -> int:
    """Where a name goes on behind ``of`` or ``de la``; ``place`` itself if it does not."""
    for length in (1, 2):
        link = words[place : place + length]
        follows = words[place + length : place + length + 1]
        if (
            all(word.islower() and len(word) <= 3 and word in kinds.stop.edges for word in link)
            and follows
            and kinds[follows[0]].is_part_of_name
            and not {"and", "or", "in", "to", "at", "on", "as", "is"} & set(link)
        ):
            return place + length
    return place


def _is_number(word: str) -> bool:
    """Whether a word is a number as names have it: 7, #5441, 0.12.1, v2.0."""
    return word.lstrip("#v")[:1].isdigit()


def _breaks_a_name(start: int, end: int, names: Sequence[tuple[int, int]]) -> bool:
    """Whether a stretch holds a part of a name but not all of it."""
    overlaps = ((a, b) for a, b in names if a < end and start < b)
    return any((a < start or end < b) or (a, b) == (start, end) for a, b in overlaps)
