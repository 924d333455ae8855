"""The text of a WebVTT cue without its tags.

In:  the text of a cue as the file has it.
Out: what is said, and by whom where a voice tag (``<v Name>``) says so.

Everything from ``<`` to ``>`` is a tag: classes, styles, times of words, voices; without ``>`` the
tag ends with the cue.  https://www.w3.org/TR/webvtt1/#cue-text-parsing-rules
"""

import html
import re

_TAG = re.compile(r"<([^>]*)(?:>|\Z)")
_VOICE = re.compile(r"v(?:\.[^ \t\n\f]*)?(?:[ \t\n\f]+(.*))?", re.DOTALL)


def voices(text: str) -> list[tuple[str | None, str]]:
    """Speaker and words of every voice of a cue, in order.

    >>> voices("<v Anna>Is it <i>late</i>?</v> <v.loud Ben>No &amp; yes.")
    [('Anna', 'Is it late?'), ('Ben', 'No & yes.')]
    """
    said: list[tuple[str | None, str]] = []
    speaker: str | None = None
    for part in _parts(text):
        if isinstance(part, tuple):
            speaker = part[0]
        elif said and (said[-1][0] == speaker or not part.strip()):
            said[-1] = (said[-1][0], said[-1][1] + part)
        else:
            said.append((speaker, part))
    return [(name, words.rstrip(" ") if name else words) for name, words in said if words.strip()]


def plain_text(text: str) -> str:
    """The text of a cue without tags, whoever says it.

    >>> plain_text("this<00:05:04.199><c> will</c> do")
    'this will do'
    """
    return "".join(part for part in _parts(text) if isinstance(part, str))


def _parts(text: str) -> list[str | tuple[str | None]]:
    """Words, and where the voice changes: a tuple with the name of the new one, or None."""
    parts: list[str | tuple[str | None]] = []
    position = 0
    for tag in _TAG.finditer(text):
        parts.append(html.unescape(text[position : tag.start()]))
        position = tag.end()
        voice = _VOICE.fullmatch(tag[1])
        if voice is not None:
            parts.append((" ".join(html.unescape(voice[1] or "").split()) or None,))
        elif tag[1] == "/v":
            parts.append((None,))
    parts.append(html.unescape(text[position:]))
    return [part for part in parts if part]
