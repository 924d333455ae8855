"""Words for people: what a unit of a result is called, and times of a recording."""

from embed_kcpd.result.segmented_text import SegmentedText

_UNIT_NAMES = {
    "sentences": "sentence",
    "paragraphs": "paragraph",
    "lines": "line",
    "turns": "turn",
    "posts": "post",
    "messages": "message",
    "passages": "passage",
}


def unit_name(result: SegmentedText) -> str:
    """What one unit of the result is called, ``unit`` where that is not known."""
    made = result.provenance.get("unit")
    name = made.get("name") if isinstance(made, dict) else None
    return unit_word(name)


def unit_word(name: object) -> str:
    """One unit of a kind, by the name that the provenance has for it.

    >>> unit_word("passages"), unit_word("Blocks")
    ('passage', 'unit')
    """
    return _UNIT_NAMES.get(str(name), "unit")


def clock(seconds: float) -> str:
    """Hours where there are some, minutes and whole seconds, rounded down.

    >>> clock(62.9), clock(3723), clock(0.0)
    ('1:02', '1:02:03', '0:00')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
