"""A few kills of everything that writes; ``make kill-tests`` does two hundred of each."""

import os
import warnings

import pytest

from kill_writers import WRITERS, run


@pytest.mark.skipif(os.name == "nt", reason="kills processes the POSIX way")
@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.name)
def test_a_killed_writer_loses_nothing_it_had_finished(writer, monkeypatch, tmp_path):
    monkeypatch.setenv("EMBED_KCPD_CACHE", str(tmp_path))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        outcome = run(writer, kills=4)
    assert (outcome.lost, outcome.half_written, outcome.blocked) == (0, 0, 0)
