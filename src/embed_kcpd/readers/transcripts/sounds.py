"""What is heard and not said: ``[Music]``, ``(applause)``, ``♪``.

In:  the pieces of a transcript.
Out: the pieces without these marks, and a note where there were some.

Square brackets around a whole line describe a sound in every language, unless most captions of the
file are so.  Within a line, and in round brackets, one is known by its words: all of them tell of
a sound, or somebody does something that is heard.  What is sung between notes stays.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from embed_kcpd.readers.document import Piece
from embed_kcpd.readers.transcripts.word_times import begun
from embed_kcpd.text.scripts import MARKS

_LONGEST, _WIDTH = 80, 40
"""Characters of a mark, and of what may stand on its lines on either side."""

_INSIDE = rf"[^\[\]()［］（）【】*]{{0,{_LONGEST}}}"
_SQUARE = rf"\[{_INSIDE}\]|［{_INSIDE}］|【{_INSIDE}】|（{_INSIDE}）"
_ROUND = rf"\({_INSIDE}\)|\*{_INSIDE}\*"
_MARK = re.compile(rf"(?P<notes>[♩♪♫♬🎵🎶]+)|(?P<square>{_SQUARE})|(?P<round>{_ROUND})")
_LABEL = re.compile(r"[ \t]*[:：]")
_BESIDE = re.compile(r"[\s>.♩♪♫♬🎵🎶–—-]*")
"""What may stand on the lines of a mark that is alone on them."""

_WORD = re.compile(rf"[^\W\d_][\w{MARKS}’'-]*")
_SENTENCE = re.compile(r"[.!?。！？।؟]\s*.\Z")

_SOUNDS = frozenset(
    re.findall(
        r"\S+",
        """music applause laughter laughs laugh laughing chuckles chuckle chuckling cheers cheering
        clapping sighs sigh coughs cough coughing sneezes gasps groans screams screaming sobs crying
        whistling humming singing inaudible unintelligible indistinct indecipherable crosstalk
        chatter silence pause blank_audio noises beep beeping buzzing ringing
        musik applaus gelächter lachen lacht lachend unverständlich stille pause jubel
        musique applaudissements rires rire inaudible
        música aplausos risas risa risos risadas inaudible inaudível ininteligible
        musica applausi risate risata incomprensibile
        muziek gelach onverstaanbaar applåder skratt musikk latter klapsalver
        muzyka oklaski śmiech brawa hudba potlesk smích zene nevetés
        музыка аплодисменты смех музика оплески сміх неразборчиво
        müzik alkış gülme kahkaha μουσική χειροκρότημα γέλια
        موسيقى تصفيق ضحك מוזיקה מוסיקה צחוק संगीत तालियां तालियाँ हंसी
        音楽 拍手 笑い 笑 笑声 音乐 掌声 音樂 掌聲 笑聲 음악 박수 웃음""",
    )
)
"""Words that name a sound, or say that nothing could be understood."""

_DOINGS = frozenset(
    re.findall(
        r"\S+",
        """laughs laughing chuckles chuckling sighs coughs coughing sneezes gasps groans screams
        screaming sobs crying cheering clapping whistling humming singing lacht lachend""",
    )
)
"""Those that follow the name of somebody."""

_QUALITIES = frozenset(
    re.findall(
        r"\S+",
        """playing plays continues continuing stops stopping ends ending fades fading swells starts
        starting begins beginning resumes out up audience crowd background distance distant room
        hall loud soft quiet faint light slow upbeat cheerful dramatic tense suspenseful ominous
        gentle calm mellow lively intro outro opening closing theme instrumental sound sounds noise
        sustained scattered prolonged enthusiastic nervous brief
        leise laute laut lauter sanfte ruhige fröhliche dramatische spielt läuft endet verklingt
        hintergrund publikum saal beifall
        douce forte fond salle public nourris suave alegre fondo público sala dolce sottofondo
        pubblico sala""",
    )
)
"""Words that tell how, where and how long something is heard."""

_LINKS = frozenset(
    re.findall(
        r"\S+",
        "and from in of over the with im aus dem der vom und dans de du et la le en y del e di",
    )
)
"""Words between these; a description neither begins nor ends with one."""

MOST_WORDS_WITHIN, MOST_WORDS_ALONE = 3, 6
"""Words of a description by its words: within a line, and alone on its lines."""

MOST_WORDS_OF_DOING = 2
"""Words that name somebody and what is heard of them, such as "Ada laughs"."""

LARGEST_SHARE = 0.5
"""Share of captions in brackets from which on brackets say nothing about a sound."""


def without_sounds(pieces: Sequence[Piece]) -> tuple[list[Piece], tuple[str, ...]]:
    """The pieces without marks of sounds; those with nothing else are left out."""
    in_brackets = sum(_is_bracketed(piece.text) for piece in pieces)
    any_line = in_brackets <= LARGEST_SHARE * len(pieces)
    marks = [_marks(piece.text, any_line) for piece in pieces]
    found = [mark for each in marks for mark in each]
    if not found:
        return list(pieces), ()
    said = [
        part
        for piece, each in zip(pieces, marks, strict=True)
        for part in (_said(piece, each) if each else (piece,))
    ]
    example = " ".join(found[0][0].split())
    kind = "sound mark" if len(found) == 1 else "sound marks"
    return said, (f"{len(found):,} {kind} such as {example} left out",)


def _is_bracketed(text: str) -> bool:
    """Whether a caption is one description in square brackets whose words name no sound."""
    mark = _MARK.fullmatch(text.strip())
    return mark is not None and bool(mark["square"]) and not _names_sound(mark[0])


def _marks(text: str, any_line: bool) -> "list[re.Match[str]]":
    return [mark for mark in _MARK.finditer(text) if _is_sound(mark, any_line)]


def _is_sound(mark: "re.Match[str]", any_line: bool) -> bool:
    """Whether a mark describes a sound, and neither names a speaker nor holds what is said."""
    if mark["notes"]:
        return True
    if _LABEL.match(mark.string, mark.end()):
        return False
    is_alone = _is_alone(mark)
    if mark["square"] and not any(map(str.isalnum, mark[0])):
        return True
    if mark["square"] and is_alone and any_line and not _SENTENCE.search(mark[0]):
        return True
    return _names_sound(mark[0], is_alone=is_alone)


def _is_alone(mark: "re.Match[str]") -> bool:
    """Whether nothing else is said on the lines of a mark."""
    text, begin, end = mark.string, max(0, mark.start() - _WIDTH), mark.end() + _WIDTH
    before = text[begin : mark.start()].rpartition("\n")
    after = text[mark.end() : end].partition("\n")
    begins = bool(before[1]) or begin == 0
    ends = bool(after[1]) or end >= len(text)
    return begins and ends and bool(_BESIDE.fullmatch(before[2]) and _BESIDE.fullmatch(after[0]))


def _names_sound(description: str, *, is_alone: bool = False) -> bool:
    """Whether a description of few words tells of nothing but a sound.

    One that is alone on its lines may end with the name of a sound, whatever stands before it.

    >>> _names_sound("(Laughter.)"), _names_sound("[inaudible 00:12]"), _names_sound("(a)")
    (True, True, False)
    >>> _names_sound("(music fades out)"), _names_sound("(music theory)")
    (True, False)
    """
    words = _WORD.findall(description.lower())
    if not 0 < len(words) <= (MOST_WORDS_ALONE if is_alone else MOST_WORDS_WITHIN):
        return False
    if is_alone and words[-1] in _SOUNDS:
        return True
    others = [word for word in words if word not in _SOUNDS | _QUALITIES | _LINKS]
    others = [word for word in others if not word.endswith("ly")]
    if others:
        return len(words) <= MOST_WORDS_OF_DOING and words[-1] in _DOINGS
    return not _LINKS & {words[0], words[-1]} and not _SOUNDS.isdisjoint(words)


def _said(piece: Piece, marks: "Sequence[re.Match[str]]") -> Iterator[Piece]:
    """What is said between marks; the first and the last keep the times of the caption."""
    text, n_chars = piece.text, len(piece.text)
    edges = [0, *(edge for mark in marks for edge in mark.span()), n_chars]
    stretches = [
        (start, end)
        for start, end in zip(edges[::2], edges[1::2], strict=True)
        if any(map(str.isalnum, text[start:end]))
    ]
    for number, (start, end) in enumerate(stretches):
        inside = text[start:end]
        begin = start + len(inside) - len(inside.lstrip())
        words = inside.strip()
        since = start if number else 0
        until = end if number < len(stretches) - 1 else n_chars
        exact = piece.place.part(begin, begin + len(words), n_chars)
        timed = piece.place.part(since, until, n_chars)
        place = replace(timed, span=exact.span, words=exact.words)
        yield replace(piece, text=words, place=begun(place, words))
