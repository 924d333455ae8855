"""Phrases one after the other, with the comma of their script between them.

In:  phrases.
Out: one line for a person.
"""

from collections.abc import Sequence

from embed_kcpd.text.scripts import letters_by_script, main_script

COMMA = ", "
_COMMAS = {"Arabic": "، ", "Han": "、", "Kana": "、"}
"""Between the items of a list; Korean has the comma of Latin scripts."""


def listed(phrases: Sequence[str]) -> str:
    """The phrases with commas between them.

    >>> listed(["beans", "peas"]), listed(["大豆", "豌豆"]), listed(["فول", "بازلاء"])
    ('beans, peas', '大豆、豌豆', 'فول، بازلاء')
    """
    return comma(phrases).join(phrases)


def comma(phrases: Sequence[str]) -> str:
    """What stands between these phrases, by the script that most of their words are in."""
    return _COMMAS.get(main_script(letters_by_script("".join(phrases))) or "", COMMA)
