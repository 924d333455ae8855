"""Logs: one JSON object on a line of standard error for each request, without any text.

In:  what happened.
Out: time, level, event and plain values; of an unforeseen error its type and its place, since
     its message may quote the text.
"""

import json
import logging
import traceback
from datetime import datetime, timezone

LOGGER = logging.getLogger("embed_kcpd.server")


class JsonLines(logging.Formatter):
    """A record as one line of JSON; ``extra={"values": {...}}`` stands beside the event."""

    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created, timezone.utc)
        values = {
            "time": when.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "values", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            values |= _place(record.exc_info[1])
        return json.dumps(values)


def set_up_logs() -> None:
    """Write the server's log, and uvicorn's, to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name in (LOGGER.name, "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name != "uvicorn.error" else []
        logger.propagate = name == "uvicorn.error"
        logger.setLevel(logging.INFO)


def log_event(event: str, **values: object) -> None:
    """One line about something that happened."""
    LOGGER.info(event, extra={"values": values})


def log_unforeseen(error: BaseException, request_id: str) -> None:
    """An unforeseen error: its type and where it was raised."""
    LOGGER.error("unforeseen error", extra={"values": {"request_id": request_id, **_place(error)}})


def _place(error: BaseException) -> dict[str, object]:
    steps = traceback.extract_tb(error.__traceback__)
    return {
        "error": type(error).__name__,
        "at": [f"{step.filename}:{step.lineno} {step.name}" for step in steps[-8:]],
    }
