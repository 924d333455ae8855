"""The rules a person fixes: penalty, the paper's rule and elbow, counts, target sizes."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embed_kcpd import (
    Budget,
    Contrast,
    Limits,
    Paper,
    PaperElbow,
    PaperRule,
    Penalty,
    Rbf,
    SegmentCount,
    Settings,
    TargetSize,
    TextScale,
    TextTarget,
    segment_vectors,
)
from embed_kcpd.errors import InfeasibleError, OptionsError
from embed_kcpd.granularity.defaults import with_defaults
from embed_kcpd.granularity.elbow import elbow


def blocks(lengths, seed=0, dim=32, noise=1.0):
    """Vectors of a text with segments of these lengths."""
    rng = np.random.default_rng(seed)
    subject = np.repeat(np.arange(len(lengths)), lengths)
    return rng.normal(size=(len(lengths), dim))[subject] + noise * rng.normal(
        size=(len(subject), dim)
    )


def test_nothing_said_means_contrast_at_the_texts_own_scale():
    assert with_defaults(None, None) == (Contrast(), TextScale())


def test_the_papers_rules_bring_its_objective_and_the_reverse():
    """A price means something only beside the objective it was found for."""
    assert with_defaults(None, PaperRule()) == (Paper(), PaperRule())
    assert with_defaults(None, PaperElbow()) == (Paper(), PaperElbow())
    assert with_defaults(Paper(), None) == (Paper(), PaperRule())
    assert with_defaults(None, Penalty(1.0)) == (Contrast(), Penalty(1.0))


def test_rules_refuse_an_objective_they_were_not_found_for():
    """Both are named, and what to do."""
    vectors = blocks([5, 5])
    with pytest.raises(OptionsError, match=r"PaperRule\(\).*Contrast"):
        segment_vectors(vectors, Settings(objective=Contrast(), granularity=PaperRule()))
    with pytest.raises(OptionsError, match=r"TextScale.*'paper'"):
        segment_vectors(vectors, Settings(objective=Paper(), granularity=TextScale()))


def test_a_scale_of_ones_own_fits_every_objective():
    found = segment_vectors(
        blocks([9, 9]), Settings(objective=Contrast(), granularity=PaperRule(scale=0.0725))
    )
    assert found.boundaries == (9,)


@pytest.mark.parametrize("n_segments", [1, 2, 5, 12])
def test_a_count_is_met_exactly(n_segments):
    found = segment_vectors(blocks([4, 4, 4]), Settings(granularity=SegmentCount(n_segments)))
    assert len(found.spans) == n_segments


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 30), st.floats(0.1, 60.0))
def test_a_target_size_gives_the_nearest_number_of_segments(n, size):
    """The mean segment is as near the target as a whole number of segments allows."""
    vectors = np.random.default_rng(n).normal(size=(n, 3))
    found = segment_vectors(vectors, Settings(granularity=TargetSize(size)))
    assert len(found.spans) == min(max(1, round(n / size)), n)


def test_a_target_size_counts_in_any_measure():
    """Tokens per unit, not units, decide."""
    tokens = (100.0,) * 4 + (10.0,) * 8
    found = segment_vectors(
        blocks([4, 4, 4]), Settings(granularity=TargetSize(160.0, tokens, "tokens"))
    )
    assert len(found.spans) == 3
    assert "160 tokens" in str(found.explain())


def test_a_target_size_keeps_to_the_smallest_segment_allowed():
    found = segment_vectors(
        blocks([6, 6]), Settings(granularity=TargetSize(1), limits=Limits(min_size=3))
    )
    assert len(found.spans) == 4


def test_a_target_size_keeps_to_the_largest_segment_allowed():
    """The number of segments nearest to the target that the limits allow, and it says so."""
    tokens = Budget((10.0,) * 12, most=40.0)
    for limits in (Limits(max_size=4), Limits(budgets=(tokens,)), Limits(forced=(3, 9))):
        settings = Settings(granularity=TargetSize(12), limits=limits)
        found = segment_vectors(blocks([6, 6]), settings)
        assert len(found.spans) == 3
        assert "allow no fewer than 3 segments" in str(found.explain())


def test_a_target_size_of_nothing_is_nothing():
    """An empty text in a corpus is no error; a number of segments cannot be had of it."""
    nothing = np.zeros((0, 3))
    assert segment_vectors(nothing, Settings(granularity=TargetSize(3))).spans == ()
    with pytest.raises(InfeasibleError, match="there are no units to cut into 2 segments"):
        segment_vectors(nothing, Settings(granularity=SegmentCount(2)))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: TargetSize(3, sizes=["a"], measure="tokens"),
        lambda: TargetSize(3, sizes=5, measure="tokens"),
        lambda: TextTarget(tokens=-1),
        lambda: TextTarget(chars="many"),
        lambda: Penalty(-1.0),
        lambda: Penalty(math.nan),
        lambda: PaperRule(-0.1),
        lambda: PaperRule(math.inf),
        lambda: SegmentCount(0),
        lambda: TargetSize(0.0),
        lambda: TargetSize(math.inf),
        lambda: TargetSize(3.0, (1.0, -1.0)),
        lambda: TextScale(coarser=math.nan),
        lambda: TextScale(consensus_threshold=2.0),
        lambda: PaperElbow(0.5, 0.1),
    ],
)
def test_numbers_without_meaning_are_refused(wrong):
    with pytest.raises(OptionsError):
        wrong()


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: SegmentCount(2.5), "a whole number from 1 on, got 2.5"),
        (lambda: SegmentCount(True), "a whole number from 1 on, got True"),
        (lambda: Penalty("high"), "a number from 0 on, got 'high'"),
        (lambda: Penalty(True), "a number from 0 on, got True"),
        (lambda: TargetSize("10"), "a positive number of units, got '10'"),
        (lambda: TextScale(coarser=1e9), "from -100 to 100, got 1000000000.0"),
        (lambda: TextScale(coarser=math.nan), "from -100 to 100, got nan"),
        (lambda: TextScale(coarser="a"), "from -100 to 100, got 'a'"),
        (lambda: TextScale(consensus_threshold=None), "a share from 0 to 1, got None"),
        (lambda: TextScale(fewest=1.5), "1 or more, got 1.5"),
        (lambda: PaperRule("a"), "a number from 0 on, got 'a'"),
        (lambda: TargetSize(5, measure="tokens"), "a target in tokens needs the size of each"),
        (lambda: Contrast("a"), "a number above 0, got 'a'"),
        (lambda: Paper("cosine"), r"Cosine\(\) or Rbf\(\), got 'cosine'"),
        (lambda: Rbf(-1.0), "a positive number, got -1.0"),
    ],
)
def test_what_is_no_such_number_is_refused(made, message):
    """A billion steps were counted one by one; a count of 2.5 failed from the inside."""
    with pytest.raises(OptionsError, match=message):
        made()


def test_numbers_of_numpy_are_numbers():
    assert SegmentCount(np.int64(3)).n_segments == 3
    assert Penalty(np.float32(0.5)).penalty == 0.5


def test_one_unit_is_too_few_and_gets_no_advice():
    reason = segment_vectors([[1.0, 0.0]]).explain().reason
    assert reason == "1 unit is too few to tell a change of subject from chance"


def test_sizes_for_other_units_are_refused():
    with pytest.raises(OptionsError, match="2 sizes in tokens were given for 6 units"):
        segment_vectors(blocks([3, 3]), Settings(granularity=TargetSize(9, (1.0, 2.0), "tokens")))


def test_more_segments_than_units_are_refused():
    with pytest.raises(InfeasibleError, match=r"3 units .* choose a number from 1 to 3"):
        segment_vectors(blocks([3]), Settings(granularity=SegmentCount(4)))
    with pytest.raises(InfeasibleError, match=r"1 unit cannot be cut .* choose 1$"):
        segment_vectors(blocks([1]), Settings(granularity=SegmentCount(4)))


def test_the_elbow_is_where_a_steep_fall_ends():
    """Farthest below the straight line between the ends, on a logarithmic axis."""
    scales = list(np.geomspace(0.01, 1.0, 9))
    counts = [90, 60, 30, 5, 5, 4, 4, 3, 3]
    assert elbow(scales, counts) == 3


def test_a_curve_without_a_bend_has_its_elbow_at_the_end():
    assert elbow([0.01, 1.0], [4, 4]) == 1
    assert elbow([0.01, 0.1, 1.0], [10, 9, 0]) == 2


def test_the_elbow_of_three_clear_blocks_finds_them():
    found = segment_vectors(blocks([12, 12, 12], noise=0.4), Settings(granularity=PaperElbow()))
    assert found.boundaries == (12, 24)
    assert "elbow" in str(found.explain())


@pytest.mark.parametrize("n", [0, 1, 2])
@pytest.mark.parametrize("rule", [PaperRule(), PaperElbow(), Penalty(1.0), TextScale()])
def test_texts_of_a_few_units_pass(n, rule):
    found = segment_vectors(np.eye(3)[:n], Settings(granularity=rule))
    assert found.n_units == n
    assert str(found.explain())


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("rule", [Penalty(1.0), SegmentCount(1), TargetSize(2.0), TextScale()])
def test_a_handful_of_units_is_never_called_reliable(rule, n):
    """Whatever the rule, four units tell nothing apart from chance."""
    vectors = np.eye(6)[:n]
    assert not segment_vectors(vectors, Settings(granularity=rule)).explain().is_reliable


def test_a_tiny_target_is_as_many_segments_as_there_can_be():
    """A size of 1e-320 asks for infinitely many, which no integer holds."""
    vectors = blocks([4, 4])
    settings = Settings(granularity=TargetSize(1e-320))
    assert len(segment_vectors(vectors, settings).boundaries) == 7


def test_limits_of_25_digits_are_limits_like_others():
    """Sizes beyond 64 bits, for a text and for nothing."""
    huge = 10**25
    largest = Settings(limits=Limits(max_size=huge), granularity=SegmentCount(2))
    assert len(segment_vectors(blocks([4, 4]), largest).boundaries) == 1
    assert segment_vectors(np.zeros((0, 3)), Settings(limits=Limits(min_size=huge))).n_units == 0


@pytest.mark.parametrize("rule", [SegmentCount(3), TargetSize(20.0)])
def test_a_given_number_of_segments_has_a_price(rule):
    """It was said to be zero, at which every unit would be a segment."""
    rows = np.repeat(np.eye(3), 20, axis=0) + 0.05 * np.random.default_rng(0).normal(size=(60, 3))
    found = segment_vectors(rows, Settings(granularity=rule))
    assert found.boundaries == (20, 40)
    price = found.explain().price
    assert segment_vectors(rows, Settings(granularity=Penalty(price))).boundaries == (20, 40)
