"""The paper's printed numbers."""

import pytest

from embed_kcpd.evaluation.datasets import FILES
from embed_kcpd.evaluation.reported import reported_cell, reported_rows, reported_sets


def test_every_reported_set_has_a_reader():
    names = {name for row in reported_rows() for name in row.cells} | set(reported_sets())
    assert names <= set(FILES)


def test_the_impossible_pairs_are_known():
    """WindowDiff below Pk at one window cannot be: these four cells are not to be chased."""
    impossible = {
        (row.label, name)
        for row in reported_rows()
        for name, cell in row.cells.items()
        if not cell.is_possible
    }
    assert impossible == {
        ("Embed-KCPD (text-embedding-3-small), RBF kernel", "choi-3-11"),
        ("GraphSeg", "elements"),
        ("TextTiling", "arxiv"),
        ("NTS", "wiki300"),
    }


@pytest.mark.parametrize(
    ("method", "encoder", "set_name", "pk"),
    [
        ("kcpd-rbf", "minilm-fp32", "wiki50", 47.2),
        ("kcpd-cosine", "sentence-transformers/all-mpnet-base-v2", "choi-3-5", 4.1),
        ("c99-count", None, "choi-3-5", 12.0),
        ("c99-count", "minilm-fp32", "choi-3-5", 12.0),
    ],
)
def test_a_cell_is_found_by_method_encoder_and_set(method, encoder, set_name, pk):
    assert reported_cell(method, encoder, set_name).pk == pk


@pytest.mark.parametrize(
    ("method", "encoder", "set_name"),
    [
        ("kcpd-cosine", "my-encoder", "wiki50"),
        ("c99", None, "choi-3-5"),
        ("c99-count", None, "wiki50"),
        ("none", None, "wiki50"),
        ("kcpd-cosine", None, "wiki50"),
    ],
)
def test_what_the_paper_does_not_print_is_absent(method, encoder, set_name):
    assert reported_cell(method, encoder, set_name) is None
