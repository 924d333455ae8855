"""Data sets in the normalised form."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation import datasets
from embed_kcpd.evaluation.datasets import Document, load, read_documents


def write(path, *records):
    text = "\n".join(json.dumps(record, ensure_ascii=False) for record in records) + "\n\n"
    raw = text.encode()
    path.write_bytes(gzip.compress(raw) if path.suffix == ".gz" else raw)
    return path


@pytest.mark.parametrize("name", ["docs.jsonl", "docs.jsonl.gz"])
def test_documents_come_back_as_written(tmp_path, name):
    """Plain and gzipped, ``sentences`` and ``units``, any script, a line separator inside."""
    path = write(
        tmp_path / name,
        {"id": "a", "sentences": ["Ein Satz.", "二。", "🙂\u2028x"], "boundaries": [2]},
        {"id": 7, "units": ["x"], "boundaries": []},
    )

    assert read_documents(path) == (
        Document("a", ("Ein Satz.", "二。", "🙂\u2028x"), (2,)),
        Document("7", ("x",), ()),
    )


@pytest.mark.parametrize(
    ("record", "complaint"),
    [
        ({"id": "a", "boundaries": []}, "list of strings"),
        ({"sentences": ["x", 3], "boundaries": []}, "list of strings"),
        ({"sentences": ["x", "y"]}, "list of integers"),
        ({"sentences": ["x", "y"], "boundaries": [True]}, "list of integers"),
        ({"sentences": ["x", "y"], "boundaries": [2]}, "from 1 to 1"),
        (["x"], "must be an object"),
        ({"units": [], "boundaries": []}, "has no units"),
        ({"id": ["x"], "units": ["x"], "boundaries": []}, "'id' that is list"),
    ],
)
def test_a_bad_line_is_an_error_that_names_it(tmp_path, record, complaint):
    good = {"sentences": ["x"], "boundaries": []}
    path = write(tmp_path / "docs.jsonl", good, record)
    with pytest.raises(InputError, match=rf"docs.jsonl:2\b.*{complaint}"):
        read_documents(path)


def test_a_line_that_is_not_json_is_an_error_that_names_it(tmp_path):
    path = tmp_path / "docs.jsonl"
    path.write_text("{not json}\n")
    with pytest.raises(InputError, match=r"docs\.jsonl:1 is not JSON"):
        read_documents(path)


def test_an_unknown_set_is_an_error_that_lists_the_sets():
    with pytest.raises(InputError, match="choose from choi-3-5"):
        load("choi")


def test_missing_data_is_an_error_that_names_the_variable(tmp_path, monkeypatch):
    monkeypatch.setenv(datasets.DATA_VARIABLE, str(tmp_path))
    with pytest.raises(InputError, match="EMBED_KCPD_DATA"):
        load("wiki50")


def test_without_a_folder_the_message_says_where_each_set_can_be_had(monkeypatch):
    """Nothing is looked for beside the working folder, which may be anybody's."""
    monkeypatch.delenv(datasets.DATA_VARIABLE)
    with pytest.raises(InputError, match="give it with --data or set EMBED_KCPD_DATA") as caught:
        load("wiki50")
    for place in datasets.FILES.values():
        assert datasets.ORIGINS[place.partition("/")[0]] in str(caught.value)


def test_a_missing_set_says_where_it_can_be_had(tmp_path):
    with pytest.raises(InputError, match=r"can be had from https://github.com/Ighina/DeepTiling"):
        load("wiki50", tmp_path)


def test_nothing_shipped_knows_where_the_data_lie_here():
    for path in Path(datasets.__file__).parents[1].rglob("*.py"):
        assert "shared/data" not in path.read_text("utf-8"), path


@pytest.mark.parametrize("place", ["wiki300/docs.jsonl", "wiki50/docs.jsonl.gz"])
def test_a_named_set_is_found_compressed_or_not(tmp_path, place):
    (tmp_path / place).parent.mkdir()
    write(tmp_path / place, {"id": "a", "units": ["x"], "boundaries": []})
    assert load(place.partition("/")[0], tmp_path) == (Document("a", ("x",), ()),)


def test_a_blind_document_keeps_its_text_and_hides_its_boundaries():
    document = Document("a", ("x", "y", "z"), (1,))
    assert document.blind() == Document("a", ("x", "y", "z"), ())
    assert (document.n_units, document.n_segments) == (3, 2)


@pytest.mark.parametrize(("name", "documents"), [("choi-3-5", 100), ("wiki50", 50)])
def test_the_named_sets_have_the_published_number_of_documents(name, documents):
    if not datasets.data_folder().exists():
        pytest.skip(f"no data sets at {datasets.data_folder()}")
    assert len(load(name)) == documents


def test_a_document_of_lists_is_one_of_tuples():
    """Topic models keep what they learned by document, which has to be hashable."""
    given = Document("a", ["one", "two", "three"], np.array([1]))
    assert given == Document("a", ("one", "two", "three"), (1,))
    assert {given}
    with pytest.raises(InputError, match="must be a list of texts, not one"):
        Document("a", "one two", (1,))


def test_a_document_reads_its_boundaries_once():
    """A generator was used up by the check: the document had no boundary, and nobody said so."""
    document = Document("a", (unit for unit in "abcd"), (cut for cut in [2]))
    assert (document.units, document.boundaries) == (("a", "b", "c", "d"), (2,))
    for wrong in (None, [1, 2]):
        with pytest.raises(InputError, match="must be a list of texts"):
            Document("a", wrong, [])


def test_a_file_may_be_named_by_a_string(tmp_path):
    (tmp_path / "wiki50").mkdir()
    file = tmp_path / "wiki50" / "docs.jsonl"
    file.write_text('{"id": "a", "units": ["x", "y"], "boundaries": [1]}', encoding="utf-8")
    assert read_documents(str(file)) == load("wiki50", str(tmp_path)) == read_documents(file)
