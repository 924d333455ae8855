"""Chapters as JSON files write them.

In:  an object with a list ``chapters``: that of Podcasting 2.0 (``startTime``), of YouTube's
     information as yt-dlp writes it (``start_time``), of ffprobe (``tags.title``), or ours.
Out: the chapters that a table of contents shows.
"""

from collections.abc import Mapping
from typing import Any

from embed_kcpd.readers.document import GivenChapter
from embed_kcpd.readers.json_values import (
    objects,
    optional_seconds,
    optional_string,
    seconds,
)

_STARTS, _ENDS = ("startTime", "start_time", "start"), ("endTime", "end_time", "end")


def json_chapters(value: Mapping[str, Any], name: str) -> tuple[GivenChapter, ...]:
    """The chapters under the key ``chapters``, in the order of time.

    >>> json_chapters({"chapters": [{"startTime": 0, "title": "Intro"}]}, "file")
    (GivenChapter(start_seconds=0.0, title='Intro', end_seconds=None),)
    """
    given = value.get("chapters")
    if given is None:
        return ()
    place = f"{name}: chapters"
    chapters = [
        GivenChapter(
            seconds(_first(each, _STARTS), f"{place}[{number}] start"),
            _title(each),
            optional_seconds(_first(each, _ENDS), f"{place}[{number}] end"),
        )
        for number, each in enumerate(objects(given, place))
        if each.get("toc") is not False
    ]
    return tuple(sorted(chapters, key=lambda chapter: chapter.start_seconds))


def _first(value: Mapping[str, Any], keys: tuple[str, ...]) -> object:
    return next((value[key] for key in keys if key in value), None)


def _title(value: Mapping[str, Any]) -> str:
    tags = value.get("tags")
    nested = tags.get("title") if isinstance(tags, dict) else None
    title = optional_string(value.get("title")) or optional_string(nested) or ""
    return " ".join(title.split())
