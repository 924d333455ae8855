"""``embed-kcpd evaluate`` on files."""

import json

import pytest
from typer.testing import CliRunner

from embed_kcpd.cli.app import app
from embed_kcpd.errors import InputError
from embed_kcpd.evaluation.comparison import compare_files
from embed_kcpd.evaluation.metrics import pk, window_diff

UNITS = [f"unit {i}" for i in range(12)]


def jsonl(path, *records):
    path.write_text("\n".join(map(json.dumps, records)))
    return path


@pytest.fixture
def files(tmp_path):
    """Two documents; the hypothesis gives boundaries alone, in another order."""
    reference = jsonl(
        tmp_path / "ref.jsonl",
        {"id": "a", "sentences": UNITS, "boundaries": [4, 8]},
        {"id": "b", "sentences": UNITS[:6], "boundaries": [3]},
    )
    hypothesis = jsonl(
        tmp_path / "hyp.jsonl", {"id": "b", "boundaries": [3]}, {"id": "a", "boundaries": [5]}
    )
    return reference, hypothesis


def test_documents_are_matched_by_id_and_averaged(files):
    report = compare_files(*files)
    assert [one.id for one in report.documents] == ["a", "b"]
    assert report.mean.pk == pytest.approx(pk([4, 8], [5], 12) / 2)
    assert report.mean.window_diff == pytest.approx(window_diff([4, 8], [5], 12) / 2)
    assert report.mean.f1 == 0.5
    assert (report.reference_lengths.segments, report.hypothesis_lengths.segments) == (5, 4)


def test_a_tolerance_counts_near_boundaries_as_found(files):
    assert compare_files(*files, tolerance=1).mean.precision == 1.0


def test_text_with_lines_of_equal_signs_and_json_are_read_too(tmp_path):
    text = tmp_path / "a.ref"
    text.write_text("one\ntwo\n==========\nthree\nfour\n")
    result = tmp_path / "a.json"
    result.write_text(json.dumps({"n_units": 4, "boundaries": [2]}))
    assert compare_files(text, result).mean.pk == 0.0


def test_the_command_prints_a_table_and_json(files):
    shown = CliRunner().invoke(app, ["evaluate", *map(str, files), "--each"])
    assert shown.exit_code == 0
    assert "WindowDiff" in shown.output
    assert "mean over 2 documents" in shown.output
    made = CliRunner().invoke(app, ["evaluate", *map(str, files), "--json", "--window", "3"])
    content = json.loads(made.output)
    assert content["documents"][0]["window"] == 3
    assert content["mean"]["pk"] == pytest.approx(pk([4, 8], [5], 12, 3) / 2)


@pytest.mark.parametrize(
    ("hypothesis", "complaint"),
    [
        ([{"id": "a", "boundaries": [5]}], "has 2 documents and"),
        ([{"id": "a", "boundaries": [12]}, {"id": "b", "boundaries": []}], "from 1 to 11"),
        ([{"id": "a", "boundaries": "x"}, {"id": "b", "boundaries": []}], "list of integers"),
        (
            [{"id": "a", "boundaries": [5.0]}, {"id": "b", "boundaries": []}],
            r"list of integers, got \[5.0\]",
        ),
        (
            [{"id": "a", "units": ["x"], "boundaries": []}, {"id": "b", "boundaries": []}],
            "12 units in the reference and 1",
        ),
    ],
)
def test_files_that_do_not_fit_together_are_an_error_that_says_why(
    files, tmp_path, hypothesis, complaint
):
    other = jsonl(tmp_path / "other.jsonl", *hypothesis)
    with pytest.raises(InputError, match=complaint):
        compare_files(files[0], other)


def test_boundaries_without_any_count_of_units_are_an_error(tmp_path):
    path = jsonl(tmp_path / "x.jsonl", {"id": "a", "boundaries": [1]})
    with pytest.raises(InputError, match="how many units"):
        compare_files(path, path)


def test_a_missing_file_is_an_error_that_names_it(tmp_path):
    with pytest.raises(InputError, match=r"nothing\.jsonl is not a file"):
        compare_files(tmp_path / "nothing.jsonl", tmp_path / "nothing.jsonl")


def test_files_that_share_only_some_ids_are_not_compared_in_order(tmp_path, files):
    """A document that is missing would shift all that follow it."""
    other = jsonl(
        tmp_path / "other.jsonl", {"id": "b", "boundaries": [3]}, {"id": "c", "boundaries": [5]}
    )
    with pytest.raises(InputError, match=r"ref.jsonl:1: .*other.jsonl has no document 'a'"):
        compare_files(files[0], other)
    unnamed = jsonl(tmp_path / "unnamed.jsonl", {"boundaries": [5]}, {"boundaries": [3]})
    assert [each.scores.f1 for each in compare_files(files[0], unnamed).documents] == [0.0, 1.0]
