"""What a person is told about nested levels.

In:  a result, and how many levels were asked for.
Out: one line on standard error where the text has fewer.
"""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from embed_kcpd.result.segmented_text import SegmentedText


def tell_missing_levels(result: "SegmentedText", asked: int) -> None:
    """Say how many levels there are where these are fewer than were asked for."""
    from embed_kcpd.result.explanation import counted

    hierarchy = result.segmentation.hierarchy
    if hierarchy is None or len(hierarchy.levels) >= asked:
        return
    levels = counted(len(hierarchy.levels), "level")
    sys.stderr.write(f"embed-kcpd: the text has {levels} of the {asked} that were asked for\n")
