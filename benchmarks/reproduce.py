"""Everything of the paper in one command, resumable.

In:  the folder of the data sets (``EMBED_KCPD_DATA``).
Out: every table and figure of the paper's pages; a folder with rows, logs and state.

    make reproduce

Begin with an empty folder to have everything from one run.  Run it again after an interruption:
what is done with the same command, code and data is skipped, rows that are measured are kept.
Steps that do not need each other run at the same time, as many as there are cores (``--jobs``).
"""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from filelock import FileLock, Timeout

from embed_kcpd.errors import EmbedKcpdError, InputError
from embed_kcpd.evaluation.campaign import in_order
from embed_kcpd.evaluation.datasets import data_folder
from embed_kcpd.evaluation.page_parts import write_parts
from embed_kcpd.evaluation.rows import read_rows, rows_as_json
from embed_kcpd.files import write_atomically
from reproduce_page import contents, paragraph, row_key
from reproduce_steps import PAGE, ROOT, steps
from results_file import commit
from resumable import Run, Step, run_steps
from run_state import State, read_state, still_working, write_state

FOLDER = ROOT / "build" / "reproduce"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the run is kept")
    parser.add_argument("--only", help="names of steps, separated by commas")
    parser.add_argument(
        "--take", type=Path, action="append", default=[], help="a file of rows to take over"
    )
    parser.add_argument(
        "--jobs", type=_at_least_one, default=os.cpu_count() or 1, help="steps at the same time"
    )
    parser.add_argument("--list", action="store_true", help="list the steps and stop")
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, _terminated)
    try:
        every = steps(data_folder().resolve())
        if chosen.list:
            print("\n".join(f"{step.name:24}{' '.join(step.command)}" for step in every))
            return
        failed = reproduce(chosen.folder, every, chosen.only, chosen.take, jobs=chosen.jobs)
    except EmbedKcpdError as error:
        print(f"reproduce: {error}", file=sys.stderr)
        sys.exit(2)
    if failed:
        sys.exit(f"{len(failed)} steps failed: {', '.join(failed)}; run again to go on with them")


def reproduce(
    folder: Path,
    every: Sequence[Step],
    only: str | None = None,
    take: Sequence[Path] = (),
    *,
    jobs: int = 1,
    root: Path = ROOT,
    page: Path = ROOT / PAGE,
) -> list[str]:
    """Do the steps in a folder and write on the page what they took; the names of failed ones."""
    run = Run(folder.resolve(), root)
    wanted = named_steps(every, only)
    for step in every:
        run.digest(step)  # what is missing is said before anything is begun
    run.folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(run.folder / ".lock", timeout=0):
            state = read_state(run.folder, commit())
            at_work = still_working(state, {step.name: run.command(step) for step in every})
            if at_work:
                raise InputError(
                    f"the step {at_work} of an earlier run is still at work; wait for it or end it"
                )
            take_over(run, state, take)

            def report(_step: Step | None = None) -> None:
                rows = read_rows(run.folder / "rows.json")
                parts = {"run": paragraph(run, every, state, rows), "steps": contents(every, state)}
                write_parts(page, parts)

            failed = run_steps(run, wanted, state, jobs=jobs, say=_say, on_done=report)
            report()
            return failed
    except Timeout:
        raise InputError(f"another run is at work in {folder}") from None


def named_steps(every: Sequence[Step], only: str | None) -> list[Step]:
    """The steps that were asked for, in the order in which they are done."""
    names = None if only is None else {name.strip() for name in only.split(",")}
    known = {step.name for step in every}
    for name in sorted((names or set()) - known):
        raise InputError(f"no step is called {name!r}; --list names them")
    return [step for step in every if names is None or step.name in names]


def take_over(run: Run, state: State, files: Sequence[Path]) -> None:
    """Put rows that were measured before into the folder; where they are stale is found later."""
    if not files:
        return
    target = run.folder / "rows.json"
    rows = {row.settings: row for row in read_rows(target)}
    for file in files:
        if not file.exists():
            raise InputError(f"there is no file {file} to take rows from")
        for row in read_rows(file):
            if row.fingerprint is not None and row.settings not in rows:
                rows[row.settings] = row
                state.taken_over.append(row_key(row))
    write_atomically(target, rows_as_json(in_order(rows.values())))
    write_state(run.folder, state)


def _at_least_one(given: str) -> int:
    if not given.isdecimal() or int(given) < 1:
        raise argparse.ArgumentTypeError(f"a number from 1 on, got {given!r}")
    return int(given)


def _say(line: str) -> None:
    """A line of its own, also where the bar is drawn."""
    start = "\r\x1b[K" if sys.stdout.isatty() else ""
    print(start + line, flush=True)


def _terminated(_number: int, _frame: object) -> NoReturn:
    sys.exit(143)


if __name__ == "__main__":
    main()
