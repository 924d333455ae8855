"""Confidence and levels all the way: from a text to JSON, page and terminal."""

import io
import json
import re
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from embed_kcpd import Limits, SegmentCount, Settings, segment_units, segment_vectors
from embed_kcpd.errors import OptionsError
from embed_kcpd.outputs import as_html, as_json, as_values
from embed_kcpd.outputs.outline import outline
from embed_kcpd.outputs.terminal import as_rows
from test_pipeline import SOIL, STARS

SCHEMA = json.loads(
    (Path(__file__).parent.parent / "docs" / "reference" / "schema.json").read_text("utf-8")
)


def topics(sizes, seed=0, noise=0.5):
    """Vectors around one random direction for each size, and the boundaries between them."""
    rng = np.random.default_rng(seed)
    centres = rng.normal(size=(len(sizes), 40))
    rows = np.repeat(centres, sizes, axis=0) + noise * rng.normal(size=(sum(sizes), 40))
    return rows, tuple(np.cumsum(sizes)[:-1].tolist())


def test_clear_topics_are_sure_and_their_interval_is_narrow():
    rows, true = topics([12, 9, 14, 10])
    found = segment_vectors(rows, Settings(confidence=True))
    assert found.boundaries == true
    assert min(found.probabilities) > 0.9
    assert [found.confidence.interval(b) for b in true] == [(b, b) for b in true]
    assert found.confidence.none < 0.01


def test_noise_is_not_sure():
    """A cut forced on a text without topics has little probability."""
    rows = np.random.default_rng(1).normal(size=(40, 40))
    found = segment_vectors(rows, Settings(granularity=SegmentCount(2), confidence=True))
    assert max(found.probabilities) < 0.6
    assert segment_vectors(rows, Settings(confidence=True)).confidence.none > 0.05


def test_probabilities_are_there_only_where_they_were_asked_for():
    rows, _ = topics([8, 8])
    plain = segment_vectors(rows, Settings(confidence=False))
    assert plain.confidence is None
    assert plain.probabilities == ()
    assert segment_vectors(rows).probabilities


@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_the_shortest_texts_have_confidence_and_levels(n):
    found = segment_vectors(np.eye(4)[:n], Settings(confidence=True, levels=3))
    assert len(found.confidence.at) == n
    assert len(found.hierarchy.levels) >= 1


def test_equal_units_are_surely_uncut():
    found = segment_vectors(np.ones((30, 4)), Settings(confidence=True))
    assert found.boundaries == ()
    assert found.confidence.none > 0.5


def test_limits_are_respected_by_probabilities():
    """Where no segment may begin, no boundary is probable."""
    rows, (first, _) = topics([10, 10, 10])
    found = segment_vectors(
        rows, Settings(limits=Limits(forbidden=frozenset({first})), confidence=True)
    ).confidence
    assert found.at[first] == 0.0


def test_levels_are_nested_and_end_with_the_segmentation_itself():
    rng = np.random.default_rng(4)
    parts = np.repeat(rng.normal(size=(3, 40)) * 1.5, 20, axis=0)
    sections = np.repeat(rng.normal(size=(6, 40)), 10, axis=0)
    found = segment_vectors(parts + sections + 0.3 * rng.normal(size=(60, 40)), Settings(levels=2))
    coarse, fine = (level.segmentation for level in found.hierarchy.levels)
    assert coarse.boundaries == (20, 40)
    assert fine.boundaries == found.boundaries == (10, 20, 30, 40, 50)


def test_a_terminal_shows_parts_above_the_segments_and_sections_inside_them(encoder):
    """Each part stands before its first segment, each section behind its own."""
    rng = np.random.default_rng(4)
    parts = np.repeat(rng.normal(size=(2, 40)) * 3.0, 24, axis=0)
    segments = np.repeat(rng.normal(size=(4, 40)) * 1.5, 12, axis=0)
    sections = np.repeat(rng.normal(size=(8, 40)), 6, axis=0)
    rows = parts + segments + sections + 0.3 * rng.normal(size=(48, 40))
    settings = Settings(encoder=encoder, granularity=SegmentCount(4), levels=3)
    result = segment_units(SOIL * 6 + STARS * 6, settings, vectors=rows)
    levels = [level.segmentation.boundaries for level in result.segmentation.hierarchy.levels]
    assert levels == [(24,), (12, 24, 36), (6, 12, 18, 24, 30, 36, 42)]
    *shown, _ = [row.plain for row in as_rows(result, 80)]
    part, section = r"^\w.* 24$", r"^ {7}· .* 6$"
    of_segment = [r"^  \d  .* 12 ━+$", r"^ {5}\w", section, section]
    expected = [part, *of_segment, *of_segment] * 2
    assert len(shown) == len(expected)
    assert all(re.search(*pair) for pair in zip(expected, shown, strict=True))


@pytest.mark.parametrize("levels", [0, -1])
def test_a_level_at_least_is_needed(levels):
    with pytest.raises(OptionsError, match="from 1 on"):
        segment_vectors(np.eye(3), Settings(levels=levels))


def test_json_holds_probabilities_and_the_tree(encoder):
    result = segment_units(SOIL + STARS + SOIL, Settings(encoder=encoder, levels=3))
    values = as_values(result)
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(as_json(result)))
    claimed = values["confidence"]["boundaries"]
    assert [one["unit"] for one in claimed] == list(result.boundaries)
    assert all(one["first"] <= one["unit"] <= one["last"] for one in claimed)
    assert len(values["confidence"]["units"]) == result.n_units
    own = values["hierarchy"]["own_level"]
    nodes = [node for node in _nodes(values["hierarchy"]["tree"]) if node["level"] == own]
    assert [(n["start_unit"], n["end_unit"]) for n in nodes] == list(result.segmentation.spans)
    assert [n["title"] for n in nodes] == list(result.titles)


def _nodes(tree):
    for node in tree:
        yield node
        yield from _nodes(node["children"])


def test_the_page_shows_how_sure_it_is_and_a_folding_outline(encoder):
    settings = Settings(encoder=encoder, granularity=SegmentCount(2), levels=2)
    rows, _ = topics([10, 10, 10, 10])
    rows[:20] += 2.0
    result = segment_units(SOIL * 5 + STARS * 5, settings, vectors=rows)
    page = as_html(result)
    said = re.findall(r"% (sure|likely|a guess)</p>", page)
    assert said == list(result.certainties) != []
    assert page.count('<div class="list outline"') == 1
    headings = outline(result)
    assert page.count("<details") - 1 == sum(len(h.children) > 1 for h in headings) > 0
    plain = as_html(segment_units(SOIL + STARS, Settings(encoder=encoder, confidence=False)))
    assert not re.search("% (sure|likely|a guess)</p>", plain)
    assert 'class="list outline"' not in plain
    assert 'class="chances"' not in plain


def test_a_long_text_has_no_more_bars_than_pixels(encoder):
    result = segment_units((SOIL * 10 + STARS * 10) * 9, Settings(encoder=encoder))
    chart = as_html(result).split('class="chances"')[1].split("</svg>")[0]
    assert 0 < chart.count("<rect") <= 600


def test_the_terminal_says_how_sure_each_boundary_is(encoder):
    result = segment_units(SOIL + STARS, Settings(encoder=encoder))
    text = "\n".join(row.plain for row in as_rows(result, 80))
    assert all(word in text for word in result.certainties)
    assert io.StringIO(text).readline().rstrip().startswith("  1  ")
