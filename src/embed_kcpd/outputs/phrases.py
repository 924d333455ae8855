"""Words for people: what a unit of a result is called."""

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
    """What one unit of the result is called, ``unit`` if nobody knows."""
    made = result.provenance.get("unit")
    name = made.get("name") if isinstance(made, dict) else None
    return _UNIT_NAMES.get(str(name), "unit")
