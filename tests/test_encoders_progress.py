"""Progress bars: on a terminal, when work is long, and one at a time."""

import io
import re
import sys
from contextlib import suppress
from contextvars import copy_context

import pytest

from embed_kcpd import progress as progress_module
from embed_kcpd.encoders import CachedEncoder, CallableEncoder
from embed_kcpd.progress import progress, watched


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
def test_a_count_inside_a_count_moves_the_outer_bar(monkeypatch):
    """Nothing is counted twice, and an encoder that reports nothing still arrives."""
    terminal = on_terminal(monkeypatch)
    with progress("Encoding", 20) as outer:
        for reported in (10, 0):
            with progress("Encoding", 10) as inner:
                for _ in range(reported):
                    inner(1)
            outer(10)
    shown = re.findall(r"(\d+)/20", terminal.getvalue())
    assert sorted(shown, key=int) == shown
    assert shown[-1] == "20"


@pytest.mark.usefixtures("impatient")
def test_a_count_of_other_things_does_not_move_the_bar(monkeypatch):
    """Encoding 34 sentences of a document is one step of twelve documents: never 408/12."""
    terminal = on_terminal(monkeypatch)
    with progress("graphseg on truth", 12) as outer:
        for _ in range(12):
            with progress("Encoding", 34) as inner:
                inner(34)
            outer(1)
    shown = {int(count) for count in re.findall(r"(\d+)/12", terminal.getvalue())}
    assert shown <= set(range(13))
    assert "Encoding" not in terminal.getvalue()


@pytest.mark.usefixtures("impatient")
def test_fetching_has_a_bar_of_its_own_before_encoding_begins(monkeypatch):
    """Bytes are not texts: a model fetched on the way shows its own progress."""
    terminal = on_terminal(monkeypatch)
    with progress("Encoding", 4) as encoded:
        with progress("Fetching", 1000, in_bytes=True) as fetched:
            fetched(1000)
        encoded(4)
    assert terminal.getvalue().index("Fetching") < terminal.getvalue().index("Encoding")
    assert "4/4" in terminal.getvalue()


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


def test_work_that_was_left_can_be_closed_elsewhere():
    """A server's job ends with an error; what it was reading is closed in another context."""

    def reading():
        with progress("Reading", 9, in_bytes=True) as advance:
            advance(1)
            yield

    told = []
    work = reading()

    def job():
        with watched(lambda *said: told.append(said)):
            next(work)

    copy_context().run(job)
    work.close()

    assert told == [("Reading", 0, 9), ("Reading", 1, 9)]
