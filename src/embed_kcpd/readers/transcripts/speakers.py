"""Who speaks: names before what is said.

In:  the pieces of a transcript.
Out: the same pieces without the names, and with the speaker in the place of each.

A name in brackets that numbers a speaker (``[SPEAKER_01]:``) is always one.  ``Name:`` is one when
it begins at least two pieces, or when other names of the file do; a word that labels what
follows, such as "Note:", never is.  In the chat of a stream nearly every line begins with the name
of a viewer, and these may have small letters (``soil_fan: hello``).  A name holds until the next
one.  Where a field or a tag of the file says who speaks, a name before the words is one only if it
says the same.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from embed_kcpd.readers.document import Piece
from embed_kcpd.readers.transcripts.word_times import begun
from embed_kcpd.text.scripts import MARKS

_NUMBERED = r"\[?(?:SPEAKER|Speaker|speaker)[ _]?[0-9A-Z?]{0,3}\]?"
_WORD = rf"[^\W\d_][\w{MARKS}.'’&-]*"
_NAME = rf"{_WORD}(?: (?:{_WORD}|[0-9]{{1,2}})){{0,4}}(?: ?\([\w{MARKS} .'’&-]{{1,30}}\))?"
_LABEL = re.compile(
    rf"[ \t]*(?:>>+[ \t]*|-[ \t]*)?\*{{0,3}}(?P<name>{_NUMBERED}|\[{_NAME}\]|{_NAME})\*{{0,3}}"
    r"[ \t]*[:：](?!\S*//)\*{0,3}\s*"
)
_LINE_START = re.compile(r"(?m)^")
_NICKNAME = re.compile(r"[ \t]*(?P<name>@?\w[\w.-]{1,29}):[ \t]+(?=\S)")
_ANONYMOUS = re.compile(r"[ \t]*>>")

_LABELS = frozenset(
    re.findall(
        r"\w+",
        """note notes warning caution attention important example examples question answer tip hint
        step reminder update source sources summary ps fact problem solution result results title
        chapter part section subject topic music theme time date transcript captions subtitles edit
        first second third finally remember http https spoiler disclaimer translation
        hinweis hinweise achtung wichtig frage antwort beispiel quelle quellen anmerkung tipp fazit
        zusammenfassung ergebnis lösung thema titel kapitel teil abschnitt musik datum uhrzeit also
        erstens zweitens drittens zitat übersetzung untertitel stichwort
        remarque attention question réponse exemple source résumé résultat sujet titre chapitre
        partie musique conclusion astuce traduction citation
        nota aviso atención pregunta respuesta ejemplo fuente resumen resultado tema título
        capítulo parte música conclusión consejo traducción cita
        attenzione avviso domanda risposta esempio fonte riassunto risultato titolo capitolo musica
        conclusione consiglio traduzione""",
    )
)
"""Words that label what follows and name nobody, in English, German, French, Spanish, Italian."""

_PARTICLES = frozenset(
    re.findall(r"\w+", "al and bin da de del der di dos du el ibn la le of van von y zu")
)
"""Small words inside a name."""

_LONGEST_NAME = 40

LEAST_NICKNAMES = 0.9
"""Share of lines that begin with a name of one word in the chat of a stream."""


def with_speakers(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The pieces with names taken out of the text and into the place of each.

    A piece in which another speaker begins on a new line is split there.
    """
    if any(piece.place.speaker for piece in pieces):
        return tuple(part for piece in pieces for part in _named_once(piece))
    if _is_chat(pieces):
        return tuple(part for piece in pieces for part in _with_nickname(piece))
    names = _speaker_names(pieces)
    return tuple(_named(pieces, names)) if names else tuple(pieces)


def _named_once(piece: Piece) -> Iterator[Piece]:
    """The piece without the name that its speaker already has beside it."""
    speaker = piece.place.speaker
    labels = _labels(piece.text)[:1] if speaker else []
    if speaker and labels and labels[0][0] == 0 and labels[0][2].lower() == speaker.lower():
        yield from _part(piece, 0, labels[0][1], len(piece.text), speaker)
    else:
        yield piece


def _is_chat(pieces: Sequence[Piece]) -> bool:
    """Whether nearly all lines begin with a name of one word, some of them with a small letter."""
    labels = [label for piece in pieces if (label := _NICKNAME.match(piece.text))]
    names = {label["name"] for label in labels}
    return (
        len(names) > 1
        and len(labels) >= LEAST_NICKNAMES * len(pieces)
        and any(not may_be_name(name) and name.lower() not in _LABELS for name in names)
    )


def _with_nickname(piece: Piece) -> Iterator[Piece]:
    label = _NICKNAME.match(piece.text)
    if label is None:
        yield piece
    else:
        yield from _part(piece, 0, label.end(), len(piece.text), label["name"])


def _speaker_names(pieces: Sequence[Piece]) -> frozenset[str]:
    """The labels of this file that are names."""
    counts = Counter(name for piece in pieces for _, _, name in _labels(piece.text))
    sure = {name for name, count in counts.items() if count > 1 or _is_numbered(name)}
    return frozenset(counts) if sure else frozenset()


def _named(pieces: Sequence[Piece], names: frozenset[str]) -> Iterator[Piece]:
    speaker: str | None = None
    for piece in pieces:
        labels = [label for label in _labels(piece.text) if label[2] in names]
        edges = [start for start, _, _ in labels] + [len(piece.text)]
        if edges[0] > 0:
            if _ANONYMOUS.match(piece.text):
                speaker = None
            yield from _part(piece, 0, 0, edges[0], speaker)
        for (start, said, name), end in zip(labels, edges[1:], strict=True):
            speaker = name
            yield from _part(piece, start, said, end, speaker)


def _part(piece: Piece, start: int, said: int, end: int, speaker: str | None) -> Iterator[Piece]:
    """What is said from ``said`` to ``end``, unless it is nothing; its label is at ``start``."""
    n_chars = len(piece.text)
    text = piece.text[said:end].rstrip() if end < n_chars else piece.text[said:end]
    if text.strip():
        inside = piece.place.part(said, said + len(text), n_chars)
        timed = piece.place.part(start, end, n_chars)
        place = replace(timed, span=inside.span, words=inside.words, speaker=speaker)
        yield Piece(text, begun(place, text))


def _labels(text: str) -> list[tuple[int, int, str]]:
    """Where lines begin with a label, where what is said begins, and the label."""
    found = []
    for line in _LINE_START.finditer(text):
        label = _LABEL.match(text, line.start())
        if label is not None and may_be_name(label["name"]):
            found.append((line.start(), label.end(), label["name"].strip("[]")))
    return found


def may_be_name(label: str) -> bool:
    """Whether a label looks like a name: no word is small but such as "van" or "of".

    >>> may_be_name("Ludwig van Beethoven"), may_be_name("[SPEAKER_01]"), may_be_name("Note")
    (True, True, False)
    """
    if _is_numbered(label):
        return True
    words = re.sub(r"\(.*\)", "", label.strip("[]")).split()
    if len(label) > _LONGEST_NAME or not words or words[0].lower() in _LABELS:
        return False
    return not words[0][0].islower() and all(
        word in _PARTICLES for word in words if word[0].islower()
    )


def _is_numbered(label: str) -> bool:
    return re.fullmatch(_NUMBERED, label) is not None
