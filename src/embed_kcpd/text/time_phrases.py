"""Dates behind which a sentence of Polish or Russian goes on, although a capital letter follows.

In:  a text, where a sentence could begin, and the language.
Out: whether nothing but a date stands between the beginning of a sentence and that place.

The abbreviations of year, century and era end many sentences in these languages, so ``sentencex``
begins a new one with the capital letter behind them.  In "W 1955 r. Mishima zaczął ćwiczyć." what
would stand alone is no more than a date.
"""

import re
from collections.abc import Mapping

LONGEST_DATE = 60
"""Characters looked back for the beginning of the sentence."""


def _dates(adverbs: str, prepositions: str, units: str) -> re.Pattern[str]:
    """A day and its month, or a preposition and up to two longer words, and then a year."""
    return re.compile(
        r"(?:^|\n|[.!?…][\"”»)]*\s)[\s\"„“«(—–-]*"
        rf"(?:(?:{adverbs})\s+)?"
        rf"(?:(?:(?:{prepositions})\s+)(?:[^\W\d_]{{3,}}\s+){{0,2}}|(?=\d))"
        r"(?:\d{1,2}\s+[^\W\d_]{3,}\s+)?"
        r"(?:(?:\d{1,4}|[IVX]{1,5})(?:\s?[–—-]\s?(?:\d{1,4}|[IVX]{1,5}))?\s+)?"
        rf"(?:{units})\s*$",
        re.IGNORECASE,
    )


_DATES: Mapping[str, re.Pattern[str]] = {
    "pl": _dates(
        "już|dopiero|jeszcze|także|również|i|a|ale|lecz",
        "w|we|od|do|po|przed|około|na|pod|z|za|dnia",
        r"(?:r|w|br|ub\.\s?r)\.(?:\s*(?:p\.\s?)?n\.\s?e\.)?",
    ),
    "ru": _dates(
        "уже|ещё|еще|лишь|только|и|а|но",
        "в|во|с|со|к|ко|до|от|после|около|на",
        r"(?:года|году|веке|века|гг?\.|вв?\.)\s*(?:до\s+)?н\.\s?э\.",
    ),
}


def is_only_a_date(text: str, start: int, language: str) -> bool:
    """Whether what ends before ``start`` is no sentence but a date.

    >>> is_only_a_date("W 1955 r. Mishima ćwiczył.", 10, "pl")
    True
    >>> is_only_a_date("Zmarł w 1970 r. Był pisarzem.", 16, "pl")
    False
    """
    dates = _DATES.get(language)
    return dates is not None and bool(dates.search(text, max(0, start - LONGEST_DATE), start))
