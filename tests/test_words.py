"""The rule for words, script by script."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embed_kcpd.text.words import _count, count_words, has_unspaced, word_runs


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The garden's gate, re-opened 2 times.", 6),
        ("naïve cafe\u0301 L’été", 3),
        ("हम पार्क जाएंगे", 3),
        ("Сегодня хорошая погода", 3),
        ("오늘 날씨가 좋다", 3),
        ("شكرا جزيلا", 2),
        ("今天天气很好。", 3),
        ("公園に行きます", 3.5),
        ("สวนสาธารณะ", 2.5),
        ("សួនច្បារ", 2),
        ("GPT模型 2024", 3),
        ("— … 😀 _", 4),
        ("", 0),
    ],
)
def test_words_are_parted_by_white_space_or_estimated_from_characters(text, expected):
    """Two characters of Chinese or Japanese, four of Thai or Khmer, white space elsewhere."""
    assert count_words([text]).tolist() == [expected]


@given(st.text(st.characters(max_codepoint=0x2FF)))
def test_scripts_with_spaces_are_counted_by_white_space(text):
    """How the constants of the granularity were measured."""
    assert count_words([text])[0] == len(text.split())


def test_runs_leave_punctuation_out():
    """What titles are made of."""
    assert word_runs("It's — re-opened!") == [("It's", 0), ("re", 0), ("opened", 0)]


@given(st.text(st.characters(max_codepoint=127)))
def test_the_short_way_for_ascii_finds_the_same_runs(text):
    """A letter of another script behind the text makes it take the long way."""
    assert word_runs(text) == word_runs(text + " é")[:-1]


@settings(max_examples=30)
@given(st.text(max_size=100))
def test_counts_are_finite_and_add_up_over_lines(text):
    """A line break ends a word in every script."""
    count = _count(text)
    assert 0 <= count <= len(text)
    assert _count(text + "\n" + text) == 2 * count


def test_only_a_text_with_a_script_without_spaces_has_something_unspaced():
    """Quotation marks and accents are not ASCII either, but words stand between spaces."""
    assert not has_unspaced("plain")
    assert not has_unspaced("“Ça va — très bien”, नमस्ते")
    assert has_unspaced("AI技術")
    assert has_unspaced("สวัสดี")
