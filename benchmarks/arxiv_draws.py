"""How much the arXiv figures depend on which abstracts were drawn, and on how many.

In:  the stored abstracts, MiniLM vectors from the cache.
Out: a Markdown table: Pk of the paper's method over many draws of its recipe, and over draws
     of fewer abstracts per document, which have the number of segments the paper prints.

Run it with ``make bench-arxiv``.
"""

import argparse
from pathlib import Path

import numpy as np

from embed_kcpd.encoders import MiniLm, Precision, cached
from embed_kcpd.evaluation.arxiv import build_documents, read_abstracts
from embed_kcpd.evaluation.bench import embed, measure
from embed_kcpd.evaluation.datasets import data_folder
from embed_kcpd.evaluation.page_parts import markdown_table, write_parts
from embed_kcpd.evaluation.registry import OURS
from embed_kcpd.evaluation.reported import reported_cell

DRAWS = 30
METHODS = ("kcpd-cosine", "kcpd-rbf", "embed-kcpd")


def pieces(text: str) -> list[str]:
    """The stored abstracts come in sentences; nothing is left to split."""
    return [text]


def line(method: str, most: int) -> list[str]:
    """Mean, standard deviation and range of Pk over the draws."""
    abstracts = read_abstracts(data_folder() / "arxiv" / "abstracts.jsonl", pieces)
    encoder = cached(MiniLm(Precision.FLOAT32))
    found, segments = [], []
    for seed in range(DRAWS):
        documents = build_documents(abstracts, seed, most=most)
        scores = measure(OURS[method].make(), documents, embed(documents, encoder))
        found.append(100 * float(np.mean(scores.pk)))
        segments.append(np.mean([one.n_segments for one in documents]))
    printed = reported_cell(method, "minilm", "arxiv")
    return [
        f"`{method}`",
        f"5 to {most}",
        f"{np.mean(segments):.1f}",
        f"{np.mean(found):.1f} ± {np.std(found):.1f}",
        f"{min(found):.1f} to {max(found):.1f}",
        f"{printed.pk}" if printed else "",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write-docs", type=Path)
    chosen = parser.parse_args()
    lines = [line(method, most) for most in (20, 14) for method in METHODS]
    heads = ["method", "abstracts per document", "segments", f"Pk over {DRAWS} draws", "range"]
    table = markdown_table([*heads, "the paper prints"], lines)
    print(table)
    if chosen.write_docs:
        write_parts(chosen.write_docs, {"arxiv": table})


if __name__ == "__main__":
    main()
