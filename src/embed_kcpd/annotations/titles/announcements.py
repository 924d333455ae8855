"""What a speaker announces at the beginning of a segment.

In:  the first units of a segment, the stop words of its language.
Out: the thing announced ("The next question is how tides work." gives "how tides work").

A speaker who says "the next item is" goes on with the words a person would write into a list of
chapters, so they are taken as they are, without what surrounds them.  English only; in other
languages nothing is announced.
"""

import re
from collections.abc import Sequence

from embed_kcpd.annotations.titles.stop_words import StopWords

UNITS_READ = 3
"""Units at the beginning of a segment in which an announcement is looked for."""
MOST_WORDS = 9
FEWEST_TELLING = 2
"""Words of an announcement that must be more than stop words."""

_NUMBER = "next|first|second|third|fourth|fifth|last|final|another"
_MATTER = (
    "one|item|question|topic|section|segment|thing|part|point|release|piece|pr|update|change|"
    "subject|chapter|issue|matter|idea|project|story|news"
)
_ANNOUNCED = re.compile(
    rf"^(?:[\w'’-]+[\s,.!]+){{0,8}}?(?:{_NUMBER})\s+(?:[\w-]+\s+){{0,3}}?(?:{_MATTER})s?\b"
    r"[^.?!;:]{0,70}?\b(?:is|was|are|were)[,:]?\s+(?P<announced>.+)",
    re.IGNORECASE | re.DOTALL,
)
_BEFORE = re.compile(
    r"^(?:(?:about|called|titled|also|on|a|an|the|our|that|discussion|actually|this|around|"
    r"going|to|be|with)\s+)+",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"[,;.?!:]+(?:[\s\"'’”)\]]|$)|[\"“”()]|\s[-–—]+\s|\s(?:which|who|where|because|but|if|when|"
    r"so that|that we|that i|this week|and (?:this|that|i|we|so|it|the|there|they|in|then))\b",
    re.IGNORECASE,
)
_QUESTION = frozenset(
    ("how", "what", "why", "when", "where", "who", "which", "is", "are", "do", "does", "did", "can")
)


def announced(units: Sequence[str], language: str, stop: StopWords) -> str:
    """What the first units announce; empty where they announce nothing.

    >>> from embed_kcpd.annotations.titles.stop_words import stop_words
    >>> said = ["Okay.", "So the next question is: how do tides work? Well."]
    >>> announced(said, "en", stop_words("en"))
    'how do tides work'
    """
    if language.partition("-")[0] != "en":
        return ""
    for unit in units[:UNITS_READ]:
        match = _ANNOUNCED.match(unit.strip())
        words = _trimmed(match["announced"], stop) if match else []
        telling = [word for word in words if word.casefold() not in stop.edges]
        if len(telling) >= FEWEST_TELLING and len(words) <= MOST_WORDS:
            return " ".join(words)
    return ""


def _trimmed(text: str, stop: StopWords) -> list[str]:
    """The words up to the end of the clause; unless it is a question, no stop words around."""
    clause = _AFTER.split(text.lstrip(" \"“'‘,:"), maxsplit=1)[0]
    words = _BEFORE.sub("", clause.strip()).split()
    if words and words[0].casefold() not in _QUESTION:
        while words and words[0].casefold() in stop.edges:
            words.pop(0)
    while words and words[-1].casefold() in stop.edges:
        words.pop()
    return words
