"""Salutations and closings are recognised as lines of their own, and nothing else is taken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.annotations.titles import titles
from embed_kcpd.text.letter_forms import without_letter_forms

BODY = "The invoice from March is still open."


@pytest.mark.parametrize(
    "salutation",
    [
        "Hi Anna",
        "Hi Anna,",
        "Hallo Anna!",
        "Dear Mr. Smith:",
        "Dear all",
        "Good morning team,",
        "Sehr geehrte Frau Dr. Müller,",
        "Liebe Frau Schneider,",
        "Bonjour Madame Dupont,",
        "Chère Claire,",
        "Estimado señor García:",
        "Ciao Marco,",
        "Drogi Piotrze,",
        "Уважаемый Иван Петрович!",
        "Kính gửi anh Nam,",
        "你好，",
        "尊敬的王先生：",
        "Anna,",
    ],
)
def test_a_salutation_on_a_line_of_its_own_is_left_out(salutation):
    """Alone as a unit, or above the words of the same unit."""
    assert without_letter_forms(salutation) == ""
    assert without_letter_forms(f"{salutation}\n\n{BODY}") == BODY


@pytest.mark.parametrize(
    "closing",
    ["Best regards", "Mit freundlichen Grüßen", "Cordialement,", "Saludos", "LG", "Cheers,"],
)
@pytest.mark.parametrize("names", ["", "\nPeter", "\n\nPeter Berg\nHead of Sales\nBerg & Sons"])
def test_a_closing_with_names_below_is_left_out(closing, names):
    assert without_letter_forms(f"{BODY}\n\n{closing}{names}") == BODY


@pytest.mark.parametrize(
    "text",
    [
        BODY,
        "",
        "\n",
        "Hello World is the first program of nearly every course.",
        "Hello is a word.",
        "Liebe macht blind.",
        "Liebe ohne Ende",
        "High walls,\nlow doors.",
        "Dear me, what a mess.",
        "Best wishes do not repair a roof.\nA carpenter does.",
        "Thanks\nto him the roof was repaired, as he told everybody in the village. It held.",
        "He sang,\nand left.",
        "你好世界是第一个程序。",
    ],
)
def test_other_words_stay(text):
    assert without_letter_forms(text) == text


@given(st.text(alphabet="Hi Anna,\n.!Best regards", max_size=60))
def test_what_is_left_is_a_part_of_the_text(text):
    assert without_letter_forms(text) in text


def test_a_mail_is_titled_by_what_it_says():
    """The title was "Hi Anna, quick", and "Hi Anna" where the comma was missing."""
    for salutation in ("Hi Anna,", "Hi Anna"):
        units = [salutation, BODY, "Please pay it by Friday.", "Best regards\nPeter"]
        (title,) = titles([units])
        assert "invoice" in title
        assert "Anna" not in title
        assert "regards" not in title
