"""Which built-in encoder reads a language.

In:  a ``Language``, perhaps an encoder that somebody chose.
Out: the name of an encoder, and what to tell people whose language it does not know.

MiniLM was trained on English; ``multilingual`` (the Universal Sentence Encoder) on the languages
below.  A text in several languages needs one space for all of them, which only ``multilingual``
has.  A language neither knows is read by the one that did better on it or on a close relative;
where nothing was measured, by MiniLM, which did better on Hindi and Finnish, the two languages
with more than a short text to go by.
"""

from dataclasses import dataclass

from embed_kcpd.encoders.protocol import Encoder
from embed_kcpd.errors import LanguageWarning
from embed_kcpd.errors import warn as warn_user
from embed_kcpd.text.language import SEVERAL, UNKNOWN, Language
from embed_kcpd.text.language_names import NAMES, language_name, main_code

ENGLISH_ENCODER = "minilm"
MULTILINGUAL_ENCODER = "multilingual"
BETTER_ENCODER = "intfloat/multilingual-e5-small"
"""Knows about a hundred languages; not built in, because its weights are on the hub alone."""

MULTILINGUAL_LANGUAGES = (
    *("ar", "de", "en", "es", "fr", "it", "ja", "ko"),
    *("nl", "pl", "pt", "ru", "th", "tr", "zh"),
)
"""Languages the multilingual encoder was trained on (Yang et al. 2019, table 1)."""

ENCODER_LANGUAGES = {
    "minilm": ("en",),
    "mpnet": ("en",),
    "wordllama": ("en",),
    MULTILINGUAL_ENCODER: MULTILINGUAL_LANGUAGES,
}
"""The languages that the built-in encoders were trained on; the others say nothing about theirs."""

_SAME = {"cmn": "zh", "yue": "zh", "wuu": "zh", "hak": "zh", "nan": "zh", "arz": "ar", "ary": "ar"}
"""Varieties written so much like a language of the list that no warning is due."""

_BETTER_MULTILINGUAL = (
    *("ca", "an", "ast", "gl", "oc"),  # Catalan, and what is near it, Spanish and Portuguese
    *("af", "fy", "lb", "li", "nds", "gsw", "bar"),  # near Dutch and German
    *("sv", "da", "nb", "nn", "no"),
    *("uk", "be", "bg", "mk"),  # near Russian
    *("el", "fa", "he"),
)
"""Languages it was not trained on and yet reads better than MiniLM, or as close relatives should:
Catalan, Greek, Hebrew, Persian, Swedish and Ukrainian by a short text each.  Czech and Vietnamese
did better with MiniLM in the same way."""


@dataclass(frozen=True, slots=True)
class EncoderChoice:
    """The name of a built-in encoder, and a warning where it does not know the language."""

    name: str
    warning: str | None = None


@dataclass(frozen=True, slots=True)
class EncoderByLanguage:
    """The built-in encoder for the language of the text, with settings for whichever it is."""

    threads: int | None = None
    use_cache: bool = True

    def encoder(self, language: Language, *, warn: bool = True) -> Encoder:
        """The encoder, not loaded yet; warns of a language it does not know."""
        from embed_kcpd.encoders.names import pretrained_by_name

        choice = encoder_for(language)
        if warn and choice.warning is not None:
            warn_user(choice.warning, LanguageWarning)
        encoder = pretrained_by_name(choice.name, self.threads)
        if not self.use_cache:
            return encoder
        from embed_kcpd.encoders.cache.vector_cache import cached

        return cached(encoder)


def warn_if_unknown(encoder: Encoder, language: Language) -> None:
    """Warn of a language that this encoder does not know, if it is a built-in one."""
    from embed_kcpd.encoders.names import pretrained_name

    name = pretrained_name(encoder)
    warning = None if name is None else language_warning(name, language)
    if warning is not None:
        warn_user(warning, LanguageWarning)


def language_warning(name: str, language: Language) -> str | None:
    """What to tell people whose text this built-in encoder reads, where it does not know it.

    >>> language_warning("minilm", Language("en", "English", 1.0))
    >>> print(language_warning("minilm", Language("de", "German", 1.0)))
    the text is in German, which minilm does not know; boundaries may be missing or wrong; \
multilingual knows it: --encoder multilingual, or Settings(encoder='multilingual')
    """
    if language.code == UNKNOWN:
        return None
    codes = language.parts if language.code == SEVERAL else (main_code(language.code),)
    unknown = [code for code in codes if not is_known_to(name, code)]
    if not unknown:
        return None
    to_all = [code for code in unknown if not _is_known(code)]
    return _warning(to_all, name) if to_all else _other_encoder(unknown, name)


def is_known_to(name: str, code: str) -> bool:
    """Whether this built-in encoder knows a language; of several at least one is not English.

    >>> is_known_to("minilm", "en"), is_known_to("minilm", "mul")
    (True, False)
    """
    if code == UNKNOWN or name not in ENCODER_LANGUAGES:
        return True
    if code == SEVERAL:
        return name == MULTILINGUAL_ENCODER
    return _is_known(main_code(code), ENCODER_LANGUAGES[name])


def encoder_for(language: Language) -> EncoderChoice:
    """The built-in encoder for a language.

    >>> encoder_for(Language("en", "English", 1.0)).name
    'minilm'
    >>> encoder_for(Language("de", "German", 1.0)).name
    'multilingual'
    """
    name = _encoder_name(language)
    return EncoderChoice(name, language_warning(name, language))


def _encoder_name(language: Language) -> str:
    if language.code == UNKNOWN:
        return ENGLISH_ENCODER
    if language.code == SEVERAL:
        return MULTILINGUAL_ENCODER
    code = main_code(language.code)
    if code == "en":
        return ENGLISH_ENCODER
    is_better = _is_known(code) or code in _BETTER_MULTILINGUAL
    return MULTILINGUAL_ENCODER if is_better else ENGLISH_ENCODER


def _is_known(code: str, languages: tuple[str, ...] = MULTILINGUAL_LANGUAGES) -> bool:
    return _SAME.get(code, code) in languages


def _other_encoder(codes: list[str], used: str) -> str:
    return (
        f"the text is in {_names(codes)}, which {used} does not know; boundaries may be missing or "
        f"wrong; {MULTILINGUAL_ENCODER} knows {'it' if len(codes) == 1 else 'them'}: --encoder "
        f"{MULTILINGUAL_ENCODER}, or Settings(encoder={MULTILINGUAL_ENCODER!r})"
    )


def _names(codes: list[str]) -> str:
    return " and ".join(language_name(code) for code in codes)


def _warning(codes: list[str], used: str) -> str:
    names = _names(codes)
    knows = ", ".join(sorted(NAMES[code] for code in MULTILINGUAL_LANGUAGES))
    return (
        f"the text is in {names}, which no built-in encoder knows (they know {knows}); it was read "
        f"with {used}, so boundaries may be missing or wrong; an encoder that knows {names} does "
        f"better: --encoder {BETTER_ENCODER}, or Settings(encoder={BETTER_ENCODER!r})"
    )
