"""The text of a WebVTT cue without its tags.

In:  the text of a cue as the file has it.
Out: what is said, by whom where a voice tag (``<v Name>``) says so, and when where the times of
     words (``<00:01:02.345>``) do.

Everything from ``<`` to ``>`` is a tag: classes, styles, times of words, voices; without ``>`` the
tag ends with the cue.  https://www.w3.org/TR/webvtt1/#cue-text-parsing-rules
"""

import html
import re
from dataclasses import dataclass, replace

from embed_kcpd.text.places import WordTime

_TAG = re.compile(r"<([^>]*)(?:>|\Z)")
_TIME = re.compile(r"(?:([0-9]{1,15}):)?([0-5][0-9]):([0-5][0-9]\.[0-9]{3})")
_VOICE = re.compile(r"v(?:\.[^ \t\n\f]*)?(?:[ \t\n\f]+(.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Voice:
    """What one speaker says in a cue; ``marks`` are its characters before which a time stands."""

    speaker: str | None
    text: str
    marks: tuple[WordTime, ...] = ()


def voices(text: str) -> list[Voice]:
    """Every voice of a cue, in order.

    >>> [(v.speaker, v.text) for v in voices("<v Anna>Is <i>it</i>?</v> <v.loud Ben>No &amp; yes.")]
    [('Anna', 'Is it?'), ('Ben', 'No & yes.')]
    >>> voices("so<00:01.500><c> it is</c>")[0].marks
    ((2, 1.5),)
    """
    said: list[Voice] = []
    speaker: str | None = None
    marks: tuple[WordTime, ...] = ()
    for part in _parts(text):
        if isinstance(part, tuple):
            speaker = part[0]
        elif isinstance(part, float):
            at = len(said[-1].text) if said and said[-1].speaker == speaker else 0
            marks = (*marks, (at, part))
        elif said and (said[-1].speaker == speaker or not part.strip()):
            last = said[-1]
            said[-1] = Voice(last.speaker, last.text + part, last.marks + marks)
            marks = ()
        else:
            said.append(Voice(speaker, part, marks))
            marks = ()
    spoken = [voice for voice in said if voice.text.strip()]
    return [replace(v, text=v.text.rstrip(" ")) if v.speaker else v for v in spoken]


def _parts(text: str) -> list[str | float | tuple[str | None]]:
    """Words; seconds where a time stands; and where the voice changes: a tuple with the name of the
    new one, or None."""
    parts: list[str | float | tuple[str | None]] = []
    position = 0
    for tag in _TAG.finditer(text):
        parts.append(html.unescape(text[position : tag.start()]))
        position = tag.end()
        voice = _VOICE.fullmatch(tag[1])
        if voice is not None:
            parts.append((" ".join(html.unescape(voice[1] or "").split()) or None,))
        elif tag[1] == "/v":
            parts.append((None,))
        elif time := _TIME.fullmatch(tag[1]):
            hours, minutes, seconds = time.groups()
            parts.append(float(hours or 0) * 3600 + int(minutes) * 60 + float(seconds))
    parts.append(html.unescape(text[position:]))
    return [part for part in parts if part != ""]
