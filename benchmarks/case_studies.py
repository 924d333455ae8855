"""The case studies: dated streams, the changes found in them, and known events.

In:  the folders ``streams`` and ``stream_inaugural`` of the data sets.
Out: the tables of docs/results/case-studies.md, and its figures.

    python benchmarks/case_studies.py
"""

import os
import re
import sys
from datetime import timedelta
from pathlib import Path

import numpy as np

from embed_kcpd import (
    Cosine,
    Limits,
    Paper,
    PaperElbow,
    PaperRule,
    Rbf,
    SegmentCount,
    Sentences,
    Settings,
)
from embed_kcpd.encoders import default_encoder
from embed_kcpd.evaluation.page_parts import markdown_table, write_parts
from embed_kcpd.files import write_atomically
from embed_kcpd.outputs.figures import figure_bytes
from embed_kcpd.readers import read
from embed_kcpd.readers.document import Document, DocumentKind, Piece
from embed_kcpd.text.places import Place
from embed_kcpd.text.units import unit_texts
from embed_kcpd.timeline import read_events, score_events, timeline
from embed_kcpd.timeline.figure import draw_timeline

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "results" / "case-studies.md"
FIGURES = ROOT / "docs" / "figures"
RULES = {
    "our default": Settings(),
    "paper, cosine, C = 0.088": Settings(
        objective=Paper(Cosine()), granularity=PaperRule(0.088), limits=Limits(min_size=2)
    ),
    "paper, cosine, elbow": Settings(objective=Paper(Cosine()), granularity=PaperElbow()),
    "paper, RBF, C = 0.06": Settings(objective=Paper(Rbf()), granularity=PaperRule(0.06)),
    "paper, RBF, elbow": Settings(objective=Paper(Rbf()), granularity=PaperElbow()),
}
WITNESSES = {
    "1999-05-18": "tilted",
    "2000-02-02": "risks are weighted",
    "2001-01-03": "lower its target for the federal funds rate by 50 basis points",
    "2003-08-12": "considerable period",
    "2004-06-30": "raise its target for the federal funds rate by 25 basis points",
    "2006-02-01": "Ben S. Bernanke, Chairman",
    "2007-08-10": "providing liquidity",
    "2007-09-18": "lower its target for the federal funds rate 50 basis points",
    "2008-12-16": "0 to 1/4 percent",
    "2009-03-18": "additional $750 billion",
    "2010-11-03": "$600 billion",
    "2011-08-09": "mid-2013",
    "2012-09-13": "$40 billion per month",
    "2012-12-12": "6-1/2 percent",
    "2013-12-18": "modestly reduce the pace",
    "2014-02-03": "Janet L. Yellen, Chair",
    "2014-10-29": "conclude its asset purchase program",
    "2015-12-16": "decided to raise the target range",
    "2018-02-05": "Jerome H. Powell, Chairman",
    "2019-07-31": "lower the target range",
    "2020-03-03": "coronavirus",
    "2020-03-15": "0 to 1/4 percent",
    "2020-09-16": "inflation averages 2 percent",
    "2021-11-03": "reducing the monthly pace",
    "2022-03-16": "Ukraine",
    "2024-09-18": "lower the target range for the federal funds rate by 1/2",
}
"""Words that the statement of an event should have and the one before it should not."""


def scored(document, events, days, settings, vectors=None):
    """A timeline and its score."""
    made = timeline(document, settings, vectors=vectors)
    return made, score_events(made, events, timedelta(days=days))


def row(name, made, score):
    return [
        name,
        str(len(made.changes)),
        f"{score.n_hits} of {len(score.events)}",
        f"{score.by_chance:.1f}",
        f"{score.p_value:.2g}",
        str(len(score.false_alarms)),
    ]


HEADS = ["rule", "changes", "events met", "by chance", "p", "changes without an event"]


def study(folder, name, days, figure):
    """The table of all rules, the timeline of the default and its score; draws the figure."""
    document = read(folder / f"{name}.jsonl")
    events = read_events(folder / f"{name}.events.json")
    results = {rule: scored(document, events, days, settings) for rule, settings in RULES.items()}
    made, score = results["our default"]
    others = [(rule, results[rule][0]) for rule in list(RULES)[1:]]
    write_atomically(FIGURES / figure, figure_bytes(draw_timeline(made, score, others), "png"))
    table = markdown_table(HEADS, [row(rule, *result) for rule, result in results.items()])
    return document, events, made, score, table


def event_table(made, score, extra=None):
    rows = [
        [
            event.date.date().isoformat(),
            event.title,
            "" if place is None else made.day(made.changes[place].date),
            *([extra[event.date.date().isoformat()]] if extra else []),
        ]
        for event, place in zip(score.events, score.nearest, strict=True)
    ]
    heads = ["event", "", "change", *(["confirmed by the statements"] if extra else [])]
    return markdown_table(heads, rows)


def confirmations(document, events):
    """Whether the words of an event are in its statement and not in the one before."""
    said = {}
    for event in events:
        words = WITNESSES[event.date.date().isoformat()]
        plain = [re.sub(r"\s+", " ", piece.text) for piece in document.pieces]
        at = next(n for n, p in enumerate(document.pieces) if p.place.date >= event.date)
        date = document.pieces[at].place.date.date().isoformat()
        is_new = words in plain[at] and words not in plain[at - 1]
        answer = f"yes, {date}: “{words}”"
        if not is_new:
            answer = f"no: “{words}” " + (
                "is also in the statement before" if words in plain[at] else f"is not in {date}"
            )
        said[event.date.date().isoformat()] = answer
    return said


def sentence_means(document):
    """The mean direction of the sentences of each post."""
    splitter, parts, owners = Sentences("en"), [], []
    for number, piece in enumerate(document.pieces):
        for sentence in unit_texts(piece.text, splitter.split(piece.text)):
            if sentence.strip():
                parts.append(sentence)
                owners.append(number)
    rows = default_encoder().encode(parts)
    means = np.zeros((len(document.pieces), rows.shape[1]))
    np.add.at(means, owners, rows / np.linalg.norm(rows, axis=1, keepdims=True))
    return means


def long_posts(folder):
    """The beginnings of posts, of which 256 tokens are read, and the means of their sentences."""
    rows = []
    rules = {
        **RULES,
        **{f"{n} segments": Settings(granularity=SegmentCount(n)) for n in (8, 14, 20)},
    }
    for name, days in (("fomc", 60), ("state_union", 366)):
        document = read(folder / f"{name}.jsonl")
        events = read_events(folder / f"{name}.events.json")
        means = sentence_means(document)
        for rule, settings in rules.items():
            for kind, vectors in (("beginning", None), ("mean of sentences", means)):
                made, score = scored(document, events, days, settings, vectors)
                rows.append([name, kind, *row(rule, made, score)])
    return markdown_table(["stream", "vector of a post", *HEADS], rows)


def inaugural(folder):
    """Addresses as units."""
    sentences = read(folder / "stream.jsonl")
    speeches = {}
    for piece in sentences.pieces:
        speeches.setdefault((piece.place.date, piece.place.speaker), []).append(piece.text)
    pieces = tuple(
        Piece(" ".join(texts), Place(date=date, speaker=speaker))
        for (date, speaker), texts in speeches.items()
    )
    document = Document("inaugural addresses", "jsonl", DocumentKind.stream, pieces)
    made = timeline(document, Settings())
    others = [(rule, timeline(document, RULES[rule])) for rule in list(RULES)[1:]]
    picture = figure_bytes(draw_timeline(made, None, others), "png")
    write_atomically(FIGURES / "timeline-inaugural.png", picture)
    rows = [
        [
            f"{period.start.year} to {period.end.year}",
            str(period.n_posts),
            f"{made.author(period.start_unit)} to {made.author(period.end_unit - 1)}",
            ", ".join(period.keywords),
        ]
        for period in made.periods
    ]
    return markdown_table(["years", "addresses", "from, to", "key phrases"], rows)


def main():
    data = os.environ.get("EMBED_KCPD_DATA")
    if not data:
        sys.exit("set EMBED_KCPD_DATA to the folder of the data sets")
    streams = Path(data) / "streams"
    statements, events, made, score, fomc = study(streams, "fomc", 60, "timeline-fomc.png")
    confirmed = confirmations(statements, events)
    _, _, first, first_score, first_table = study(
        streams, "tweets_realDonaldTrump", 10, "timeline-account-1.png"
    )
    _, _, second, second_score, second_table = study(
        streams, "tweets_BarackObama", 10, "timeline-account-2.png"
    )
    write_parts(
        PAGE,
        {
            "fomc": fomc,
            "fomc-events": event_table(made, score, confirmed),
            "fomc-summary": _summary(made, score, confirmed),
            "first": first_table,
            "first-events": event_table(first, first_score),
            "second": second_table,
            "second-events": event_table(second, second_score),
            "long-posts": long_posts(streams),
            "addresses": inaugural(Path(data) / "stream_inaugural"),
        },
    )


def _summary(made, score, confirmed):
    yes = sum(answer.startswith("yes") for answer in confirmed.values())
    alarms = ", ".join(made.day(made.changes[place].date) for place in score.false_alarms)
    return (
        f"{yes} of {len(confirmed)} events are confirmed by the statements. "
        f"Changes without a listed event: {alarms or 'none'}."
    )


if __name__ == "__main__":
    main()
