"""What is known of a run: each step's inputs, and every time that it was started.

In:  the folder of a run.
Out: ``state.json`` in it, written whole each time.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from embed_kcpd.errors import InputError
from embed_kcpd.files import write_atomically

STATE = "state.json"


@dataclass(slots=True)
class Attempt:
    """One time that a step was started; ``cpu`` is None where the system does not tell it."""

    started: str
    pid: int
    wall: float = 0.0
    cpu: float | None = None
    exit_code: int | None = None


@dataclass(slots=True)
class Record:
    """What is known of a step: its inputs when it was last started, and its attempts."""

    digest: str
    attempts: list[Attempt] = field(default_factory=list)

    @property
    def is_done(self) -> bool:
        return bool(self.attempts) and self.attempts[-1].exit_code == 0


@dataclass(slots=True)
class State:
    """All steps of a run, and what was there before it; ``wall`` is how long it was at work."""

    created: str
    commit: str
    taken_over: list[list[Any]] = field(default_factory=list)
    steps: dict[str, Record] = field(default_factory=dict)
    wall: float = 0.0


def read_state(folder: Path, commit: str) -> State:
    """The state of a folder; a new one if there is none."""
    path = folder / STATE
    if not path.exists():
        return State(now(), commit)
    try:
        known = json.loads(path.read_text("utf-8"))
        steps = {
            name: Record(record["digest"], [Attempt(**each) for each in record["attempts"]])
            for name, record in known["steps"].items()
        }
        # A state that says nothing of it is of a run that did one step after the other.
        one_by_one = sum(each.wall for record in steps.values() for each in record.attempts)
        wall = known.get("wall", one_by_one)
        return State(known["created"], known["commit"], known["taken_over"], steps, wall)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{path} is not the state of a run; move it away to begin anew") from None


def write_state(folder: Path, state: State) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / STATE, json.dumps(asdict(state), indent=1) + "\n")


def still_working(state: State, commands: Mapping[str, Sequence[str]]) -> str | None:
    """The step of a killed run whose command goes on without it, and its process."""
    for name, record in state.steps.items():
        last = record.attempts[-1] if record.attempts else None
        if last is not None and last.exit_code is None and name in commands:
            try:
                line = Path(f"/proc/{last.pid}/cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            words = [word.decode("utf-8", "replace") for word in line if word]
            if words[-1:] == list(commands[name][-1:]):
                return f"{name} (process {last.pid})"
    return None


def now() -> str:
    return datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M")
