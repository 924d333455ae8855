"""The language of a text.

In:  a text.
Out: a ``Language``: code, English name, confidence; ``mul`` for several, ``und`` for none.

Windows of about a sentence, spread over the text, vote, so that a text in several languages is
noticed and one quotation changes nothing.  The script answers where it can.  Latin letters are
English if English function words stand among them, which needs no model.  For the other
windows, unless they are few in an English text, ``py3langid`` is asked; Latin text stays English
where its answer is not clear.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from embed_kcpd.text.language_names import NAMES, language_name
from embed_kcpd.text.scripts import letters_by_script, words_in
from embed_kcpd.text.units import check_text

WINDOWS = 40
"""Places of the text that are looked at."""

WINDOW = 200
"""Characters looked at in each place: about a sentence."""

SHORT_TEXT = 1_000
"""Characters up to which a text is looked at as a whole: its parts would be judged less well."""

SEVERAL = "mul"
"""The code of a text in several languages (ISO 639-2)."""

UNKNOWN = "und"
"""The code of a text whose language cannot be told (ISO 639-2)."""

SHARE_OF_SECOND = 0.25
"""Share of the words from which on a second language makes a text one in several languages."""

CLEAR = 0.5
"""Probability a language must have for Latin text to be taken for it instead of English."""

SURELY_NOT_ENGLISH = 0.95
"""Probability that Latin text is not English must have at the same time."""

_ENGLISH_SHARE = 0.03
"""Share of these words from which on a window is English."""

_ENGLISH_WORDS = frozenset(
    re.findall(
        r"\w+",
        "and are been between from has have into its more not our such than that the their there "
        "these they this using was were when where which while with would you",
    )
)
"""Frequent in English, and rare in other languages written in Latin letters."""

_COUNTED_AS_ENGLISH = ("en", "pcm", "zxx")
"""English, Nigerian Pidgin and "no language at all", which the detector says of short English."""

_WORD = re.compile(r"[^\W\d_]+")

_ONE_LANGUAGE = {
    "Greek": "el",
    "Armenian": "hy",
    "Hebrew": "he",
    "Bengali": "bn",
    "Gurmukhi": "pa",
    "Gujarati": "gu",
    "Odia": "or",
    "Tamil": "ta",
    "Telugu": "te",
    "Kannada": "kn",
    "Malayalam": "ml",
    "Sinhala": "si",
    "Thai": "th",
    "Lao": "lo",
    "Tibetan": "bo",
    "Burmese": "my",
    "Georgian": "ka",
    "Khmer": "km",
    "Kana": "ja",
    "Hangul": "ko",
    "Han": "zh",
}
"""Scripts that one language is written in, or one by far more than the others."""

_SHARED = {
    "Cyrillic": ("ru", "uk", "be", "bg", "mk", "sr", "kk", "ky", "mn", "tg", "tt", "ba"),
    "Arabic": ("ar", "fa", "ur", "ps", "ug"),
    "Devanagari": ("hi", "mr", "ne", "sa"),
    "Ethiopic": ("am",),
}
"""Languages to choose from in the scripts that several share."""

_ARABIC_DIALECTS = ("ary", "arz")
"""Spoken forms that the detector tells apart and encoders do not."""

_KANA_SHARE = 0.05
"""Share of kana among Han characters from which on a text is Japanese."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language, and from 0 to 1 how sure it is; ``parts`` has the codes of a mixed text."""

    code: str
    name: str
    confidence: float
    parts: tuple[str, ...] = ()


class Seen(NamedTuple):
    """What a window shows at first sight."""

    window: str
    script: str
    language: str | None
    words: float


class Vote(NamedTuple):
    """A window's language, how sure it is, and how many words it speaks for."""

    code: str
    confidence: float
    words: float


def detect_language(text: str) -> Language:
    """The language a text is written in.

    >>> detect_language("The sun rose over the garden, and they were awake.").code
    'en'
    >>> detect_language("今天天气很好，我们去公园。").name
    'Chinese'
    """
    check_text(text)
    votes = _votes([seen for window in windows(text) for seen in _look_at(window)])
    if not votes:
        return Language(UNKNOWN, "unknown", 0.0)
    shares = _shares(votes)
    parts = [code for code, share in shares.items() if share >= SHARE_OF_SECOND] or [*shares][:1]
    if len(parts) > 1:
        names = " and ".join(language_name(code) for code in parts)
        return Language(SEVERAL, names, _confidence(votes, parts), tuple(parts))
    return Language(parts[0], language_name(parts[0]), _confidence(votes, parts[:1]))


def known_language(code: str) -> Language:
    """A language somebody named; an ``OptionsError`` for what is no code.

    >>> known_language("pt-BR")
    Language(code='pt-BR', name='Portuguese', confidence=1.0, parts=())
    """
    return Language(code, language_name(code), 1.0)


def shows_english(text: str) -> bool:
    """Whether several function words show English in most of a text, without the detector.

    >>> shows_english("They were awake when the sun rose over the garden.")
    True
    >>> shows_english("Estaban despiertos cuando salió el sol sobre el jardín.")
    False
    """
    english = [
        _has_english_words(window) and len(_ENGLISH_WORDS & {*_WORD.findall(window.lower())}) > 1
        for window in windows(text)
    ]
    return 2 * sum(english) > len(english)


def language_values(language: Language) -> dict[str, object]:
    """Code, name and confidence in plain JSON values, for the provenance of results."""
    values = {
        "code": language.code,
        "name": language.name,
        "confidence": round(language.confidence, 3),
    }
    return {**values, "parts": list(language.parts)} if language.parts else values


def windows(text: str) -> list[str]:
    """Evenly spread parts of the text; a short text is looked at as a whole.

    >>> [len(window) for window in windows("x" * 1500)]
    [200, 200, 200, 200, 200, 200, 200, 100]
    """
    stripped = text.strip()
    if len(stripped) <= SHORT_TEXT:
        return [stripped]
    last = max(0, len(stripped) - WINDOW)
    step = max(WINDOW, last / (WINDOWS - 1))
    starts = (int(index * step) for index in range(WINDOWS))
    return [stripped[start : start + WINDOW] for start in starts if start < len(stripped)]


def _look_at(window: str) -> Iterator[Seen]:
    """What script and words say about a part of the text, for each script with a share in it."""
    letters = letters_by_script(window)
    if letters.get("Kana", 0) > _KANA_SHARE * letters.get("Han", 0):
        letters["Kana"] += letters.pop("Han", 0)
    words = {script: words_in(script, n) for script, n in letters.items()}
    for script, n_words in words.items():
        if n_words >= SHARE_OF_SECOND * sum(words.values()):
            yield Seen(window, script, _language_at_sight(window, script), n_words)


def _language_at_sight(window: str, script: str) -> str | None:
    is_english = script == "Latin" and _has_english_words(window)
    return "en" if is_english else _ONE_LANGUAGE.get(script)


def _has_english_words(window: str) -> bool:
    """Whether function words show English; one alone may be part of a name."""
    words = _WORD.findall(window.lower())
    least = 1 if len(words) <= 20 else max(2, _ENGLISH_SHARE * len(words))
    return sum(word in _ENGLISH_WORDS for word in words) >= least


def _votes(seen: Sequence[Seen]) -> list[Vote]:
    """A language and its confidence for each window."""
    undecided = [part for part in seen if part.language is None]
    is_english = all(part.script == "Latin" for part in seen)
    if is_english and len(undecided) < SHARE_OF_SECOND * len(seen):
        return [Vote("en", 1.0 if part.language else 0.0, part.words) for part in seen]
    return [_vote(part) for part in seen]


def _vote(part: Seen) -> Vote:
    if part.language is not None:
        return Vote(part.language, 1.0, part.words)
    if part.script == "Latin":
        return Vote(*_latin_language(part.window), part.words)
    return Vote(*_shared_script(part.window, part.script), part.words)


def _shares(votes: Sequence[Vote]) -> dict[str, float]:
    """Share of the words in each language, largest first."""
    total = sum(vote.words for vote in votes)
    words = dict.fromkeys((vote.code for vote in votes), 0.0)
    for vote in votes:
        words[vote.code] += vote.words / total
    return dict(sorted(words.items(), key=lambda item: -item[1]))


def _confidence(votes: Sequence[Vote], codes: Sequence[str]) -> float:
    sure = sum(vote.words * vote.confidence for vote in votes if vote.code in codes)
    return float(sure / sum(vote.words for vote in votes))


def _latin_language(window: str) -> tuple[str, float]:
    chances = _chances(window)
    best = max(chances, key=lambda code: chances[code])
    english = sum(chances[code] for code in _COUNTED_AS_ENGLISH)
    is_clear = best in NAMES and chances[best] >= CLEAR and english <= 1.0 - SURELY_NOT_ENGLISH
    return (best, chances[best]) if is_clear else ("en", english)


def _shared_script(window: str, script: str) -> tuple[str, float]:
    chances = _chances(window)
    best = max(_SHARED[script], key=lambda code: chances[code])
    return best, chances[best] / (sum(chances[code] for code in _SHARED[script]) or 1.0)


def _chances(window: str) -> Mapping[str, float]:
    """Probability of every language the detector knows."""
    chances = dict(_detector().rank(window))
    chances["ar"] += sum(chances.pop(dialect) for dialect in _ARABIC_DIALECTS)
    return chances


@lru_cache(maxsize=1)
def _detector() -> Any:
    """The detector's model: a third of a second and 100 MB, so only where it is needed."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
