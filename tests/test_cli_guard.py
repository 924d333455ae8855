"""The command line as a process: closed, full and odd streams, and what nobody foresaw."""

import os
import re
import subprocess
import sys
import warnings
from functools import partial
from pathlib import Path

import pytest

from embed_kcpd.__main__ import main
from embed_kcpd.cli import streams
from embed_kcpd.cli.guard import Session, guarded
from embed_kcpd.errors import InputError
from embed_kcpd.files import write_atomically

posix = pytest.mark.skipif(os.name == "nt", reason="closes streams the way a POSIX shell does")
KEY = "sk-very-secret-0123456789"

# One command that writes to standard output, as much as is asked for.
PROGRAM = """
import sys
from embed_kcpd.cli.app import application, run
import typer

app = application()

@app.command()
def write(size: int):
    typer.echo("x" * size)

@app.command()
def explain():
    sys.stderr.write("explained\\n")
    typer.echo("done")

@app.command()
def read(name: str):
    from embed_kcpd.cli.reading import read_file
    typer.echo(len(read_file(name, None).text))

@app.command()
def crash(message: str):
    raise ZeroDivisionError(message)

run(app)
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    path = tmp_path_factory.mktemp("program") / "program.py"
    path.write_text(PROGRAM)
    return path


def shell(program, line, **environment):
    """Run the program by a shell, which can close and redirect streams."""
    run = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" "{program}" {line}'],
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
        timeout=60,
    )
    assert b"Traceback" not in run.stderr
    assert b"Exception ignored" not in run.stderr
    return run


@posix
@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("write 10 > /dev/full", 2, b"cannot write to standard output: No space left"),
        ("write 100000 > /dev/full", 2, b"cannot write to standard output: No space left"),
        ("write 10 >&-", 2, b"cannot write to standard output: Bad file descriptor"),
        ("read - <&-", 2, b"standard input is closed"),
        ("explain 2>&-", 0, b""),
        ("write 10 >&- 2>&-", 2, b""),
        ("crash x 2>&-", 1, b""),
        ("read nowhere 2> /dev/full", 2, b""),
    ],
)
def test_closed_and_full_streams_cost_one_line(program, line, code, said):
    run = shell(program, line)
    assert run.returncode == code
    assert said in run.stderr
    assert run.stderr.count(b"\n") <= 1


@posix
def test_a_reader_that_has_seen_enough_is_no_error(program):
    run = shell(program, "write 5000000 | head -c 3")
    assert run.stdout == b"xxx"
    assert run.stderr == b""


POSIX_LOCALE = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


@posix
@pytest.mark.parametrize("environment", [{}, POSIX_LOCALE], ids=["usual", "POSIX"])
def test_names_in_any_bytes_are_read_or_named(program, tmp_path, environment):
    """Not UTF-8, not ASCII, in a POSIX locale without coercion: one line with escapes."""
    name = os.path.join(os.fsencode(tmp_path), b"na\xefve\x1b[2J\n" + "文".encode())  # noqa: PTH118
    told = shell(program, 'read "$NAME"', NAME=os.fsdecode(name), **environment)
    assert told.returncode == 2
    assert b"No such file" in told.stderr
    assert b"\x1b" not in told.stderr
    assert told.stderr.count(b"\n") == 1
    Path(os.fsdecode(name)).write_text("here")
    read = shell(program, 'read "$NAME"', NAME=os.fsdecode(name), **environment)
    assert read.stdout == b"4\n"


@pytest.mark.parametrize(
    "variable", ["OPENAI_API_KEY", "X_BEARER_TOKEN", "HF_TOKEN", "EMBED_KCPD_API_KEY"]
)
def test_what_nobody_foresaw_is_one_line_and_a_file(program, tmp_path, variable):
    """Exit code 1, no traceback, a log with everything but the key."""
    environment = {"TMPDIR": str(tmp_path), variable: KEY}
    run = shell(program, f"crash 'odd {KEY}\x1b[2J'", **environment)
    assert run.returncode == 1
    said = run.stderr.decode()
    log = Path(re.search(r"please report it with the file (\S+\.log)\n$", said)[1])
    assert said.startswith("embed-kcpd: unforeseen error, ZeroDivisionError: odd [key]")
    assert "\x1b" not in said
    report = log.read_text()
    assert "raise ZeroDivisionError(message)" in report
    assert "arguments: ['crash'" in report
    assert KEY not in report


def test_the_traceback_is_shown_to_who_asks_for_it(program, tmp_path):
    run = subprocess.run(
        [sys.executable, str(program), "--debug", "crash", "x"],
        capture_output=True, text=True, check=False, env={**os.environ, "TMPDIR": str(tmp_path)},
    )  # fmt: skip
    assert run.returncode == 1
    assert "Traceback (most recent call last)" in run.stderr
    assert not list(tmp_path.iterdir())


def test_a_log_that_cannot_be_written_is_no_second_error(monkeypatch, capsys):
    def refuse(**_):
        raise OSError("no space")

    monkeypatch.setattr("tempfile.mkstemp", refuse)

    def crash():
        raise ArithmeticError

    assert guarded(crash, Session()) == 1
    assert capsys.readouterr().err == (
        "embed-kcpd: unforeseen error, ArithmeticError; please report it "
        "with what --debug prints (embed-kcpd --debug COMMAND ...)\n"
    )


@pytest.mark.parametrize(
    ("raised", "code"),
    [
        (InputError("two\nlines\x1b"), 2),
        (SystemExit(7), 7),
        (SystemExit(), 0),
        (SystemExit("text"), 1),
        (BrokenPipeError(), 1),
        (RecursionError(), 1),
        (UnicodeEncodeError("utf-8", "x", 0, 1, "no"), 1),
    ],
)
def test_every_end_has_its_exit_code(monkeypatch, capsys, raised, code):

    def run():
        raise raised

    assert guarded(run, Session()) == code
    assert capsys.readouterr().err.count("\n") <= 1


@pytest.mark.parametrize(
    "raised",
    [MemoryError(), RuntimeError("can't start new thread"), RuntimeError("std::bad_alloc")],
)
def test_want_of_memory_is_no_fault_of_the_program(capsys, raised):
    def run():
        raise raised

    assert guarded(run, Session()) == 2
    assert capsys.readouterr().err == (
        "embed-kcpd: there is not enough memory; give it more, or a shorter text\n"
    )


def test_an_interrupt_is_silent_also_while_modules_are_loaded(monkeypatch, capsys):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("embed_kcpd.cli.app.use_one_thread", interrupted)
    monkeypatch.setattr(sys, "argv", ["embed-kcpd", "segment"])
    with pytest.raises(SystemExit) as leave:
        main()
    assert leave.value.code == 130
    assert capsys.readouterr().err == ""


def test_a_warning_is_one_line_without_source(monkeypatch, capsys):
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    streams.prepare_streams()
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        monkeypatch.setattr(warnings, "showwarning", streams.warnings_once())
        warnings.warn("the cache\nis damaged", RuntimeWarning, stacklevel=1)
    assert capsys.readouterr().err == "embed-kcpd: the cache is damaged\n"


def test_a_warning_is_said_once(capsys):
    """Two hundred files in Finnish were two hundred equal lines."""
    show = streams.warnings_once()
    for language in ("Finnish", "Hindi", "Finnish"):
        show(UserWarning(f"the text is in {language}"), UserWarning, "file.py", 1)
    lines = ["embed-kcpd: the text is in Finnish", "embed-kcpd: the text is in Hindi"]
    assert capsys.readouterr().err.splitlines() == lines


@pytest.mark.parametrize("value", ["[bold]x[/red]", "\ud800", "\x1b[2J", "x" * 5000, ""])
def test_bad_values_of_options_are_usage_errors(run, value):
    """Also where the value looks like markup or cannot be printed: one line, exit code 2."""
    for arguments in (["segment", "x.txt", "--unit", value], [value], ["bench", value]):
        code, out, err = run(*arguments)
        assert (code, out, len(err.splitlines())) == (2, "", 1), arguments
        assert "\x1b" not in err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("segment", b"missing argument 'FILE'; see program.py segment --help"),
        ("segmnt", b"no such command 'segmnt'. Did you mean 'segment'? See program.py --help"),
        ("segment x --segments 2.5", b"'2.5' is not a whole number; see program.py segment --help"),
        ("segment x --penalty", b"option '--penalty' requires an argument"),
    ],
)
def test_a_line_that_cannot_be_understood_is_answered_by_one_line(program, line, said):
    run = shell(program, line)
    assert run.returncode == 2
    assert said in run.stderr
    assert run.stderr.startswith(b"embed-kcpd: ")
    assert run.stderr.count(b"\n") == 1
    assert run.stdout == b""


def test_a_group_without_a_command_prints_its_help(program):
    run = shell(program, "corpus")
    assert run.returncode == 2
    assert b"Usage: program.py corpus" in run.stdout + run.stderr
    assert b"embed-kcpd: " not in run.stderr


def test_outputs_take_half_characters_long_names_and_refuse_the_rest(tmp_path):
    write_atomically(tmp_path / "a.txt", "half \ud800")
    assert (tmp_path / "a.txt").read_text() == "half \\ud800"
    write_atomically(tmp_path / ("x" * 250), "long")
    assert (tmp_path / ("x" * 250)).read_text() == "long"
    (tmp_path / "ring").symlink_to(tmp_path / "ring")
    for name in ("a\0b", "ring", "y" * 300):
        with pytest.raises(OSError, match="cannot write"):
            write_atomically(tmp_path / name, "x")
    assert partial(write_atomically, tmp_path / "a.txt")(b"bytes") is None
