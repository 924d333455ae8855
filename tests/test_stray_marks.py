"""Marks that nothing near closes reach no further than the sentence they stand in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.text.sentences import Sentences
from embed_kcpd.text.stray_marks import FARTHEST, without_stray_marks

PLAIN = "This is a plain sentence. "


def sentences(text):
    return [text[unit.start : unit.end] for unit in Sentences("en").split(text)]


@pytest.mark.parametrize(
    "first",
    [
        'He had a 5" pipe. ',
        "It was 'bout time. ",
        "He left (or not. ",
        "He said “hello. ",
        'He said "hello. ',
        "He said ‘hello. ",
    ],
)
def test_a_stray_mark_takes_no_other_sentence(first):
    """They were joined up to the next such mark, here far away."""
    text = first + 30 * PLAIN + 'A "word", a 6" one, the dogs\' (own) ‘bowl’ and “so” on. ' + PLAIN

    assert sentences(text)[:31] == [first, *30 * [PLAIN]]


def test_a_quotation_left_open_does_not_turn_the_next_one_inside_out():
    text = 'He says, "It is late. I said: "Wait here. I come". Then I left. '

    assert sentences(text) == [
        'He says, "It is late. ',
        'I said: "Wait here. I come". ',
        "Then I left. ",
    ]


def test_quotations_stay_whole():
    text = 'She said "Rain is coming. Wait here." Then she left (at last. Really). It rained.'

    assert sentences(text)[0] == 'She said "Rain is coming. Wait here." '
    assert without_stray_marks(text) == text


@given(st.text(alphabet="a. \n\"'’‘“”()«»<>[5", max_size=80))
def test_only_marks_become_spaces(text):
    made = without_stray_marks(text)

    assert len(made) == len(text)
    assert all(new in (old, " ") for old, new in zip(text, made, strict=True))
    assert {old for old, new in zip(text, made, strict=True) if old != new} <= set("\"'‘“(«»<[")


@given(st.text(alphabet="ab. \"'(", max_size=60), st.text(alphabet="ab. \"'(", max_size=60))
def test_what_stands_far_away_changes_nothing(before, after):
    between = " " + "x" * (FARTHEST + 1) + " "
    alone = without_stray_marks(before + between)

    assert without_stray_marks(before + between + after).startswith(alone[: len(before)])
