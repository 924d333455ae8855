"""Where units stand in a text, as a browser counts.

In:  a text and its units, in characters (code points).
Out: the same edges in UTF-16 code units: a character beyond U+FFFF counts two.
"""

from collections.abc import Sequence

import numpy as np

from embed_kcpd.text.units import Unit


def utf16_edges(text: str, units: Sequence[Unit]) -> dict[str, list[int]]:
    """Starts and ends of the units.

    >>> utf16_edges("😀 a", [Unit(0, 2), Unit(2, 3)])
    {'start_utf16': [0, 3], 'end_utf16': [3, 4]}
    """
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    before = np.concatenate([[0], np.cumsum(1 + (points > 0xFFFF))])
    return {
        "start_utf16": before[[unit.start for unit in units]].tolist() if units else [],
        "end_utf16": before[[unit.end for unit in units]].tolist() if units else [],
    }
