"""How large the vector cache may grow.

In:  the environment.
Out: a number of bytes.
"""

import os
import re

from embed_kcpd.errors import OptionsError

LIMIT_VARIABLE = "EMBED_KCPD_CACHE_LIMIT"
USUAL_LIMIT = 2_000_000_000
_UNITS = {"": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
_SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,15})?)\s*([KMGT]?B)?", re.ASCII | re.IGNORECASE)


def cache_limit() -> int:
    """``EMBED_KCPD_CACHE_LIMIT``, for instance ``500MB``; else 2 GB."""
    given = os.environ.get(LIMIT_VARIABLE, "").strip()
    return parsed_size(given) if given else USUAL_LIMIT


def parsed_size(given: str) -> int:
    """A number of bytes, written with or without a unit.

    >>> parsed_size("1.5 GB"), parsed_size("800")
    (1500000000, 800)
    """
    parts = _SIZE.fullmatch(given)
    if parts is None:
        raise OptionsError(
            f"{LIMIT_VARIABLE} is {given[:40]!r}; write a size such as 500MB or 2GB, or 0 to "
            "store nothing"
        )
    unit = (parts[2] or "").upper()
    return int(float(parts[1]) * _UNITS["" if unit == "B" else unit])
