"""JSON: one versioned schema for every place that writes a segmentation.

In:  a segmented text.
Out: plain values, or the JSON of them.  ``docs/reference/schema.json`` describes both.

Offsets are given twice: in characters as Python and the JSON text itself count them (code
points), and in bytes of the text in UTF-8.  Half of a surrogate pair, which UTF-8 cannot
hold, counts three bytes and is written as its escape.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import accumulate, pairwise

from embed_kcpd.outputs.outline import Heading, outline
from embed_kcpd.result.certainty import certainty
from embed_kcpd.result.explanation import Explanation
from embed_kcpd.result.segmentation import Segmentation
from embed_kcpd.result.segmented_text import SegmentedText, check_result
from embed_kcpd.text.long_units import byte_length
from embed_kcpd.text.places import Place
from embed_kcpd.text.utf8 import storable

SCHEMA = {"name": "embed-kcpd/segmentation", "version": "1.2"}
"""The second number grows with every key that is added, the first when one changes."""

DIGITS = 4
"""Of the probability at every unit, which is a curve to draw or to cut at a threshold."""


def as_values(result: SegmentedText) -> dict[str, object]:
    """The result as dictionaries, lists, strings and numbers."""
    check_result(result)
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
                "keywords": list(segment.keywords),
                "text": segment.text,
                "cost": segment.cost,
                "place": place_values(result.places_of(segment)),
            }
            for segment, (start_byte, end_byte) in zip(segments, pairwise(edges), strict=True)
        ],
        "gains": list(result.gains),
        "confidence": confidence_values(result.segmentation),
        "hierarchy": hierarchy_values(result),
        "objective": result.segmentation.objective,
        "explanation": explanation_values(result.explain()),
        "provenance": dict(result.provenance),
    }


def place_values(places: Sequence[Place]) -> dict[str, object] | None:
    """From where to where a segment goes in its recording, stream or document."""
    if not places:
        return None
    dates = [place.date for place in places if place.date is not None]
    pages = [place.page for place in places if place.page is not None]
    ends = [place.end_seconds for place in places if place.end_seconds is not None]
    return {
        "start_seconds": _float(places[0].start_seconds),
        "end_seconds": _float(max(ends)) if ends else None,
        "start_date": min(dates).isoformat() if dates else None,
        "end_date": max(dates).isoformat() if dates else None,
        "start_page": int(min(pages)) if pages else None,
        "end_page": int(max(pages)) if pages else None,
        "headings": list(places[0].headings),
        "speakers": list(dict.fromkeys(place.speaker for place in places if place.speaker)),
    }


def _float(seconds: float | None) -> float | None:
    return None if seconds is None else float(seconds)


def confidence_values(segmentation: Segmentation) -> dict[str, object] | None:
    """The probability of each boundary, of a boundary at every unit, and of none."""
    if segmentation.confidence is None:
        return None
    return {
        "no_boundary": segmentation.confidence.none,
        "boundaries": [
            {
                "unit": unit,
                "probability": probability,
                "certainty": certainty(probability),
                "first": first,
                "last": last,
            }
            for unit, probability in zip(
                segmentation.boundaries, segmentation.probabilities, strict=True
            )
            for first, last in [segmentation.confidence.interval(unit)]
        ],
        "units": [round(float(chance), DIGITS) for chance in segmentation.confidence.at],
    }


def hierarchy_values(result: SegmentedText) -> dict[str, object] | None:
    """The levels, coarsest first, and the tree of their segments."""
    levels = result.segmentation.hierarchy
    if levels is None:
        return None
    return {
        "own_level": levels.own,
        "levels": [
            {
                "boundaries": list(level.segmentation.boundaries),
                "lowest_price": level.lowest,
                "highest_price": level.highest if math.isfinite(level.highest) else None,
            }
            for level in levels.levels
        ],
        "tree": [_heading_values(result, heading) for heading in outline(result)],
    }


def _heading_values(result: SegmentedText, heading: Heading) -> dict[str, object]:
    lasting = heading.persistence
    return {
        "level": heading.level,
        "start_unit": heading.start_unit,
        "end_unit": heading.end_unit,
        "start_char": result.units[heading.start_unit].start,
        "end_char": result.units[heading.end_unit - 1].end,
        "title": heading.title,
        "persistence": lasting if math.isfinite(lasting) else None,
        "children": [_heading_values(result, child) for child in heading.children],
    }


def explanation_values(explanation: Explanation) -> dict[str, object]:
    """Why the text is cut this fine, and whether there was evidence enough."""
    return {"is_reliable": explanation.is_reliable, **asdict(explanation)}


def as_json(result: SegmentedText) -> str:
    """The result as indented JSON that any program can read, one line break at its end."""
    return indented(as_values(result))


def indented(values: Mapping[str, object]) -> str:
    """Values as JSON on many lines, one line break at its end."""
    # A lone surrogate becomes its escape, "\ud800", which is also how JSON writes it.
    return storable(json.dumps(values, ensure_ascii=False, allow_nan=False, indent=2)) + "\n"
