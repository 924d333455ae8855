"""Text as UTF-8 can hold it.

In:  any string; JSON may have given it half of a surrogate pair.
Out: a string that every file and table takes.
"""


def storable(text: str) -> str:
    """The text with half of a surrogate pair as its escape.

    >>> storable("half \\ud83d")
    'half \\\\ud83d'
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
