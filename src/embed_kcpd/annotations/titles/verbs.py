"""Verbs of a text, told by the words before them.

In:  the units of a text in English.
Out: words that are used as verbs in it, with which no key phrase begins.

A verb stands behind "to", "will" or "we", a noun behind "the", "of" or "new".  The forms of a word
are counted together, so that "achieving" is known by "to achieve".  Names and what nothing tells
are no verbs.  It is a guess from few words, so it is asked only where many short texts make
phrases that begin with verbs: in posts.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from itertools import pairwise

from embed_kcpd.annotations.titles.phrases import clauses

_VERBAL = """
will would can could should shall must may might cannot don't doesn't didn't won't can't
i we you they he she let's please
"""
_NOMINAL = """
the a an this these those my your his her its our their of in on for with by from at into about
between no every each some any more less new other such both all per
"""
_BEFORE_VERBS = frozenset(_VERBAL.split())
_BEFORE_NOUNS = frozenset(_NOMINAL.split())

LEAST_COUNT = 3
"""Times that a word must be seen as a verb."""

AFTER_TO = 0.5
"""What "to" before a word counts: a noun may follow it."""

VERB_SHARE = 0.75
"""Share of what is told about a word from which on it is a verb."""

_ENDING = re.compile(r"(?:ies|ied|ing|ed|es|e|s|y)$")
SHORTEST_STEM = 3


def verbs_of(units: Iterable[str]) -> AbstractSet[str]:
    """The words, in small letters, that are mostly verbs in these units.

    >>> units = ["We achieve growth."] * 2 + ["To achieve it, to achieve growth", "Achieving"]
    >>> sorted(verbs_of(units))
    ['achieve', 'achieving']
    """
    forms: dict[str, set[str]] = defaultdict(set)
    as_verb: dict[str, float] = defaultdict(float)
    as_noun: dict[str, int] = defaultdict(int)
    for unit in units:
        for words in clauses(unit):
            for before, word in pairwise(["", *words]):
                stem = _stem(word.casefold())
                forms[stem].add(word.casefold())
                as_verb[stem] += _tells_verb(before) if word.islower() else 0.0
                as_noun[stem] += _tells_noun(before, word)
    return {
        word
        for stem, words in forms.items()
        if stem.isalpha()
        and as_verb[stem] >= max(LEAST_COUNT, VERB_SHARE * (as_verb[stem] + as_noun[stem]))
        for word in words
    }


def _tells_verb(before: str) -> float:
    word = before.casefold()
    return AFTER_TO if word == "to" else float(word in _BEFORE_VERBS)


def _tells_noun(before: str, word: str) -> bool:
    """Also a capital letter inside a clause, which names have."""
    return before.casefold() in _BEFORE_NOUNS or (before != "" and not word.islower())


def _stem(word: str) -> str:
    """A word without its ending: the same for most forms of a regular verb."""
    stem = _ENDING.sub("", word)
    return stem if len(stem) >= SHORTEST_STEM else word
