"""How large chunks should be: scores by the size they aim at, and a rule chosen without a corpus.

In:  corpora with questions, an encoder, the rows of other chunkers.
Out: the rows of two tables.

Small chunks serve a budget of tokens, large ones a number of chunks.  A rule is judged by the mean
of both: the score within the budgets and recall at 5, by vectors of the text and by words.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from statistics import mean

from embed_kcpd.chunks import Embedding, lines, search, settings
from embed_kcpd.encoders import Encoder
from embed_kcpd.evaluation.retrieval.bench import FREE, LIMITS, TEXT, settings_row
from embed_kcpd.evaluation.retrieval.chunkers import own_settings
from embed_kcpd.evaluation.retrieval.corpora import Corpus
from embed_kcpd.evaluation.retrieval.scores import WORDS

Rule = tuple[float, float, int]
"""Weight of the size, what the end of a paragraph is worth, tokens that a chunk aims at."""

Row = Mapping[str, object]

SHIPPED: Rule = (search.WEIGHT, lines.PARAGRAPH, settings.USUAL_TOKENS)
TARGETS = (60, 80, 100, 120, 145, 170, 200, 260)
RULES: tuple[Rule, ...] = tuple(product((0.5, 0.75, 1.0), (0.4, 0.6), (115, 130, 145, 160)))

MEASURES = {"score": "score", "recall_5": "recall at 5", "iou_5": "IoU at 5"}
CURVE_COLUMNS = [
    "at most",
    "target, tokens",
    "mean",
    *(f"{by}: {name}" for by in (TEXT, FREE, WORDS) for name in MEASURES.values()),
]
RULE_COLUMNS = [
    "corpus",
    "chosen on the others",
    "weight / paragraph / target",
    "as shipped",
    "best peer on the others",
    "peer",
]


def curve_rows(corpora: Sequence[Corpus], encoder: Encoder) -> list[list[object]]:
    """One row for each limit and size that a chunk may aim at."""
    rows = []
    for target in TARGETS:
        for row in _rows(corpora, encoder, (*SHIPPED[:2], target), {FREE: Embedding.pooled}):
            measures = [row[by][measure] for by in (TEXT, FREE, WORDS) for measure in MEASURES]
            rows.append([row["limit"], target, row["mean_tokens"], *measures])
    return sorted(rows, key=lambda row: row[:2])


def rule_rows(
    corpora: Sequence[Corpus], encoder: Encoder, others: Sequence[Row]
) -> list[list[object]]:
    """What each corpus gets by the rule, and by the peer, that is best on the two others."""
    names = [corpus.name for corpus in corpora]
    by_rule = {rule: _by_corpus(_rows(corpora, encoder, rule, {}), names) for rule in RULES}
    by_peer = {
        peer: _by_corpus([row for row in others if row["chunker"] == peer], names)
        for peer in sorted({str(row["chunker"]) for row in others})
    }
    rows = []
    for name in names:
        rest = [each for each in names if each != name]
        rule, peer = _best(by_rule, rest), _best(by_peer, rest)
        values = by_rule[rule][name], by_rule[SHIPPED][name], by_peer[peer][name]
        chosen, shipped, best = (round(value, 1) for value in values)
        rows.append([name, chosen, " / ".join(map(str, rule)), shipped, best, peer])
    return rows


def _best(values: Mapping, names: Sequence[str]) -> object:
    return max(values, key=lambda each: mean(values[each][name] for name in names))


def _by_corpus(rows: Sequence[Row], names: Sequence[str]) -> dict[str, float]:
    """The mean of score and recall at 5 over limits and both retrievers."""
    return {
        name: mean(
            row[by][measure][name]
            for row in rows
            for by in (TEXT, WORDS)
            for measure in ("by_corpus", "recall_5_by_corpus")
        )
        for name in names
    }


def _rows(
    corpora: Sequence[Corpus], encoder: Encoder, rule: Rule, vectors: Mapping[str, Embedding]
) -> list[Row]:
    with _constants(rule):
        return [
            settings_row(corpora, own_settings(limit, encoder), encoder, vectors)
            for limit in LIMITS
        ]


@contextmanager
def _constants(rule: Rule) -> Iterator[None]:
    """Chunks by another rule; as shipped again afterwards."""
    try:
        search.WEIGHT, lines.PARAGRAPH, settings.USUAL_TOKENS = rule
        yield
    finally:
        search.WEIGHT, lines.PARAGRAPH, settings.USUAL_TOKENS = SHIPPED
