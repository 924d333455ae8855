"""The language that a file says it is written in.

In:  what stands in the file.
Out: a language code, or ``None`` where it is none: files say many things.
"""

from embed_kcpd.errors import OptionsError
from embed_kcpd.text.language_names import main_code


def stated_language(value: str | None) -> str | None:
    """The code of a language that a file names.

    >>> stated_language("pt_BR"), stated_language("none"), stated_language(None)
    ('pt', None, None)
    """
    if value is None:
        return None
    try:
        return main_code(value.strip().replace("_", "-").partition("-")[0].lower())
    except OptionsError:
        return None
