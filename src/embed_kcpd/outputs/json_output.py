"""JSON: one versioned schema for every place that writes a segmentation.

In:  a segmented text.
Out: plain values, or the JSON of them.  ``docs/schema.json`` describes both.

Offsets are given twice: in characters as Python and the JSON text itself count them (code
points), and in bytes of the text in UTF-8.  Half of a surrogate pair, which UTF-8 cannot
hold, counts three bytes and is written as its escape.
"""

import json
from dataclasses import asdict
from itertools import accumulate, pairwise

from embed_kcpd.explanation import Explanation
from embed_kcpd.long_units import byte_length
from embed_kcpd.segmentation import SegmentedText

SCHEMA = {"name": "embed-kcpd/segmentation", "version": "1.0"}
"""The second number grows with every key that is added, the first when one changes."""


def as_values(result: SegmentedText) -> dict[str, object]:
    """The result as dictionaries, lists, strings and numbers."""
    segments = result.segments
    edges = accumulate((byte_length(segment.text) for segment in segments), initial=0)
    return {
        "schema": SCHEMA,
        "n_units": result.n_units,
        "boundaries": list(result.boundaries),
        "segments": [
            {
                "start_unit": segment.start_unit,
                "end_unit": segment.end_unit,
                "start_char": segment.start_char,
                "end_char": segment.end_char,
                "start_byte": start_byte,
                "end_byte": end_byte,
                "title": segment.title,
                "text": segment.text,
                "cost": segment.cost,
            }
            for segment, (start_byte, end_byte) in zip(segments, pairwise(edges), strict=True)
        ],
        "gains": list(result.gains),
        "objective": result.segmentation.objective,
        "explanation": explanation_values(result.explain()),
        "provenance": dict(result.provenance),
    }


def explanation_values(explanation: Explanation) -> dict[str, object]:
    """Why the text is cut this fine, and whether there was evidence enough."""
    return {"is_reliable": explanation.is_reliable, **asdict(explanation)}


def as_json(result: SegmentedText) -> str:
    """The result as indented JSON that any program can read, one line break at its end."""
    written = json.dumps(as_values(result), ensure_ascii=False, allow_nan=False, indent=2)
    # A lone surrogate becomes its escape, "\ud800", which is also how JSON writes it.
    return written.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"
