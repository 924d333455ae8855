"""What chunks take from the lines of a text: sentences that stay put, paragraphs, lists."""

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from conftest import WordHashing
from embed_kcpd.chunks import ChunkSettings, chunk, chunk_document
from embed_kcpd.chunks.lines import ITEM, LEAD_IN, PARAGRAPH, line_prices
from embed_kcpd.chunks.sentences import LocalSentences
from embed_kcpd.readers import read
from embed_kcpd.text.sentences import Sentences
from embed_kcpd.text.units import Lines, Unit, check_tiling

SETTINGS = ChunkSettings(max_tokens=60, target_tokens=20, encoder=WordHashing(), confidence=False)
SENTENCES = LocalSentences(Sentences())


def pieces(text, splitter=SENTENCES):
    return [text[unit.start : unit.end] for unit in splitter.split(text)]


@given(st.text(st.sampled_from("abcdefgA. \n\r!?:'\"“”。」é\U0001f600ก\ud800-1"), max_size=200))
def test_local_sentences_tile_any_text(text):
    check_tiling(text, SENTENCES.split(text))


LINES = st.lists(
    st.sampled_from(
        [
            "The garden's soil is heavy. It 'holds water well.",
            'She said: "Dig deeper. Then wait. Nobody did.',
            "Rain (again fell all night. Worms came up.",
            "It was 3.5 metres wide. Dr. Hill measured it.",
            "Nothing ends here",
        ]
    ),
    min_size=2,
    max_size=8,
)


@given(LINES, st.integers(0, 7), st.sampled_from(["", "It's odd. ", '"Open. ', "(Left open. "]))
def test_an_edit_of_one_paragraph_leaves_the_sentences_of_all_others(lines, at, added):
    """Quotation marks and brackets that nothing closes reach no further than their paragraph."""
    at %= len(lines)
    edited = [*lines[:at], added + lines[at], *lines[at + 1 :]]
    apart = [pieces(line + "\n\n") for line in edited]

    assert pieces("".join(line + "\n\n" for line in edited)) == [p for each in apart for p in each]


def test_an_apostrophe_far_away_moves_no_sentence():
    """Ten thousand characters on one line, which the splitter is shown in blocks."""
    sentences = [f"The plant in bed number {n} isn't growing. " for n in range(250)]
    before = pieces("".join(sentences))
    after = pieces("The gardener's idea. " + "".join(sentences))

    assert len(set(before) - set(after)) <= 1


def test_what_may_be_an_abbreviation_is_left_to_the_splitter():
    for text in ("Dr. Hill came by.", "We met Mrs. Hill.", "Das kostet inkl. Steuer viel."):
        assert pieces(text) == pieces(text, Sentences())


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_lines_cost_alike_whatever_ends_them(line_end):
    lines = ["You need:", "- a spade", "- seeds", "", "Then dig.", "Dig more."]
    text = line_end.join(lines)
    units = Lines().split(text)

    prices = line_prices(text, units, has_markers=True)

    assert prices.tolist() == [0.0, LEAD_IN, -ITEM, -PARAGRAPH, 0.0]


def test_without_markers_every_line_is_an_item():
    text = "Tools\n\nA spade\nSeeds\n\nThen dig."
    prices = line_prices(text, Lines().split(text), has_markers=False)
    assert prices.tolist() == [0.0, -PARAGRAPH, -ITEM, -PARAGRAPH]


@pytest.mark.parametrize(
    ("line", "is_item"),
    [("1. Dig", True), ("(b) Dig", True), ("• Dig", True), ("2024 was dry", False), ("-5", False)],
)
def test_a_marker_is_known(line, is_item):
    text = f"Dig.\n{line}"
    assert (line_prices(text, Lines().split(text), has_markers=True)[1] < 0) == is_item


def test_no_units_have_no_prices():
    assert line_prices("", (), has_markers=True).shape == (0,)


SAME = "Dig the bed once more before noon."
"""Seven words; where every sentence says the same, only sizes and lines decide."""


def list_chunks(tmp_path):
    """Chunks of a list with two sentences an item, in the middle of a document."""
    items = "\n".join([f"- {SAME} {SAME}"] * 8)
    lead_in = f"{SAME} {SAME} Then you will need these:"
    path = tmp_path / "garden.md"
    path.write_text(f"{lead_in}\n\n{items}\n\n{SAME} {SAME}\n")
    document = read(path)
    chunks = [each.text for each in chunk_document(document, SETTINGS)]
    assert "".join(chunks) == document.text
    return chunks


def test_a_list_of_a_document_stays_with_its_lead_in_and_is_cut_between_items(tmp_path):
    """Three sentences fit the aim better than two, and so does what ends in the colon."""
    chunks = list_chunks(tmp_path)

    assert not any(each.strip().endswith("these:") for each in chunks)
    first = next(at for at, each in enumerate(chunks) if "need these:" in each)
    assert all(each.endswith("\n") for each in chunks[first:-1])
    assert len(chunks) > first + 4


def test_a_list_of_a_plain_text_stays_with_its_lead_in():
    items = "\n".join(f"{n}. Put thing{n} into bag{n} and tie knot{n}." for n in range(1, 9))
    text = f"Rain fell all day long. Mud lay everywhere. Pack as follows:\n\n{items}\n\nGo home."
    made = [each.text for each in chunk(text, settings=replace(SETTINGS, max_tokens=40))]

    assert "".join(made) == text
    assert not any(each.strip().endswith("follows:") for each in made)


@given(st.lists(st.sampled_from(["Dig:", "- dig", "Dig.", "", " "]), max_size=12))
@hypothesis_settings(max_examples=60)
def test_lists_and_lead_ins_never_break_a_limit(lines):
    text = "\n".join(lines)
    made = chunk(text, settings=replace(SETTINGS, max_tokens=2, target_tokens=None))
    assert "".join(each.text for each in made) == text
    assert all(each.n_tokens <= 2 for each in made)


def test_long_blanks_inside_a_unit_take_no_time():
    """Blanks of a padded table: 100,000 of them took half a minute."""
    text = "a" + " " * 1_000_000 + "b\n\nThen dig."
    units = [Unit(0, len(text) - 9), Unit(len(text) - 9, len(text))]
    started = time.process_time()

    assert line_prices(text, units, has_markers=True).tolist() == [0.0, -PARAGRAPH]
    assert time.process_time() - started < 1
