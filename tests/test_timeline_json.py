"""The JSON of timelines, and the schema that describes it."""

import copy
import json
from datetime import datetime, timedelta
from pathlib import Path

import jsonschema
import pytest
from referencing import Registry, Resource

from embed_kcpd import SegmentCount, Settings
from embed_kcpd.readers import read_source
from embed_kcpd.readers.source import Source
from embed_kcpd.timeline import Event, score_events, timeline
from embed_kcpd.timeline.values import as_json
from test_pipeline import SOIL, STARS

REFERENCE = Path(__file__).parent.parent / "docs" / "reference"
SHARED, PUBLISHED = (
    json.loads((REFERENCE / name).read_text("utf-8"))
    for name in ("schema.json", "timeline.schema.json")
)
VALIDATOR = jsonschema.Draft202012Validator(
    PUBLISHED,
    registry=Registry().with_resource("schema.json", Resource.from_contents(SHARED)),
)
START = datetime(2020, 1, 1)
EVENTS = [Event(START, "met by nothing"), Event(START + timedelta(days=180), "met")]


def written(encoder, n_periods=2, events=EVENTS, author="Ann", **settings):
    """The JSON of a stream that turns from the garden to the sky."""
    records = [
        {"text": text, "date": (START + n * timedelta(days=10)).isoformat(), "author": author}
        for n, text in enumerate([*SOIL * 3, *STARS * 3])
    ]
    content = "".join(json.dumps(record) + "\n" for record in records)
    document = read_source(Source("posts.jsonl", content.encode()))
    chosen = Settings(encoder=encoder, granularity=SegmentCount(n_periods), **settings)
    made = timeline(document, chosen)
    score = score_events(made, events, timedelta(days=30)) if events else None
    return json.loads(as_json(made, score))


@pytest.mark.parametrize(
    "asked",
    [{}, {"events": []}, {"n_periods": 1}, {"confidence": False}, {"author": None}],
    ids=["events", "no events", "one period", "no confidence", "no author"],
)
def test_timelines_of_every_kind_fit_the_published_schema(encoder, asked):
    """What programs build on is written down and kept."""
    VALIDATOR.check_schema(PUBLISHED)
    VALIDATOR.validate(written(encoder, **asked))


PLACES = (
    [],
    ["schema"],
    ["periods", 0],
    ["periods", 1, "central_posts", 0],
    ["changes", 0],
    ["events"],
    ["events", "events", 0],
)


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_the_schema_misses_every_key_and_knows_no_other(encoder, place):
    values = written(encoder)
    for key in _at(values, place):
        broken = copy.deepcopy(values)
        del _at(broken, place)[key]
        assert not VALIDATOR.is_valid(broken), key
    _at(values, place)["undescribed"] = 1
    assert not VALIDATOR.is_valid(values)


@pytest.mark.parametrize(
    ("place", "key", "value"),
    [
        (["changes", 0], "probability", 1.5),
        (["changes", 0], "certainty", "perhaps"),
        (["events"], "n_hits", -1),
        (["schema"], "version", "2.0"),
        (["periods", 0], "n_posts", 0),
    ],
)
def test_the_schema_refuses_values_that_cannot_be(encoder, place, key, value):
    values = written(encoder)
    assert VALIDATOR.is_valid(values)
    _at(values, place)[key] = value
    assert not VALIDATOR.is_valid(values)


def _at(values, place):
    for step in place:
        values = values[step]
    return values
