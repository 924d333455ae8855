"""What headings are worth as evidence, on articles of Wikipedia whose sections are known.

In:  wiki50 with the titles and levels of its sections, MiniLM vectors from the cache.
Out: a Markdown table: Pk against the top-level sections and against all sections, where the
     headings stand in the text as units, all of them or a share that is drawn.

Run it with ``make bench-headings``.
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from embed_kcpd import Headings, Place, Settings, segment_vectors
from embed_kcpd.arrays import Vectors
from embed_kcpd.encoders import CachedEncoder, MiniLm, cached
from embed_kcpd.evaluation.datasets import data_folder
from embed_kcpd.evaluation.metrics import pk
from embed_kcpd.evaluation.page_parts import markdown_table, write_parts
from embed_kcpd.text.words import count_words

FEWEST_SENTENCES = 16
SHARES = (1.0, 0.5, 0.25)
SEED = 1


@dataclass(frozen=True, slots=True)
class Article:
    """Sentences and headings as units; ``sentences[i]`` is the sentence at or after unit i."""

    units: list[str]
    places: list[Place]
    sentences: list[int]
    vectors: Vectors
    top: list[int]
    all: list[int]


def articles(share: float, encoder: CachedEncoder) -> list[Article]:
    """The articles, each heading kept with this probability."""
    folder = data_folder() / "wiki50"
    lines = zip(
        (folder / "docs.jsonl").read_text(encoding="utf-8").splitlines(),
        (folder / "docs_toplevel.jsonl").read_text(encoding="utf-8").splitlines(),
        strict=True,
    )
    draw = np.random.default_rng(SEED)
    read = [(json.loads(line), json.loads(top)["boundaries"]) for line, top in lines]
    return [
        article(value, top, share, draw, encoder)
        for value, top in read
        if len(value["sentences"]) >= FEWEST_SENTENCES
    ]


def article(
    value: dict[str, list], top: list[int], share: float, draw: np.random.Generator, encoder
) -> Article:
    headings = zip(value["boundaries"], value["levels"][1:], value["titles"][1:], strict=True)
    kept = {at: (level, title) for at, level, title in headings if draw.random() < share}
    units, places, sentences = [], [], []
    for at, sentence in enumerate(value["sentences"]):
        if at in kept:
            level, title = kept[at]
            units.append(title)
            places.append(Place(heading=level))
            sentences.append(at)
        units.append(sentence)
        places.append(Place())
        sentences.append(at)
    vectors = encoder.encode(units)
    return Article(units, places, sentences, vectors, top, value["boundaries"])


def scores(read: list[Article], headings: Headings) -> list[str]:
    """Mean Pk in percent against both references, and the mean number of segments."""
    top, all_sections, counts = [], [], []
    for each in read:
        settings = Settings(confidence=False, headings=headings)
        words = count_words(each.units)
        cut = segment_vectors(
            each.vectors, settings, words=words, texts=each.units, places=each.places
        )
        own = sorted({each.sentences[unit] for unit in cut.boundaries} - {0})
        n_sentences = each.sentences[-1] + 1
        top.append(pk(each.top, own, n_sentences))
        all_sections.append(pk(each.all, own, n_sentences))
        counts.append(len(own) + 1)
    return [
        f"{100 * np.mean(top):.1f}",
        f"{100 * np.mean(all_sections):.1f}",
        f"{np.mean(counts):.1f}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write-docs", type=Path)
    chosen = parser.parse_args()
    encoder = cached(MiniLm())
    lines = []
    for share in SHARES:
        read = articles(share, encoder)
        lines += [
            [f"{share:.0%}", each.value, *scores(read, each)]
            for each in (Headings.ignore, Headings.favour, Headings.force)
        ]
    heads = ["headings in the text", "--headings", "Pk top-level", "Pk all sections", "segments"]
    table = markdown_table(heads, lines)
    print(table)
    if chosen.write_docs:
        write_parts(chosen.write_docs, {"headings": table})


if __name__ == "__main__":
    main()
