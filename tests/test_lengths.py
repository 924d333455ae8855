"""Segment lengths and the data-set table."""

import json

import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.datasets import FILES, Document, data_folder, load
from embed_kcpd.evaluation.lengths import (
    LengthStatistics,
    SetStatistics,
    heading_statistics,
    length_statistics,
    segment_lengths,
    set_statistics,
)
from embed_kcpd.evaluation.reported import reported_sets


def test_lengths_tile_the_units():
    assert segment_lengths([2, 3], 7) == (2, 1, 4)
    assert segment_lengths([], 4) == (4,)
    assert segment_lengths([], 0) == ()


def test_statistics_of_lengths_worked_by_hand():
    found = length_statistics((2, 1, 4, 5))
    assert (found.segments, found.mean, found.least, found.median, found.most) == (4, 3.0, 1, 3, 5)
    assert found.sd == pytest.approx(2.5**0.5)
    assert length_statistics(()) == LengthStatistics(0, 0.0, 0.0, 0, 0.0, 0)


def test_a_set_is_counted_pooled_and_by_document():
    """Documents of 2 units in 2 segments and 9 in 1: 11/3 pooled, (1 + 9)/2 by document."""
    documents = (Document("a", ("x",) * 2, (1,)), Document("b", ("x",) * 9, ()))
    assert set_statistics(documents) == SetStatistics(2, 1.5, 11 / 3, 5.0, 2, 9)
    assert set_statistics(()) == SetStatistics(0, 0.0, 0.0, 0.0, 0, 0)


def test_headings_of_empty_sections_can_be_counted(tmp_path):
    path = tmp_path / "docs.jsonl"
    path.write_text(
        json.dumps({"sentences": ["x"] * 6, "boundaries": [3], "boundaries_raw": [3, 3]})
    )
    assert heading_statistics(path).segments == 3
    path.write_text('{"sentences": ["x"], "boundaries": []}')
    with pytest.raises(InputError, match="boundaries_raw"):
        heading_statistics(path)


@pytest.mark.parametrize("name", ["choi-3-5", "choi-6-8", "choi-9-11", "choi-3-11", "elements"])
def test_the_sets_have_the_statistics_the_paper_prints(name):
    """To the printed digit; Elements only by the mean over documents."""
    if not data_folder().exists():
        pytest.skip(f"no data sets at {data_folder()}")
    found, printed = set_statistics(load(name)), reported_sets()[name]
    assert found.documents == printed.documents
    assert found.segments == pytest.approx(printed.segments, abs=0.05)
    assert found.units_by_document == pytest.approx(printed.units, abs=0.05)


def test_wiki50_has_the_printed_statistics_when_empty_sections_count():
    path = data_folder() / FILES["wiki50"]
    if not path.exists():
        pytest.skip(f"no data set at {path}")
    found, printed = heading_statistics(path), reported_sets()["wiki50"]
    assert found.segments == pytest.approx(printed.segments, abs=0.05)
    assert found.units_by_document == pytest.approx(printed.units, abs=0.05)
