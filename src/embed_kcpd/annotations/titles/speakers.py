"""Names of speakers in front of what they say, which are no topic.

In:  units such as ``ANNA: Good morning.``
Out: the units without the names, and the words of the names.
"""

import re
from collections import Counter
from collections.abc import Sequence

from embed_kcpd.text.scripts import MARKS

_LABEL = re.compile(
    rf"\s*\[?((?:[^\W\d_][\w{MARKS}.'’-]*)(?: [\w{MARKS}.'’-]+){{0,3}})\]?\s?:(?=\s)"
)
"""One to four words and a colon at the beginning of a unit."""

LABELLED_SHARE = 0.3
"""Share of labelled units from which on every label is a speaker, also one that speaks once."""


def without_speakers(
    units: Sequence[str], speakers: Sequence[str] = ()
) -> tuple[list[str], frozenset[str]]:
    """The units without the names in front of them, and the words of all names.

    >>> without_speakers(["Ann: Hello there.", "Bob: Hello Ann.", "Ann: So: bread."])[0]
    ['Hello there.', 'Hello Ann.', 'So: bread.']
    """
    labels = [match and match[1] for match in map(_LABEL.match, units)]
    counts = Counter(label for label in labels if label)
    is_dialogue = sum(counts.values()) > LABELLED_SHARE * len(units)
    names = {label for label, n in counts.items() if n > 1 or is_dialogue}
    contents = [
        unit.partition(":")[2].lstrip() if label in names else unit
        for unit, label in zip(units, labels, strict=True)
    ]
    words = {word.strip(".").casefold() for name in (*names, *speakers) for word in name.split()}
    return contents, frozenset(words)
