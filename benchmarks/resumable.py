"""Steps, some at the same time, each done once: a run that can be killed and goes on.

In:  steps as data, a folder for the state, the logs and what steps keep there.
Out: what each step took, in ``state.json`` of the folder.

A step starts when those that it comes after have ended and a place is free, in the order of the
list.  One process starts and watches all, so nobody else writes the state.

A step is skipped when it ended well with the same command, code, data and files as now and its
outputs are there.  The state is written before a step starts, while it works and when it ends, so
a kill at any moment loses at most what the running step does not keep by itself.  A step that
fails is reported in one line, and the next one starts.
"""

import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.fingerprint import code_digest, digest
from embed_kcpd.progress import progress
from run_state import Attempt, Record, State, now, write_state

HEARTBEAT_SECONDS = 10.0
LOOK_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Step:
    """One command and everything that its result depends on.

    ``{folder}`` in the command, the files and the outputs stands for the folder of the run.
    ``after`` names the steps that must have ended before it begins, well or not.
    """

    name: str
    command: tuple[str, ...]
    code: tuple[Path, ...] = ()
    data: tuple[Path, ...] = ()
    files: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """A folder, and where the commands are run."""

    folder: Path
    root: Path

    def command(self, step: Step) -> list[str]:
        """The command with the programs of this Python's environment."""
        words = [word.replace("{folder}", str(self.folder)) for word in step.command]
        beside = Path(sys.executable).with_name(words[0])
        return [str(beside) if beside.exists() else words[0], *words[1:]]

    def paths(self, names: Sequence[str]) -> list[Path]:
        return [self.root / name.replace("{folder}", str(self.folder)) for name in names]

    def digest(self, step: Step) -> str:
        """Command, code, data and files of a step; a file that is missing is an error."""
        parts = [*step.command, code_digest(*step.code) if step.code else ""]
        for path in step.data:
            parts += [str(path.name), *map(_content, _files_of(path))]
        parts += [_content(path) for path in self.paths(step.files) if path.exists()]
        return digest(parts)

    def is_done(self, step: Step, state: State) -> bool:
        record = state.steps.get(step.name)
        if record is None or not record.is_done:
            return False
        return record.digest == self.digest(step) and all(
            path.exists() for path in self.paths(step.outputs)
        )


@dataclass(slots=True)
class Working:
    """A step at work: its process, and its attempt in the state."""

    step: Step
    process: "subprocess.Popen[bytes]"
    attempt: Attempt
    started: float

    def ended(self) -> bool:
        """Whether the command has ended; the attempt is kept up to date."""
        pid, status, usage = os.wait4(self.process.pid, os.WNOHANG)
        self.attempt.wall = round(time.monotonic() - self.started, 2)
        if pid:
            self.attempt.cpu = round(usage.ru_utime + usage.ru_stime, 2)
            self.attempt.exit_code = self.process.returncode = os.waitstatus_to_exitcode(status)
        return bool(pid)


def run_steps(
    run: Run,
    steps: Sequence[Step],
    state: State,
    *,
    jobs: int = 1,
    say: Callable[[str], None],
    on_done: Callable[[Step], None],
) -> list[str]:
    """Do what is not done yet, ``jobs`` steps at a time; the names of the steps that failed."""
    waiting, failed = list(steps), []
    before, begun = state.wall, time.monotonic()

    def keep_state() -> None:
        state.wall = round(before + time.monotonic() - begun, 2)
        write_state(run.folder, state)

    def end(step: Step, code: int) -> None:
        say(_outcome(run, step, state, code))
        failed.extend([step.name] if code else [])
        keep_state()
        on_done(step)
        advance(1)

    with progress("Steps", len(steps)) as advance, _ended_with_us() as working:
        told = time.monotonic()
        while waiting or working:
            while len(working) < jobs and (step := next_step(waiting, working)):
                waiting.remove(step)
                if run.is_done(step, state):
                    ended = state.steps[step.name].attempts[-1].started
                    say(f"skip   {step.name}: done with the same inputs ({ended})")
                    advance(1)
                    continue
                say(f"start  {step.name}: {' '.join(step.command)}")
                if _start(run, step, state, working):
                    keep_state()
                else:
                    end(step, 127)
            for each in [each for each in working if each.ended()]:
                working.remove(each)
                end(each.step, each.process.returncode)
            if time.monotonic() - told >= HEARTBEAT_SECONDS:
                told = time.monotonic()
                for each in working:
                    each.attempt.cpu = _cpu_so_far(each.process.pid)
                keep_state()
            advance(0)
            time.sleep(LOOK_SECONDS if working else 0.0)
    return failed


def next_step(waiting: Sequence[Step], working: Sequence[Working]) -> Step | None:
    """The first step that has to wait for no other; None while all have to."""
    unfinished = {step.name for step in (*waiting, *(each.step for each in working))}
    step = next((step for step in waiting if unfinished.isdisjoint(step.after)), None)
    if step is None and waiting and not working:
        raise InputError(f"{waiting[0].name} waits for a step that waits for it")
    return step


def _start(run: Run, step: Step, state: State, working: list[Working]) -> bool:
    """Start the command of a step with its output in a log, if there is such a command."""
    inputs = run.digest(step)
    record = state.steps.get(step.name)
    if record is None or record.digest != inputs or record.is_done:
        record = state.steps[step.name] = Record(inputs)
    log = log_of(run, step)
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as out:
        try:
            process = subprocess.Popen(run.command(step), cwd=run.root, stdout=out, stderr=out)
        except OSError as error:
            out.write(f"cannot start {step.command[0]}: {error.strerror}\n".encode())
            record.attempts.append(Attempt(now(), 0, exit_code=127))
            return False
    attempt = Attempt(now(), process.pid)
    working.append(Working(step, process, attempt, time.monotonic()))
    record.attempts.append(attempt)
    return True


@contextmanager
def _ended_with_us() -> Iterator[list[Working]]:
    """The steps at work; whatever ends us ends them too, unless the system kills us outright."""
    working: list[Working] = []
    try:
        yield working
    finally:
        for each in working:
            each.process.terminate()
        for each in working:
            each.process.wait()


def _cpu_so_far(pid: int) -> float | None:
    """Processor seconds of a process and its ended children, where the system tells them."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return round(sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK"), 2)


def log_of(run: Run, step: Step) -> Path:
    return run.folder / "logs" / f"{step.name}.txt"


def _outcome(run: Run, step: Step, state: State, code: int) -> str:
    attempt = state.steps[step.name].attempts[-1]
    if code == 0:
        return f"done   {step.name}: {attempt.wall / 60:.1f} min"
    lines = log_of(run, step).read_text("utf-8", "replace").strip().splitlines()
    said = lines[-1].strip() if lines else "it said nothing"
    return f"failed {step.name} (exit {code}): {said} [{log_of(run, step)}]"


def _files_of(path: Path) -> list[Path]:
    if not path.exists():
        raise InputError(f"there is no {path}; set EMBED_KCPD_DATA to the folder of the data sets")
    return sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]


def _content(path: Path) -> str:
    return f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}"
