"""What a run of ``make reproduce`` says about itself on the page.

In:  the state of the run, its steps, the rows it has.
Out: one paragraph (which tables and rows come from this run) and a table of contents (what each
     step took).
"""

from collections.abc import Sequence

from embed_kcpd.evaluation.page_parts import markdown_table
from embed_kcpd.evaluation.rows import Row
from resumable import Run, Step
from run_state import Attempt, Record, State

HEADS = ("step", "command", "CPU minutes", "wall minutes", "resumed")


def row_key(row: Row) -> list[object]:
    """The place of a row and its fingerprint: equal for a row that was taken over."""
    return [*row.settings, row.fingerprint]


def paragraph(run: Run, steps: Sequence[Step], state: State, rows: Sequence[Row]) -> str:
    """Whether everything comes from one run, and if not, what does not."""
    done = [step for step in steps if run.is_done(step, state)]
    missing = [step.name for step in steps if step not in done]
    taken = [row for row in rows if row_key(row) in state.taken_over]
    begun = f"the run of `make reproduce` that began on {state.created} UTC at {state.commit}"
    if missing:
        said = [f"{len(done)} of {len(steps)} steps below come from {begun}."]
        names = ", ".join(f"`{name}`" for name in missing)
        said.append(f"Not done by it, and left on this page by earlier runs: {names}.")
    else:
        said = [f"Every table and figure of the {len(steps)} steps below comes from {begun}."]
    if taken:
        said.append(
            f"Of its {len(rows)} rows {len(rows) - len(taken)} were measured by it; {len(taken)} "
            "were measured before with the same code, settings and documents and taken over "
            f"({_by_method(taken)})."
        )
    elif rows:
        said.append(f"It measured all of its {len(rows)} rows itself.")
    return " ".join(said)


def contents(steps: Sequence[Step], state: State) -> str:
    """What each step took, all attempts together; the wall time of all is that of the run."""
    lines, cpu = [], 0.0
    for step in steps:
        record = state.steps.get(step.name)
        command = f"`{' '.join(step.command).replace('{folder}', 'build/reproduce')}`"
        if record is None or not record.is_done:
            lines.append([step.name, command, "", "", "not done"])
            continue
        cpu += sum(attempt.cpu or 0.0 for attempt in record.attempts)
        lines.append([step.name, command, *_took(record), _resumed(record.attempts)])
    lines.append(["all", "`make reproduce`", _minutes(cpu), _minutes(state.wall), ""])
    return markdown_table(HEADS, lines)


def _took(record: Record) -> tuple[str, str]:
    cpu = [attempt.cpu for attempt in record.attempts]
    # The processor time of a killed attempt is that of its last sign of life, if there was one.
    lower = "" if all(seconds is not None for seconds in cpu) else "at least "
    total = sum(seconds for seconds in cpu if seconds is not None)
    return f"{lower}{_minutes(total)}", _minutes(sum(attempt.wall for attempt in record.attempts))


def _resumed(attempts: Sequence[Attempt]) -> str:
    return ", ".join(attempt.started for attempt in attempts[1:]) or "no"


def _minutes(seconds: float) -> str:
    return f"{seconds / 60:.1f}"


def _by_method(rows: Sequence[Row]) -> str:
    counts: dict[str, int] = {}
    for row in rows:
        name = f"`{row.method}`" + (f" with {row.encoder}" if row.encoder else "")
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(f"{name} on {count}" for name, count in counts.items())
