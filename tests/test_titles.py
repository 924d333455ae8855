"""Titles are short, telling and always the same."""

from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.annotations.titles import WORDS_IN_TITLE, titles


def test_a_title_holds_what_only_its_segment_says():
    """Words that every segment has tell nothing."""
    made = titles(
        [
            ["The soil is rich.", "The worms love the soil.", "Soil needs compost."],
            ["The market fell.", "Traders fear the market.", "The market closed."],
        ]
    )
    assert [title.split(", ")[0] for title in made] == ["soil", "market"]
    assert "The" not in made[0]


def test_scripts_without_spaces_get_titles_of_repeated_characters():
    """No dictionary is needed to see what a Chinese passage keeps saying."""
    made = titles([["土壤很肥沃。", "蚯蚓喜欢土壤。"], ["股票下跌了。", "卖掉股票吧。"]])
    assert made[0].startswith("土壤")
    assert made[1].startswith("股票")


@given(st.lists(st.lists(st.text(max_size=20), max_size=4), max_size=4))
def test_any_text_has_titles_and_the_same_ones_every_time(segments):
    """One for each segment, of a few words at most, perhaps empty, never broken over lines."""
    made = titles(segments)

    assert made == titles([list(units) for units in segments])
    assert len(made) == len(segments)
    assert all(title.count(", ") < WORDS_IN_TITLE for title in made)
    assert all(title.splitlines() == [title] for title in made if title)
