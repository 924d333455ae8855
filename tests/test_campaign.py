"""Many methods on many sets: resumable, deterministic, in order."""

import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from embed_kcpd.errors import EncoderError, MissingExtraError
from embed_kcpd.evaluation import campaign
from embed_kcpd.evaluation.baselines.trivial import RandomBoundaries
from embed_kcpd.evaluation.campaign import NamedEncoder, in_order, run
from embed_kcpd.evaluation.datasets import read_documents
from embed_kcpd.evaluation.page_parts import with_parts
from embed_kcpd.evaluation.paper import FEWEST_UNITS, PAPER_SETS, load_as_paper, page_parts
from embed_kcpd.evaluation.registry import Entry, entry
from embed_kcpd.evaluation.reported import reported_rows
from embed_kcpd.evaluation.rows import read_rows, rows_as_json
from embed_kcpd.evaluation.tables import CHOI, OTHERS, result_table

ROOT = Path(__file__).parent.parent
SMALL = ROOT / "examples" / "small-set.jsonl"
METHODS = ["kcpd-cosine", "embed-kcpd", "none", "even"]


class Hashing:
    """Words hashed into vectors; counts how many texts it was given."""

    def __init__(self):
        self.n_texts = 0

    def encode(self, texts):
        self.n_texts += len(texts)
        rows = np.full((len(texts), 64), 0.01)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().split():
                row[zlib.crc32(word.encode()) % 64] += 1.0
        return rows


def small():
    return {"small": lambda: read_documents(SMALL)}


def timeless(rows):
    return [replace(one, seconds=0.0) for one in rows]


def test_the_small_set_can_be_measured_without_any_model():
    rows = run(small(), METHODS, NamedEncoder("hash", Hashing()))
    assert [(one.method, one.encoder) for one in rows] == [
        ("kcpd-cosine", "hash"),
        ("embed-kcpd", "hash"),
        ("none", None),
        ("even", None),
    ]
    assert all(one.documents == 12 for one in rows)
    assert rows[2].extra_boundaries < 0
    assert rows[3].extra_boundaries == 0


def test_a_campaign_twice_gives_the_same_rows():
    first = run(small(), METHODS, NamedEncoder("hash", Hashing()))
    second = run(small(), METHODS, NamedEncoder("hash", Hashing()))
    assert timeless(first) == timeless(second)


def test_an_interrupted_campaign_goes_on_where_it_stopped(tmp_path):
    """Known rows are kept untouched, nothing is embedded for them, and each new row is saved."""
    path = tmp_path / "rows.json"
    half = run(small(), METHODS[:2], NamedEncoder("hash", Hashing()))
    half[0] = replace(half[0], pk=12.34)
    saved = []
    encoder = Hashing()

    def keep(rows):
        saved.append(len(rows))
        path.write_text(rows_as_json(rows))

    whole = run(small(), METHODS, NamedEncoder("hash", encoder), half, on_rows=keep)
    assert whole[0].pk == 12.34
    assert saved == [3, 4]
    assert encoder.n_texts == 0
    assert read_rows(path) == whole


def test_a_row_of_other_code_other_settings_or_other_documents_is_measured_again(monkeypatch):
    """Of three known rows the one whose fingerprint is another, or missing, is replaced."""
    encoder = NamedEncoder("hash", Hashing())
    known = [replace(row, pk=12.34) for row in run(small(), ["none", "even", "all"], encoder)]
    known[0] = replace(known[0], fingerprint="made by older code")
    known[2] = replace(known[2], fingerprint=None)
    again = run(small(), ["none", "even", "all"], encoder, known)
    kept = {row.method: row.pk == 12.34 for row in again}
    assert kept == {"none": False, "all": True, "even": False}

    def reversed_documents():
        return [replace(one, units=one.units[::-1]) for one in read_documents(SMALL)]

    changed = run({"small": reversed_documents}, ["all"], encoder, again)
    assert 12.34 not in {row.pk for row in changed}

    other = replace(entry("random"), make=lambda: RandomBoundaries(seed=1))
    first = run(small(), ["random"], encoder)
    monkeypatch.setattr(campaign, "entry", lambda _name: other)
    assert run(small(), ["random"], encoder, first)[0].pk != first[0].pk


def test_another_encoder_or_another_number_of_documents_is_measured_anew():
    rows = run(small(), ["kcpd-cosine"], NamedEncoder("hash", Hashing()))
    other = run(small(), ["kcpd-cosine"], NamedEncoder("hash2", Hashing()), rows)
    fewer = {"small": lambda: read_documents(SMALL)[:5]}
    more = run(fewer, ["kcpd-cosine"], NamedEncoder("hash", Hashing()), other)
    assert [(one.encoder, one.documents) for one in more] == [
        ("hash", 5),
        ("hash", 12),
        ("hash2", 12),
    ]


def test_a_method_without_its_package_is_left_out_only_if_nobody_asked_for_it(monkeypatch):
    class Needy:
        name, needs_vectors, needs_count = "none", False, False

        def segment(self, document, vectors):
            raise MissingExtraError("quark", "strange")

    monkeypatch.setattr(campaign, "entry", lambda _name: Entry(Needy))
    left_out = []
    rows = run(
        small(),
        ["none"],
        NamedEncoder("hash", Hashing()),
        on_left_out=lambda name, error: left_out.append((name, error.package)),
    )
    assert (rows, left_out) == ([], [("none", "quark")])
    with pytest.raises(MissingExtraError, match="strange"):
        run(small(), ["none"], NamedEncoder("hash", Hashing()))


def test_a_method_whose_data_cannot_be_fetched_is_left_out_once_and_the_others_go_on(monkeypatch):
    """The word vectors of one method are no reason to measure no other."""

    class Fetching:
        name, needs_vectors, needs_count = "all", False, False

        def segment(self, document, vectors):
            raise EncoderError("glove cannot be fetched")

    known = entry
    monkeypatch.setattr(
        campaign, "entry", lambda name: Entry(Fetching) if name == "all" else known(name)
    )
    left_out = []
    rows = run(
        {"arxiv": small()["small"], "cities": small()["small"]},
        ["all", "none"],
        NamedEncoder("hash", Hashing()),
        on_left_out=lambda name, error: left_out.append((name, str(error))),
    )
    assert left_out == [("all", "glove cannot be fetched")]
    assert [(row.set, row.method) for row in rows] == [("arxiv", "none"), ("cities", "none")]


def test_an_encoder_that_fails_ends_the_campaign():
    """It was asked for by name: leaving out every method that needs it would hide that."""

    class Broken:
        def encode(self, texts):
            raise EncoderError("no such model")

    left_out = []
    with pytest.raises(EncoderError, match="no such model"):
        run(
            small(),
            ["kcpd-cosine", "none"],
            NamedEncoder("broken", Broken()),
            on_left_out=lambda *left: left_out.append(left),
        )
    assert left_out == []


def test_a_learner_is_left_out_where_there_is_nobody_to_learn_from():
    """One document, all methods: those that learn from others say so, the rest run."""
    alone = {"small": lambda: read_documents(SMALL)[:1]}
    left_out = []
    rows = run(
        alone,
        ["none", "fragkou"],
        NamedEncoder("hash", Hashing()),
        on_left_out=lambda name, error: left_out.append((name, str(error))),
    )
    assert [one.method for one in rows] == ["none"]
    assert left_out[0][0] == "fragkou"


def test_rows_stand_in_the_order_of_the_tables():
    rows = run(small(), ["none", "kcpd-cosine"], NamedEncoder("hash", Hashing()))
    mixed = [replace(one, set=name) for name in ("arxiv", "choi-3-5", "mine") for one in rows]
    assert [(one.set, one.method) for one in in_order(reversed(mixed))] == [
        (name, method)
        for name in ("choi-3-5", "arxiv", "mine")
        for method in ("kcpd-cosine", "none")
    ]


def cell_of(table, method, place):
    line = next(line for line in table.splitlines() if line.startswith(f"| {method}"))
    return line.split(" | ")[place]


def test_a_table_shows_ours_what_is_reported_and_the_difference():
    (row,) = run(small(), ["kcpd-cosine"], NamedEncoder("minilm-hash", Hashing()))
    row = replace(row, set="choi-6-8", pk=3.44, pk_sd=1.0, wd=3.36, wd_sd=2.0)
    table = result_table([row], CHOI)
    assert cell_of(table, "`kcpd-cosine`", 4) == "3.4 ± 1.0<br>3.3, +0.1"
    assert cell_of(table, "`kcpd-cosine`", 5) == "3.4 ± 2.0<br>3.4, 0.0"
    assert cell_of(table, "`kcpd-cosine`", 2) == ""


def test_a_method_missing_on_one_set_keeps_its_place_in_the_table():
    rows = run(small(), ["kcpd-cosine", "none"], NamedEncoder("hash", Hashing()))
    mixed = [replace(rows[1], set="choi-3-5"), replace(rows[0], set="choi-6-8")]
    lines = result_table(mixed, CHOI).splitlines()
    assert [line.split(" | ")[0] for line in lines[2:4]] == ["| `kcpd-cosine`", "| `none`"]


def test_reported_rows_that_nobody_measured_are_shown_as_reported_and_marked():
    table = result_table([], OTHERS)
    assert cell_of(table, "GraphSeg", 6) == "52.9 ± 19.3 ?"
    assert cell_of(table, "NTS", 2) == "34.4* ?"
    assert len(table.splitlines()) == 2 + sum(
        any(name in row.cells for name in OTHERS) for row in reported_rows()
    )


def test_methods_that_are_told_the_count_are_marked():
    rows = run(small(), ["even", "none"], NamedEncoder("hash", Hashing()))
    table = result_table([replace(one, set="cities") for one in rows], ["cities"])
    assert "| `even` # |" in table
    assert "| `none` |" in table


def test_the_paper_s_figures_are_means_over_documents_of_five_units_or_more(tmp_path):
    assert FEWEST_UNITS == 5
    folder = tmp_path / "elements"
    folder.mkdir()
    lines = ['{"sentences": ["a", "b", "c", "d"], "boundaries": [1]}'] * 2
    lines += ['{"sentences": ["a", "b", "c", "d", "e"], "boundaries": [1]}']
    (folder / "docs.jsonl").write_text("\n".join(lines))
    assert len(load_as_paper("elements", tmp_path)) == 1


def test_a_page_without_the_part_is_an_error_that_names_it():
    with pytest.raises(Exception, match="begin choi"):
        with_parts("empty", {"choi": "x"})


def test_the_page_is_what_its_rows_say():
    """The committed tables are those of the committed rows."""
    page = (ROOT / "docs" / "results" / "reproduction.md").read_text("utf-8")
    rows = read_rows(ROOT / "benchmarks" / "reproduction.json")
    assert {one.set for one in rows} == set(PAPER_SETS)
    assert with_parts(page, page_parts(rows, ROOT / "nowhere")) == page
