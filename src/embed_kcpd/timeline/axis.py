"""How many posts there are when, as bars over a time axis.

In:  dates.
Out: heights of bars.
"""

from collections.abc import Sequence
from datetime import datetime

import numpy as np

BARS = 160


def histogram_bars(dates: Sequence[datetime]) -> list[float]:
    """The share of the fullest stretch that each of ``BARS`` equal stretches of time has."""
    seconds = np.array([(date - dates[0]).total_seconds() for date in dates])
    counts, _ = np.histogram(seconds, bins=BARS)
    return [float(count) / float(counts.max() or 1) for count in counts]
