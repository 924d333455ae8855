"""Sentences of the paper against rows of a study."""

import pytest

from embed_kcpd.simulation.claims import claims, shown_memory
from embed_kcpd.simulation.rows import Row, rows_as_json, rows_from_json


def row(n_units, pk, *, scale=0.1, memory=20, sd=1.0, kernel="cosine"):
    return Row(
        encoder="e", memory=memory, n_units=n_units, n_change_points=5, n_sentences=50,
        started_over=0.0, kernel=kernel, rule=f"{kernel} C={scale}", scale=scale,
        replicates=100, pk=pk, pk_sd=sd, wd=pk + 1, wd_sd=sd, extra_boundaries=0.0,
    )  # fmt: skip


def verdicts(rows):
    return {claim.text: claim.agrees for claim in claims(rows)}


AGREES = [row(50, 9.0), row(500, 5.0), row(50, 30.0, scale=1.0), row(500, 30.0, scale=1.0)]


def test_rows_that_do_what_the_paper_says_agree():
    found = verdicts(AGREES)
    assert found == {
        "C = 0.1 is best on long sequences": True,
        "Pk falls as T grows (C = 0.1)": True,
        "WindowDiff falls as T grows (C = 0.1)": True,
    }


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        (row(500, 4.0, scale=1.0), "C = 0.1 is best on long sequences"),
        (row(1000, 5.5), "Pk falls as T grows (C = 0.1)"),
        (row(500, 8.9, sd=5.0), "Pk falls as T grows (C = 0.1)"),
        (row(500, 5.5, memory=10), "m makes no difference (C = 0.1)"),
    ],
)
def test_a_row_that_says_otherwise_is_told(changed, text):
    """Another best factor, a rise on the way, a fall within chance, a memory that matters."""
    kept = [old for old in AGREES if (old.n_units, old.scale, old.memory) != key(changed)]
    assert verdicts([*kept, changed])[text] is False


def key(one):
    return one.n_units, one.scale, one.memory


def test_memories_that_differ_by_chance_do_not_differ():
    found = verdicts([*AGREES, row(50, 9.1, memory=10), row(500, 5.1, memory=30)])
    assert found["m makes no difference (C = 0.1)"] is True


def test_the_memory_that_is_shown_is_the_papers_or_the_one_in_the_middle():
    assert shown_memory([row(50, 1.0, memory=m) for m in (10, 20, 30, 40)]) == 20
    assert shown_memory([row(50, 1.0, memory=m) for m in (2, 5, 7)]) == 5


def test_rows_survive_their_file():
    assert rows_from_json(rows_as_json(AGREES)) == tuple(AGREES)
