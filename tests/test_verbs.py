"""Key phrases of posts do not begin with a verb."""

from datetime import datetime, timezone

from hypothesis import given
from hypothesis import strategies as st

from embed_kcpd.annotations.titles import name_segments
from embed_kcpd.annotations.titles.verbs import LEAST_COUNT, verbs_of
from embed_kcpd.settings import Settings
from embed_kcpd.text.places import Place

VERBS = [
    "We will promote economic recovery.",
    "They must promote economic recovery and the price of bread.",
    "We can promote economic recovery; promoting economic recovery takes time.",
]
OTHER = [
    "The harbour has old cranes.",
    "Old cranes in the harbour rust.",
    "A harbour with old cranes.",
]


def keywords(units, **options):
    first, _ = name_segments([units, OTHER], language="en", **options)
    return first.keywords


def test_a_phrase_of_posts_begins_behind_the_verb():
    assert "promote" in keywords(VERBS)
    assert "economic recovery" in keywords(VERBS, are_posts=True)
    assert not [each for each in keywords(VERBS, are_posts=True) if each.startswith("promot")]


def test_a_noun_behind_to_and_a_name_are_no_verbs():
    units = ["He went to market, to Congress, to work on the market, in Congress."] * 9

    assert not {"market", "congress"} & verbs_of(units)


@given(
    st.lists(st.sampled_from(["we walk", "the walk", "to walk", "walk on", "Walk"]), max_size=12)
)
def test_a_verb_was_seen_often_enough_behind_a_word_that_tells(units):
    count = units.count("we walk") + units.count("to walk") / 2

    if "walk" in verbs_of(units):
        assert count >= LEAST_COUNT
        assert count > units.count("the walk")


def test_dated_units_are_posts():
    from embed_kcpd.pipeline import segment_units

    def encode(texts):
        return [[1.0, 0.1 * ("harbour" in text)] for text in texts]

    places = [Place(date=datetime(2026, 1, day + 1, tzinfo=timezone.utc)) for day in range(3)]
    settings = Settings(encoder=encode, language="en")
    dated = segment_units(VERBS, settings, places=places)
    plain = segment_units(VERBS, settings)

    assert any(each.startswith("promot") for each in plain.segments[0].keywords)
    assert not any(each.startswith("promot") for each in dated.segments[0].keywords)
