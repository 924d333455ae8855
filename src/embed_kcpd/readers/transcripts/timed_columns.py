"""Names of the columns of a transcript that is a table, in several languages.

In:  the names in the first line.
Out: which column has the start, the end or length, the words and the speaker, and in which unit.

No words that other tables use: "from" and "to" are people in a table of mails.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from embed_kcpd.readers.streams.column_names import AUTHOR_NAMES, TEXT_NAMES, known_column

_STARTS = (
    *("start", "start_time", "starttime", "start_timecode", "begin", "begin_time", "begintime"),
    *("onset", "tmin", "timecode_in", "start_zeit", "startzeit", "beginn", "anfang"),
    *("début", "debut", "inicio", "inizio"),
)
_ENDS = (
    *("end", "end_time", "endtime", "end_timecode", "stop", "stop_time", "stoptime", "tmax"),
    *("timecode_out", "end_zeit", "endzeit", "ende", "fin", "fine"),
)
_LENGTHS = ("duration", "dur", "dauer", "durée", "duree", "duración", "duracion", "durata")
_SAID = ("transcript", "transcription", "utterance", "caption", "subtitle", "words", "speech")
_SPEAKERS = (
    *("speaker", "speaker_name", "speaker_label", "speaker_id", "name", "participant", "sprecher"),
    *("sprecherin", "locuteur", "hablante", "parlante"),
)

_LONGEST_NAME = 60
"""Characters of a name; a first line of prose has longer parts."""

_UNIT = re.compile(
    r"[ _-]*(?:[(\[] *|(?<=[ _-]))(?P<unit>ms|msec|milliseconds?|s|secs?|seconds?)[ )\]]*$", re.I
)


@dataclass(frozen=True, slots=True)
class TimedColumns:
    """The columns of a transcript; ``in_thousandths`` where names say so, ``None`` where not."""

    start: str
    end: str | None
    length: str | None
    text: str
    speaker: str | None
    in_thousandths: bool | None


def timed_columns(names: Sequence[str], text_column: str | None = None) -> TimedColumns | None:
    """The columns, ``None`` where they are not those of a transcript.

    >>> timed_columns(["Speaker Name", "Start (ms)", "End (ms)", "Text"]).in_thousandths
    True
    >>> timed_columns(["start", "text"])
    """
    if any(len(name) > _LONGEST_NAME for name in names):
        return None
    plain = {_UNIT.sub("", name): name for name in reversed(names)}
    start = known_column(list(plain), _STARTS)
    end = known_column(list(plain), _ENDS)
    length = None if end else known_column(list(plain), _LENGTHS)
    others = [name for name in names if _UNIT.sub("", name) not in (start, end, length)]
    text = text_column if text_column in others else known_column(others, (*TEXT_NAMES, *_SAID))
    if start is None or (end or length) is None or text is None:
        return None
    others.remove(text)
    return TimedColumns(
        plain[start],
        None if end is None else plain[end],
        None if length is None else plain[length],
        text,
        known_column(others, (*_SPEAKERS, *AUTHOR_NAMES)),
        _in_thousandths(plain[start]),
    )


def _in_thousandths(name: str) -> bool | None:
    unit = _UNIT.search(name)
    return None if unit is None else unit["unit"].lower().startswith("m")
