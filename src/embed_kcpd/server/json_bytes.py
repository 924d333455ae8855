"""Values as the bytes of JSON."""

import json


def as_json(values: object) -> bytes:
    """Compact JSON; half a surrogate pair becomes its escape.

    >>> as_json({"text": "\\ud800 é"})
    b'{"text":"\\\\ud800 \\xc3\\xa9"}'
    """
    written = json.dumps(values, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return written.encode("utf-8", "backslashreplace")
