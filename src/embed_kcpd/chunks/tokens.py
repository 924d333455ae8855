"""Counting tokens: the encoder's own, tiktoken's, a tokenizer file's, or any function's.

In:  what a person names, and the encoder.
Out: a function from texts to numbers of tokens, and a name for it.
"""

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Integral
from pathlib import Path

from embed_kcpd.chunks.settings import Tokens
from embed_kcpd.chunks.tiktoken_offline import FetchingForbiddenError, stored_encodings_only
from embed_kcpd.encoders import Encoder
from embed_kcpd.encoders.places import OFFLINE_VARIABLE
from embed_kcpd.encoders.protocol import checked_counts, encoder_identity, token_counter
from embed_kcpd.errors import EncoderError, InputError, MissingExtraError, OptionsError
from embed_kcpd.text.words import count_words

Count = Callable[[Sequence[str]], Sequence[int]]

_ENDLESS_WORD = re.compile(r"\b\w{101,}")
"""WordPiece takes a word of more than 100 characters for one unknown token."""

CHARS_OF_KNOWN_TOKEN = 20
"""More characters than any token of a usual vocabulary has."""

CHARS_OF_UNKNOWN_TOKEN = 2
"""What most tokenizers make of hexadecimal digits and the like."""


@dataclass(frozen=True, slots=True)
class Counter:
    """How tokens are counted; ``name`` goes into the ids of chunks."""

    name: str
    count: Count


def chosen_counter(tokens: Tokens | None, encoder: Encoder) -> Counter:
    """The counter that was asked for; words where the encoder has no tokens."""
    if tokens is None:
        return _of_encoder(encoder)
    if callable(tokens):
        return _of_function(tokens)
    if os.fspath(tokens).endswith(".json"):
        return _of_file(Path(tokens))
    return _of_tiktoken(os.fspath(tokens))


def _of_encoder(encoder: Encoder) -> Counter:
    own, identity = token_counter(encoder), encoder_identity(encoder)
    if own is None:
        return Counter("words", _words)

    def counted(texts: Sequence[str]) -> list[int]:
        return checked_counts(own(texts), len(texts), identity)

    return Counter(f"tokens of {identity}", _of_known_words(counted))


def _words(texts: Sequence[str]) -> list[int]:
    return [int(words) for words in count_words(texts)]


def _of_function(count: Callable[[str], int]) -> Counter:
    def counted(texts: Sequence[str]) -> list[int]:
        numbers = [count(text) for text in texts]
        for number in numbers:
            if isinstance(number, bool) or not isinstance(number, Integral) or number < 0:
                raise OptionsError(f"tokens must count a text as a whole number, got {number!r}")
        return [int(number) for number in numbers]

    return Counter(getattr(count, "__qualname__", type(count).__name__), counted)


def _of_known_words(count: Count) -> Count:
    """``count``, but a word that is one unknown token counts by its characters: a file of digits
    without a space would be a single chunk of one token."""

    def counted(texts: Sequence[str]) -> list[int]:
        return [
            number + sum(map(missing, _ENDLESS_WORD.findall(text)))
            for text, number in zip(texts, count(texts), strict=True)
        ]

    def missing(word: str) -> int:
        [number] = count([word])
        is_known = number * CHARS_OF_KNOWN_TOKEN >= len(word)
        return 0 if is_known else len(word) // CHARS_OF_UNKNOWN_TOKEN - number

    return counted


def _of_file(path: Path) -> Counter:
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises plain Exception for every bad file
        raise InputError(f"cannot read the tokenizer {path}: {error}") from None
    tokenizer.no_truncation()
    tokenizer.no_padding()

    def counted(texts: Sequence[str]) -> list[int]:
        encodings = tokenizer.encode_batch_fast(_readable(texts), add_special_tokens=False)
        return [len(encoding) for encoding in encodings]

    return Counter(f"tokens of {path.name}", _of_known_words(counted))


def _of_tiktoken(name: str) -> Counter:
    try:
        import tiktoken
    except ImportError:
        raise MissingExtraError("tiktoken", "tiktoken") from None
    is_encoding = name in tiktoken.list_encoding_names()
    load = tiktoken.get_encoding if is_encoding else tiktoken.encoding_for_model
    try:
        with stored_encodings_only():
            encoding = load(name)
    except KeyError:
        raise OptionsError(
            f"tiktoken knows no encoding or model {name!r}; "
            f"choose one of: {', '.join(tiktoken.list_encoding_names())}"
        ) from None
    except FetchingForbiddenError as error:
        raise EncoderError(
            f"tiktoken has not stored {name!r}: {error}; "
            f"set TIKTOKEN_CACHE_DIR to a folder that has it, or unset {OFFLINE_VARIABLE}"
        ) from None
    except (OSError, ValueError) as error:
        # It fetches an encoding at its first use, and checks what it has stored.
        raise EncoderError(
            f"tiktoken cannot fetch {name!r}, which it needs once: {type(error).__name__}; "
            "go online, or set TIKTOKEN_CACHE_DIR to a folder that has it"
        ) from None

    def counted(texts: Sequence[str]) -> list[int]:
        return [len(encoding.encode_ordinary(text)) for text in _readable(texts)]

    return Counter(f"tokens of {encoding.name}", counted)


def _readable(texts: Sequence[str]) -> list[str]:
    """The texts without halves of surrogate pairs, which tokenizers cannot read."""
    return [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
