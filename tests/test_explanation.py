"""What the explanation tells a person."""

import dataclasses

import numpy as np
import pytest

from embed_kcpd import Penalty, Segmentation, Settings, segment_units, segment_vectors
from embed_kcpd.outputs.report.granularity import MOST_BARS, granularity_panel
from embed_kcpd.outputs.report.view import view_of
from embed_kcpd.result.explanation import Explanation, TextScaleEvidence, spark
from test_granularity import blocks

EVIDENCE = TextScaleEvidence(
    subject_length=9.0,
    reach=3.26,
    reach_least=3.26,
    reach_most=3.26,
    similarity=(0.3, 0.2, 0.1, 0.0),
    words_per_unit=21.4,
    order_score=12.3,
    order_level=1.28,
    is_order_tested=True,
    change=0.1,
    finer=14,
    coarser=9,
    step=1.5,
)


def test_the_text_tells_scale_order_price_and_alternatives():
    """Everything a person may want to know, in sentences."""
    told = Explanation("The price follows from the reach.", 96, 11, 1.5, EVIDENCE)
    assert told.describe("sentence") == (
        "11 segments of 96 sentences.\n"
        "This text stays on a subject for about 9 sentences.\n"
        "Similarity by distance, from 1 sentence on: █▆▃▁\n"
        "Its reach, the centre of that curve, is 3.3 sentences of 21 words.\n"
        "Neighbours are more alike than in a random order (score 12.3, needed 1.28).\n"
        "One step finer there would be 14 segments, one step coarser 9.\n"
        "The cuts at a price 1.5 times lower and 1.5 times higher disagree on 10% of the text.\n"
        "The price follows from the reach. A boundary costs 1.50."
    )


def test_a_reach_that_varies_shows_its_range():
    varied = dataclasses.replace(EVIDENCE, reach_least=2.0, reach_most=8.04)
    assert "3.3 (2.0 to 8.0) units" in str(Explanation("", 400, 40, 1.5, varied))


def test_an_untested_order_says_why():
    few = dataclasses.replace(EVIDENCE, is_order_tested=False, order_score=0.4)
    assert few.is_order_informative
    assert "was not tested: there are too few" in str(Explanation("", 9, 3, 1.0, few))


def test_a_doubt_is_told():
    told = Explanation("", 9, 3, 1.0, None, "9 units are too few")
    assert not told.is_reliable
    assert str(told).endswith("Not reliable: 9 units are too few.")


def test_every_rule_explains_itself():
    found = segment_vectors(blocks([6, 6]), Settings(granularity=Penalty(1.25)))
    assert "A boundary costs 1.25." in str(found.explain())
    assert Segmentation(4, (2,), 0.0).explain().n_segments == 2


def test_the_explanation_measures_the_length_of_blocks():
    """A text of blocks of twelve units stays on a subject for about twelve."""
    told = segment_vectors(blocks([12] * 10, dim=100)).explain()
    assert 9 <= told.evidence.subject_length <= 15
    assert len(told.evidence.similarity) == 60
    assert told.n_segments == 10


def test_little_bars_start_at_zero():
    assert spark(()) == ""
    assert spark((-1.0, -2.0)) == "▁▁"
    assert spark(tuple(np.linspace(0, 7, 8))) == "▁▂▃▄▅▆▇█"


@pytest.mark.parametrize("n_units", [2, 5, 40, 300])
def test_the_report_draws_the_curve(encoder, n_units):
    """One bar per distance, dark up to the length of a subject, never more than sixty."""
    units = [
        f"{'Stars' if t % 20 < 10 else 'Worms'} shine over number {t}." for t in range(n_units)
    ]
    result = segment_units(units, Settings(encoder=encoder))
    panel = granularity_panel(view_of(result))
    evidence = result.explain().evidence
    bars, dark = panel.count("<rect"), panel.count('class="on"')
    assert 0 < bars <= min(MOST_BARS, len(evidence.similarity))
    assert dark == min(bars, evidence.subject_length)
    assert ("too few" in panel) == (n_units < 16)


def test_a_granularity_that_was_given_is_not_drawn(encoder):
    result = segment_units(
        ["One.", "Two.", "Three."], Settings(encoder=encoder, granularity=Penalty(1.0))
    )
    assert granularity_panel(view_of(result)) == ""


def test_an_empty_text_has_nothing_to_draw(encoder):
    assert granularity_panel(view_of(segment_units([], Settings(encoder=encoder)))) == ""


def test_the_report_says_that_a_shuffled_text_is_not_cut(encoder):
    rng = np.random.default_rng(0)
    units = [f"word{rng.integers(10**6)} other{rng.integers(10**6)}" for _ in range(30)]
    result = segment_units(units, Settings(encoder=encoder))
    assert result.explain().evidence.is_order_informative == bool(result.boundaries)
    assert ("carries no information" in granularity_panel(view_of(result))) == (
        not result.boundaries
    )
