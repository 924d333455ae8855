"""Examples in the documents run and print what they say."""

import doctest
from pathlib import Path

import pytest

from embed_kcpd.encoders import Precision
from embed_kcpd.encoders.models.official import MINILM
from embed_kcpd.encoders.models.store import converted_home, is_whole
from examples import documents

ROOT = Path(__file__).parent.parent
DOCUMENTS = documents()
"""The reference repeats docstrings, whose examples run where they stand."""


@pytest.mark.skipif(
    not is_whole(converted_home(MINILM, Precision.INT8)),
    reason="all-MiniLM-L6-v2 is not in the cache; run: embed-kcpd download",
)
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_the_examples_of_a_document_run(path, monkeypatch):
    """Every line after a prompt, from the root of the repository as a reader would."""
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted > 0
