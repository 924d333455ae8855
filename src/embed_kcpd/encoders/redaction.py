"""Texts of a server without the key it was sent.

In:  a text, a key.
Out: the text with every trace of the key replaced by ``[key]``.

A server may repeat the key whole, in part, with line breaks inside, or in an escaped or encoded
form.  So the text is read character by character, white space skipped and escapes resolved, and
wherever eight characters in a row are eight characters of the key they go.
"""

import base64
import re
from collections.abc import Iterator

_WINDOW = 8
"""Characters in a row that give a key away; of a shorter key, all of them."""

_TOKEN = re.compile(
    r"\\u00([0-9a-f]{2})|\\x([0-9a-f]{2})|%([0-9a-f]{2})|&#x([0-9a-f]{1,4});|&#([0-9]{1,5});"
    r"|(\\[abfnrtv]|\s)|.",
    re.IGNORECASE | re.DOTALL,
)


def redacted(text: str, key: str) -> str:
    """``text`` without the key in any form.

    >>> redacted("wrong key: sk-12345\\n67890!", "sk-1234567890")
    'wrong key: [key]!'
    """
    if not key:
        return text
    window = min(_WINDOW, len(key))
    secrets = {form[at : at + window] for form in _forms(key) for at in range(len(form))}
    places = list(_characters(text))
    letters = "".join(character for character, _, _ in places)
    hidden = [
        (places[at][1], places[at + window - 1][2])
        for at in range(len(letters) - window + 1)
        if letters[at : at + window] in secrets
    ]
    return _replaced(text, hidden)


def _forms(key: str) -> Iterator[str]:
    """The key, and what base 64 makes of it wherever it stands in what is encoded."""
    yield key.lower()
    for before in range(3):
        encoded = base64.b64encode(bytes(before) + key.encode()).decode().rstrip("=")
        yield encoded[2 * before : -2].lower()


def _characters(text: str) -> Iterator[tuple[str, int, int]]:
    """Each character that is no white space, in lower case, with where it stands in the text."""
    for token in _TOKEN.finditer(text):
        *hexadecimal, decimal, space = token.groups()
        if space:
            continue
        code = next((int(digits, 16) for digits in hexadecimal if digits), None)
        if decimal:
            code = int(decimal)
        character = token[0] if code is None else chr(code)
        # One character stays one: some capital letters have two small ones.
        yield character.lower()[:1], token.start(), token.end()


def _replaced(text: str, spans: list[tuple[int, int]]) -> str:
    """``text`` with ``[key]`` in place of each run of overlapping spans."""
    parts, end = [], 0
    for start, stop in spans:
        if start >= end:
            parts += [text[end:start], "[key]"]
        end = max(end, stop)
    return "".join([*parts, text[end:]])
