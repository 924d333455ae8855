"""The language that a file says it is written in.

In:  what stands in the file.
Out: a language code, or ``None`` where it is none: files say many things.
"""

from embed_kcpd.errors import OptionsError
from embed_kcpd.text.language_names import NAMES, main_code

_CODES = {name.lower(): code for code, name in NAMES.items()}


def stated_language(value: str | None) -> str | None:
    """The code of a language that a file names, by its code or in English as Whisper does.

    >>> stated_language("pt_BR"), stated_language("german"), stated_language("none")
    ('pt', 'de', None)
    """
    if value is None:
        return None
    name = value.strip().lower()
    try:
        return _CODES.get(name) or main_code(name.replace("_", "-").partition("-")[0])
    except OptionsError:
        return None
