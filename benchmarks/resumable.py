"""Steps one after another, each done once: a run that can be killed and goes on.

In:  steps as data, a folder for the state, the logs and what steps keep there.
Out: what each step took, in ``state.json`` of the folder.

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
    """

    name: str
    command: tuple[str, ...]
    code: tuple[Path, ...] = ()
    data: tuple[Path, ...] = ()
    files: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()


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


def run_steps(
    run: Run,
    steps: Sequence[Step],
    state: State,
    *,
    say: Callable[[str], None],
    on_done: Callable[[Step], None],
) -> list[str]:
    """Do what is not done yet; the names of the steps that failed."""
    failed = []
    with progress("Steps", len(steps)) as advance:
        for step in steps:
            if run.is_done(step, state):
                ended = state.steps[step.name].attempts[-1].started
                say(f"skip   {step.name}: done with the same inputs ({ended})")
            else:
                say(f"start  {step.name}: {' '.join(step.command)}")
                code = _attempt(run, step, state, lambda: advance(0))
                say(_outcome(run, step, state, code))
                failed += [step.name] if code else []
                on_done(step)
            advance(1)
    return failed


def _attempt(run: Run, step: Step, state: State, on_look: Callable[[], None]) -> int:
    """Run the command of a step with its output in a log; its exit code."""
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
            write_state(run.folder, state)
            return 127
    attempt = Attempt(now(), process.pid)
    record.attempts.append(attempt)
    write_state(run.folder, state)
    with _ended_with_us(process):
        attempt.exit_code = _watched(process, attempt, run, state, on_look)
    write_state(run.folder, state)
    return attempt.exit_code


def _watched(
    process: "subprocess.Popen[bytes]",
    attempt: Attempt,
    run: Run,
    state: State,
    on_look: Callable[[], None],
) -> int:
    """Wait for the end of a process; the state is kept up to date while it works."""
    started = told = time.monotonic()
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        attempt.wall = round(time.monotonic() - started, 2)
        if pid:
            attempt.cpu = round(usage.ru_utime + usage.ru_stime, 2)
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode
        if time.monotonic() - told >= HEARTBEAT_SECONDS:
            told = time.monotonic()
            attempt.cpu = _cpu_so_far(process.pid)
            write_state(run.folder, state)
        on_look()
        time.sleep(LOOK_SECONDS)


@contextmanager
def _ended_with_us(process: "subprocess.Popen[bytes]") -> Iterator[None]:
    """Whatever ends us ends the command too, unless the system kills us outright."""
    try:
        yield
    finally:
        if process.returncode is None:
            process.terminate()
            process.wait()


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
