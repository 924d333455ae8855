"""Words whose full stop ends no sentence, beside those that ``sentencex`` 1.0 knows.

In:  a word with its full stop taken off, and a language.
Out: whether the sentence goes on behind it: always, or where a number follows.

A word in small letters also stands for itself with a capital.  Each was missing when texts of its
language were split: titles of persons and places, and what laws and references are counted by.
"""

import unicodedata
from collections.abc import Mapping

_ALWAYS: Mapping[str, frozenset[str]] = {
    "ar": frozenset(("د", "أ")),
    "fr": frozenset(("M", "MM", "mme", "mlle", "mgr")),
    "hi": frozenset(("डॉ", "प्रो", "रु", "पं", "श्री", "कु", "स्व", "मो", "कि.मी", "मी", "ई", "ई.पू")),
    "it": frozenset(("S", "ss")),
    "nl": frozenset(("mevr", "dhr", "mw")),
    "pl": frozenset(("św", "ws", "ks", "bp")),
    "pt": frozenset(("av",)),
    "ro": frozenset(("dl", "dna")),
    "vi": frozenset(("TP", "TS", "ThS", "GS", "PGS", "BS", "GS.TS", "PGS.TS", "KS", "Q")),
}

_BEFORE_A_NUMBER: Mapping[str, frozenset[str]] = {
    "de": frozenset(("vermutl", "angebl", "insges", "ungef")),
    "el": frozenset(("παρ", "άρθ", "αρ", "σελ", "εδ")),
    "es": frozenset(("art", "arts", "núm", "pág", "ca", "cap", "inc")),
    "fr": frozenset(("art", "al", "p", "pp", "chap", "vol", "fig", "no")),
    "hu": frozenset(("kb",)),
    "it": frozenset(("art", "artt", "c", "co", "n", "p", "pp", "cap", "lett", "par")),
    "pl": frozenset(("art", "ust", "pkt", "par", "poz", "lok", "tel")),
    "pt": frozenset(("art", "arts", "n", "p", "pp", "inc", "cap")),
    "ro": frozenset(("alin", "lit", "pct", "nr")),
    "ru": frozenset(("ст", "п", "пп", "гл", "рис", "стр", "табл", "е")),
    "sv": frozenset(("kl", "nr", "st")),
    "tr": frozenset(("M.Ö", "M.S", "md", "no", "s")),
    "uk": frozenset(("ст", "п", "пп", "гл", "рис", "стор", "табл")),
}


def ends_no_sentence(word: str, language: str, before_number: bool) -> bool:
    """Whether a sentence goes on behind this word and its full stop.

    >>> ends_no_sentence("M", "fr", before_number=False)
    True
    >>> ends_no_sentence("Art", "it", before_number=False)
    False
    """
    word = unicodedata.normalize("NFC", word)
    known = _ALWAYS.get(language, frozenset())
    if before_number:
        known |= _BEFORE_A_NUMBER.get(language, frozenset())
    return word in known or word.lower() in known
