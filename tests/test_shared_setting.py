"""A setting of the whole process: changed by the first who needs it, undone by the last."""

import csv
import os
import sys

import pytest

from embed_kcpd.readers.source import Source
from embed_kcpd.readers.streams.tables import _rows
from embed_kcpd.shared_setting import SharedSetting


@pytest.fixture
def level():
    """A number that is raised by one inside the setting."""
    return {"value": 0}


@pytest.fixture
def raised(level):
    def change():
        before, level["value"] = level["value"], level["value"] + 1
        return lambda: level.update(value=before)

    return SharedSetting(change)


def test_the_last_to_leave_undoes_the_change(level, raised):
    """In whatever order they leave."""
    raised.__enter__()
    raised.__enter__()
    raised.__exit__(None, None, None)
    assert level["value"] == 1
    raised.__exit__(None, None, None)
    assert level["value"] == 0
    with raised:
        assert level["value"] == 1
    assert level["value"] == 0


def test_an_error_inside_undoes_the_change(level, raised):
    with pytest.raises(KeyError), raised:
        raise KeyError
    assert level["value"] == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no forks")
def test_a_forked_process_begins_with_nobody_inside(level, raised):
    """The thread that was inside is not there to leave, and its lock may be held."""
    with raised:
        child = os.fork()
        if child == 0:
            with raised:
                os._exit(0 if level["value"] == 2 else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert level["value"] == 0


def test_two_tables_with_long_fields_are_read_at_once():
    """The first that was read to its end gave the other a limit of 131,072 characters."""
    before = csv.field_size_limit()
    source = Source("a.csv", ("text,date\n" + f"{'x' * 200_000},1\n" * 3).encode())
    first, second = (_rows(source, ",", quoted=True) for _ in range(2))
    assert next(first) == next(second)
    assert len(list(first)) == 2
    assert len(list(second)) == 2
    assert csv.field_size_limit() == before < sys.maxsize
