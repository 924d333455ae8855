"""A SentencePiece model to the same tokenizer as ``tokenizers`` runs it.

In:  the bytes of a ``.model`` file.
Out: a tokenizer that splits texts as SentencePiece does, with a first and a last mark.

The file is a protocol buffer: field 1 repeats the pieces (1: text, 2: score), field 3
describes how texts are normalised (2: a table compiled by SentencePiece, which ``tokenizers``
can read).  Nothing else of it is needed to split texts.  The first three pieces stand for what
is unknown, the beginning and the end; a text in which their names are written has none of them.
"""

import struct
from collections.abc import Iterator
from typing import Any

from embed_kcpd.errors import EncoderError

_PIECES, _NORMALIZER = 1, 3
_TEXT, _SCORE, _TABLE = 1, 2, 2
_VARINT, _EIGHT_BYTES, _BYTES, _FOUR_BYTES = 0, 1, 2, 5
_SPACE = "\u2581"
_NEVER_WRITTEN = "\0"
"""The normaliser takes this character away, so that no text can hold it."""
UNKNOWN, FIRST, LAST = 0, 1, 2
"""Where every SentencePiece model of this family keeps these three pieces."""


def tokenizer_of(data: bytes) -> Any:
    """The tokenizer of a SentencePiece model with unigram pieces."""
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    vocabulary, table = _read(data)
    tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=UNKNOWN, byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.Precompiled(table),
            normalizers.Strip(),
            normalizers.Replace(Regex(" {2,}"), " "),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(_SPACE, prepend_scheme="always", split=False)
    first, last = vocabulary[FIRST][0], vocabulary[LAST][0]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=[first, "$A", last], special_tokens=[(first, FIRST), (last, LAST)]
    )
    return tokenizer


def _read(data: bytes) -> tuple[list[tuple[str, float]], bytes]:
    """Pieces with their scores, and the table of the normaliser."""
    vocabulary: list[tuple[str, float]] = []
    table = b""
    try:
        for number, value in _fields(data):
            if number == _PIECES:
                piece = dict(_fields(value))
                (score,) = struct.unpack("<f", piece.get(_SCORE, b"\0\0\0\0"))
                mark = _NEVER_WRITTEN if len(vocabulary) <= LAST else ""
                vocabulary.append((mark + piece[_TEXT].decode(), score))
            elif number == _NORMALIZER:
                table = dict(_fields(value))[_TABLE]
    except (KeyError, IndexError, ValueError, struct.error) as error:
        raise EncoderError(f"the SentencePiece model cannot be read: {error!r}") from error
    return vocabulary, table


def _fields(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Numbers and bytes of the fields of one message; plain numbers are passed over."""
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        number, kind = tag >> 3, tag & 7
        if kind == _VARINT:
            _, at = _varint(data, at)
            continue
        if kind == _BYTES:
            size, at = _varint(data, at)
        elif kind in (_EIGHT_BYTES, _FOUR_BYTES):
            size = 8 if kind == _EIGHT_BYTES else 4
        else:
            raise ValueError(f"field {number} is of the unknown kind {kind}")
        yield number, data[at : at + size]
        at += size


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits a byte, lowest first, and where the next thing begins."""
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            return value, at
