"""Words that make no title: function words by language.

In:  the code of a language, such as ``en``.
Out: words that stand at no edge of a phrase, and words that are no title alone.

The lists are those of ``stopwordsiso`` (58 languages).  Its English list also holds nouns
that belong into titles ("system", "research", "home"), so in English these only may not stand
alone, and a shorter list of function words says what no phrase begins or ends with.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

_ENGLISH = """
a about above across after again against all almost along already also although always am among
an and another any anybody anyone anything are around as at away be became because become
becomes been before behind being below beneath beside besides between beyond both but by came
can cannot could did do does doing done down during each either else enough especially even
ever every everybody everyone everything except few for from further gave get gets getting give
given gives go goes going gone got had has have having he hence her here hers herself him
himself his how however i if in indeed instead into is it its itself just least less let like
likely made mainly make makes making many may maybe me might mine more moreover most mostly
much must my myself near nearly neither never nevertheless no nobody none nor not nothing now
nowhere of off often on once one ones only onto or other others otherwise our ours ourselves
out over own per perhaps put quite rather really said same say says see seem seemed seems
several shall she should since so some somebody someone something sometimes still such take
taken than that the their theirs them themselves then there therefore these they this those
though through throughout thus till to together too took toward towards under unless until unto
up upon us use used uses using usually very via was we well went were what whatever when where
whereas whether which while who whole whom whose why will with within without would yes yet you
your yours yourself
"""

_SPOKEN = """
actually ah alright anyway basically bit bunch cool definitely er etc exactly fine folks
gonna gotta great guess guy guys hello hey hi hm hmm honestly interesting kind know lot lots
mean nice obviously oh ok okay please pretty probably question questions right something sort
stuff super sure talk talking thank thanks thing things think totally uh uhm um wanna want wow
yeah yep yup
"""
"""Said in passing; in a phrase they may stand, alone they say nothing."""

_ELIDED = {
    "fr": "c d j l m n s t qu jusqu lorsqu puisqu quoiqu presqu",
    "it": "c d l m n s t v un all coll dall dell nell sull quest quell",
    "ca": "d l m n s t",
}
"""What stands before an apostrophe and is a word of its own: l'Albanie, dell'arte."""

_SUFFIXED = ("tr", "az")
"""Languages that set off the endings of names by an apostrophe: Arnavutluk'un."""

_TURKISH_CAPITALS = str.maketrans("İI", "iı")
"""In these languages i and ı are two letters, each with a capital of its own."""

_OF_SYLLABLES = ("vi",)
"""Languages that put a space after each syllable, also inside a word, and know no endings."""

_NO_LIST = {"nb": "no", "nn": "no", "iw": "he", "in": "id"}
"""Codes that share the list of another."""


LISTS_FILE = "stopwords-iso.json"
"""What ``stopwordsiso`` calls its file."""


@dataclass(frozen=True, slots=True)
class StopWords:
    """``edges`` begin and end no phrase; ``alone`` are no title by themselves, edges included.

    ``elided`` are the words that lose their vowel before an apostrophe; ``has_suffixes`` says that
    endings stand behind one, ``has_syllables`` that spaces part syllables.
    """

    edges: frozenset[str]
    alone: frozenset[str]
    elided: frozenset[str] = frozenset()
    has_suffixes: bool = False
    has_syllables: bool = False

    def bare(self, word: str) -> str:
        """The word without what an apostrophe ties to it.

        >>> stop_words("fr").bare("l’Albanie"), stop_words("tr").bare("Arnavutluk'un")
        ('Albanie', 'Arnavutluk')
        """
        if not (self.elided or self.has_suffixes):
            return word
        head, mark, tail = straight(word).partition("'")
        if not (mark and head and tail):
            return word
        if self.has_suffixes:
            return word[: len(head)]
        return word[len(head) + 1 :] if head.casefold() in self.elided else word

    def folded(self, word: str) -> str:
        """The word as the lists have it.

        >>> stop_words("en").folded("Don’t"), stop_words("fr").folded("C’est")
        ("don't", 'est')
        >>> stop_words("tr").folded("İçin")
        'için'
        """
        bare = straight(self.bare(word))
        return (bare.translate(_TURKISH_CAPITALS) if self.has_suffixes else bare).casefold()


def straight(word: str) -> str:
    """The word with the apostrophe of typewriters, which the lists have."""
    return word if word.isascii() else word.replace("’", "'")


@lru_cache(maxsize=32)
def stop_words(language: str | None) -> StopWords:
    """The lists of a language; empty where its language is unknown or has none.

    >>> "the" in stop_words("en").edges, "system" in stop_words("en").edges
    (True, False)
    >>> "system" in stop_words("en").alone, "und" in stop_words("de-AT").edges
    (True, True)
    >>> stop_words(None).edges
    frozenset()
    """
    code = (language or "").casefold().split("-")[0].split("_")[0]
    listed = _listed(_NO_LIST.get(code, code))
    if code != "en":
        elided = frozenset(_ELIDED.get(code, "").split())
        return StopWords(listed, listed, elided, code in _SUFFIXED, code in _OF_SYLLABLES)
    edges = frozenset(_ENGLISH.split()) | {word for word in listed if "'" in word}
    return StopWords(edges, edges | listed | frozenset(_SPOKEN.split()))


def _listed(code: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _lists().get(code, ()))


def _lists() -> Mapping[str, Iterable[str]]:
    """The lists of the package by the code of their language.

    Its file is read as it is: the package itself first looks up its own version, which takes
    longer than to read the file.
    """
    spec = find_spec("stopwordsiso")
    file = Path(spec.origin).with_name(LISTS_FILE) if spec is not None and spec.origin else None
    if file is not None and file.is_file():
        lists: dict[str, list[str]] = json.loads(file.read_text(encoding="utf-8"))
        return lists
    import stopwordsiso

    return {code: stopwordsiso.stopwords(code) for code in stopwordsiso.langs()}
