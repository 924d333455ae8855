"""Progress bars: on a terminal, when work is long, and one at a time."""

import io
import sys
from contextlib import suppress

import pytest

from embed_kcpd.encoders import CachedEncoder, CallableEncoder
from embed_kcpd.encoders import progress as progress_module
from embed_kcpd.encoders.progress import progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def on_terminal(monkeypatch):
    """Called by the test itself: capturing would undo it between a fixture and the test."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    return stream


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(progress_module, "PATIENCE_SECONDS", 0.0)


@pytest.mark.usefixtures("impatient")
def test_long_work_shows_a_bar_on_a_terminal(monkeypatch):
    terminal = on_terminal(monkeypatch)
    with progress("Encoding", 10) as advance:
        for _ in range(10):
            advance(1)
    assert "Encoding" in terminal.getvalue()
    assert "10/10" in terminal.getvalue()


def test_short_work_shows_nothing(monkeypatch):
    terminal = on_terminal(monkeypatch)
    with progress("Encoding", 10) as advance:
        advance(10)
    assert terminal.getvalue() == ""


@pytest.mark.usefixtures("impatient")
def test_a_pipe_sees_nothing(capfd):
    """Neither standard output nor standard error, when they are not a terminal."""
    with progress("Encoding", 10) as advance:
        advance(10)
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("impatient")
def test_a_bar_inside_a_bar_is_not_drawn(monkeypatch):
    terminal = on_terminal(monkeypatch)
    with progress("outer", 2) as outer:
        outer(1)
        with progress("inner", 5) as inner:
            inner(5)
        outer(1)
    assert "outer" in terminal.getvalue()
    assert "inner" not in terminal.getvalue()


@pytest.mark.usefixtures("impatient")
def test_a_bar_goes_away_with_an_error_and_the_next_one_is_drawn(monkeypatch):
    terminal = on_terminal(monkeypatch)
    with suppress(ValueError), progress("first", 2) as advance:
        advance(1)
        raise ValueError
    with progress("second", 2) as advance:
        advance(2)
    assert "second" in terminal.getvalue()


@pytest.mark.usefixtures("impatient")
def test_any_encoder_behind_the_cache_has_a_bar(monkeypatch, tmp_path):
    terminal = on_terminal(monkeypatch)
    plain = CallableEncoder(lambda texts: [[1.0]] * len(texts), "ones")
    CachedEncoder(plain, tmp_path / "v.sqlite").encode([str(n) for n in range(1200)])
    assert "1200/1200" in terminal.getvalue()


@pytest.mark.usefixtures("impatient")
def test_a_bar_leaves_standard_output_alone(monkeypatch, capsys):
    """What is printed meanwhile goes where it should."""
    on_terminal(monkeypatch)
    with progress("Encoding", 2) as advance:
        advance(1)
        print("a result")
    assert capsys.readouterr().out == "a result\n"
