"""When a stream of posts changed its subject: segments with dates, and known events beside them."""

from embed_kcpd.timeline.events import Event, EventScore, read_events, score_events
from embed_kcpd.timeline.making import timeline
from embed_kcpd.timeline.timeline import Change, Period, Timeline

__all__ = [
    "Change",
    "Event",
    "EventScore",
    "Period",
    "Timeline",
    "read_events",
    "score_events",
    "timeline",
]
