"""The forms in which the data sets were first published."""

import pytest

from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.datasets import Document, read_documents
from embed_kcpd.evaluation.releases import (
    documents_as_jsonl,
    read_chen,
    read_choi,
    read_choi_folder,
    read_koshorek,
    read_koshorek_folder,
)

CHOI = "==========\nBees  dance . \r\nHives hum .\n\n==========\nShips sail .\n============\n"

KOSHOREK = """========,1,preface.
Tea grows on hills.
========,2,Leaves.
========,3,Picking.
Leaves are picked by hand.
========,3,Drying.
They are dried.
***LIST***.
"""


def test_a_line_of_equal_signs_parts_segments(tmp_path):
    """At the start, at the end and between; white space collapsed, empty lines dropped."""
    path = tmp_path / "0.ref"
    path.write_bytes(CHOI.encode())
    assert read_choi(path) == Document("0", ("Bees dance .", "Hives hum .", "Ships sail ."), (2,))
    assert read_choi(str(path)) == read_choi(path)


def test_a_folder_of_choi_files_is_read_in_order_with_paths_as_ids(tmp_path):
    for place in ("2/3-5/1.ref", "1/3-5/0.ref"):
        (tmp_path / place).parent.mkdir(parents=True)
        (tmp_path / place).write_text(CHOI)
    (tmp_path / "readme.txt").write_text("not a document")
    assert [one.id for one in read_choi_folder(tmp_path)] == ["1/3-5/0", "2/3-5/1"]
    assert read_choi_folder(str(tmp_path)) == read_choi_folder(tmp_path)


@pytest.mark.parametrize(("deepest", "boundaries"), [(None, (1, 2)), (2, (1,)), (1, ())])
def test_headings_open_sections_down_to_the_level_asked_for(tmp_path, deepest, boundaries):
    """A heading without text of its own adds no second boundary; lists stay units."""
    path = tmp_path / "4711"
    path.write_text(KOSHOREK)
    found = read_koshorek(path, deepest=deepest)
    assert found.boundaries == boundaries
    assert found.units[-1] == "***LIST***."
    assert found.n_units == 4


def test_a_folder_of_headed_files_skips_everything_else(tmp_path):
    (tmp_path / "12").write_text(KOSHOREK)
    (tmp_path / "notes").write_text("nothing here")
    assert [one.id for one in read_koshorek_folder(tmp_path)] == ["12"]


@pytest.mark.parametrize("repeats", [False, True])
def test_a_change_of_title_is_a_boundary(tmp_path, repeats):
    """Titles may come back; with ``repeats`` the text carries its entry in front, as in Cities."""
    titles = ["1,1,TOP", "1,2,use, and care", "1,3,use, and care", "1,4,TOP", "2,1,TOP"]
    units = ["tin is soft", "tin cans", "tin foil", "tin again", "lead is heavy"]
    text, places = tmp_path / "a.text", tmp_path / "a.segmenttitles"
    lines = [t + u if repeats else u for t, u in zip(titles, units, strict=True)]
    text.write_text("\n".join(lines) + "\n")
    places.write_text("\n".join(titles) + "\n")

    assert read_chen(text, places) == (
        Document("1", tuple(units[:4]), (1, 3)),
        Document("2", (units[4],), ()),
    )


def test_files_that_are_not_aligned_are_an_error(tmp_path):
    (tmp_path / "t").write_text("one\ntwo\n")
    (tmp_path / "s").write_text("1,1,TOP\n")
    with pytest.raises(InputError, match="has 2 lines but"):
        read_chen(tmp_path / "t", tmp_path / "s")
    (tmp_path / "s").write_text("1,1,TOP\nwhat\n")
    with pytest.raises(InputError, match="s:2 is not"):
        read_chen(tmp_path / "t", tmp_path / "s")


def test_an_empty_folder_is_an_error_that_names_the_pattern(tmp_path):
    with pytest.raises(InputError, match=r"fits '\*\*/\*\.ref'"):
        read_choi_folder(tmp_path)


def test_documents_written_as_jsonl_are_read_back(tmp_path):
    documents = (Document("a", ("x", "ä 🙂"), (1,)), Document("b", ("y",), ()))
    path = tmp_path / "docs.jsonl"
    path.write_text(documents_as_jsonl(documents))
    assert read_documents(path) == documents
