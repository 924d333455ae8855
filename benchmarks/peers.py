"""The real chunkers that people use, beside ours, on the same units and the same vectors.

In:  Choi 3-5, Wiki-50, arXiv and Elements; LangChain, LlamaIndex, chonkie and NLTK themselves.
Out: Pk and WindowDiff of each, and how many boundaries too many or too few.

    make bench-peers

Every chunker gets the text with one unit per line and is told that a line is a sentence, so
that all cut between the same units; everything else stays as its authors left it.  A chunk is
found again by counting characters that are not white space, since LangChain rebuilds its
strings: the end of a chunk is a boundary if a unit ends there, else the nearest unit's end is.
"""

import argparse
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any

import numpy as np

from embed_kcpd.encoders import Encoder, as_encoder
from embed_kcpd.evaluation.baselines.stop_words import STOP_WORDS
from embed_kcpd.evaluation.bench import embed, measure, score
from embed_kcpd.evaluation.datasets import Document, load
from embed_kcpd.evaluation.registry import entry
from results_file import machine, publish

COMMAND = "make bench-peers"
SETS = ("choi-3-5", "wiki50", "arxiv", "elements")
OURS = {
    "embed-kcpd (default)": "embed-kcpd",
    "embed-kcpd (the paper's rule, cosine)": "kcpd-cosine",
    "no boundary at all": "none",
    "embed-kcpd #": "embed-kcpd-count",
    "random #": "random",
}
"""Rows from the registry; # is told the number of segments."""

Cut = Callable[[Document], tuple[int, ...]]


def langchain_chunker(encoder: Encoder, **options: Any) -> Any:
    """SemanticChunker of langchain-experimental with our encoder."""
    from langchain_core.embeddings import Embeddings
    from langchain_experimental.text_splitter import SemanticChunker

    class Ours(Embeddings):
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return np.asarray(encoder.encode(texts), dtype=np.float64).tolist()

        def embed_query(self, text: str) -> list[float]:
            return self.embed_documents([text])[0]

    return SemanticChunker(Ours(), **options)


def langchain(encoder: Encoder, by_count: bool) -> Cut:
    """SemanticChunker of langchain-experimental, told that a line is a sentence."""

    def cut(document: Document) -> tuple[int, ...]:
        count = document.n_segments if by_count else None
        chunker = langchain_chunker(encoder, sentence_split_regex=r"\n", number_of_chunks=count)
        return boundaries(chunker.split_text("\n".join(document.units)), document.units)

    return cut


def llama_index(encoder: Encoder) -> Cut:
    """SemanticSplitterNodeParser of llama-index-core."""
    from llama_index.core.base.embeddings.base import BaseEmbedding
    from llama_index.core.node_parser import SemanticSplitterNodeParser
    from llama_index.core.schema import Document as LlamaDocument

    class Ours(BaseEmbedding):
        def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
            return np.asarray(encoder.encode(texts), dtype=np.float64).tolist()

        def _get_text_embedding(self, text: str) -> list[float]:
            return self._get_text_embeddings([text])[0]

        def _get_query_embedding(self, query: str) -> list[float]:
            return self._get_text_embedding(query)

        async def _aget_query_embedding(self, query: str) -> list[float]:
            return self._get_text_embedding(query)

    parser = SemanticSplitterNodeParser.from_defaults(
        embed_model=Ours(), sentence_splitter=lambda text: text.splitlines(keepends=True)
    )

    def cut(document: Document) -> tuple[int, ...]:
        whole = LlamaDocument(text="\n".join(document.units))
        chunks = [node.get_content() for node in parser.get_nodes_from_documents([whole])]
        return boundaries(chunks, document.units)

    return cut


def chonkie_chunker(encoder: Encoder, tokenizer: Any = "word", **options: Any) -> Any:
    """SemanticChunker of chonkie with our encoder."""
    from chonkie import SemanticChunker
    from chonkie.embeddings import BaseEmbeddings

    class Ours(BaseEmbeddings):
        def embed(self, text: str) -> Any:
            return self.embed_batch([text])[0]

        def embed_batch(self, texts: list[str]) -> list[Any]:
            return list(np.asarray(encoder.encode(texts)))

        @property
        def dimension(self) -> int:
            return 384

        def get_tokenizer(self) -> Any:
            return tokenizer

    return SemanticChunker(Ours(), **options)


def chonkie(encoder: Encoder) -> Cut:
    """SemanticChunker of chonkie, told that a line is a sentence."""
    chunker = chonkie_chunker(encoder, delim="\n", min_characters_per_sentence=1)

    def cut(document: Document) -> tuple[int, ...]:
        chunks = [chunk.text for chunk in chunker.chunk("\n".join(document.units))]
        return boundaries(chunks, document.units)

    return cut


def nltk_tiling() -> Cut:
    """TextTilingTokenizer of NLTK with our stop list; its own needs a download."""
    from nltk.tokenize import TextTilingTokenizer

    tiling = TextTilingTokenizer(stopwords=sorted(STOP_WORDS))

    def cut(document: Document) -> tuple[int, ...]:
        # It cuts at blank lines only, and refuses texts where it finds too few of them.
        try:
            chunks = tiling.tokenize("\n\n".join(document.units))
        except ValueError:
            return ()
        return boundaries(chunks, document.units)

    return cut


def boundaries(chunks: Sequence[str], units: Sequence[str]) -> tuple[int, ...]:
    """The units that start where chunks end, counted in characters that are not white space."""
    if len(units) < 2:
        return ()
    starts = np.cumsum([solid(unit) for unit in units])[:-1]
    ends = np.cumsum([solid(chunk) for chunk in chunks])[:-1]
    nearest = {int(np.abs(starts - end).argmin()) + 1 for end in ends}
    return tuple(sorted(nearest))


def solid(text: str) -> int:
    """Characters that are not white space."""
    return len("".join(text.split()))


def peers(encoder: Encoder) -> dict[str, Cut]:
    """Each peer under the name and version of its package."""
    return {
        f"LangChain SemanticChunker {version('langchain-experimental')}": langchain(encoder, False),
        f"LlamaIndex SemanticSplitter {version('llama-index-core')}": llama_index(encoder),
        f"chonkie SemanticChunker {version('chonkie')}": chonkie(encoder),
        f"NLTK TextTiling {version('nltk')}": nltk_tiling(),
        "LangChain SemanticChunker, number_of_chunks #": langchain(encoder, True),
    }


def cells(documents: Sequence[Document], found: Sequence[Sequence[int]]) -> list[float]:
    """Pk, WindowDiff and surplus of one method on one set."""
    scores = score(documents, found)
    extra = float(np.mean(scores.extra_boundaries))
    return [
        round(100 * float(np.mean(scores.pk)), 1),
        round(100 * float(np.mean(scores.wd)), 1),
        round(extra, 1),
    ]


def looked_at(documents: int | None) -> str:
    """Which documents the numbers are about."""
    if documents is None:
        return "All documents of each set."
    return f"The first {documents} documents of each set; without DOCUMENTS, all of them."


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--documents", type=int, help="only the first so many of each set")
    chosen = arguments.parse_args()
    encoder = as_encoder("minilm-fp32")
    cuts = peers(encoder)
    rows: dict[str, list[str | float]] = {name: [name] for name in [*OURS, *cuts]}
    for set_name in SETS:
        documents = load(set_name)[: chosen.documents]
        vectors = embed(documents, encoder)
        for name, known in OURS.items():
            scores = measure(entry(known).make(), documents, vectors)
            rows[name] += [
                round(100 * float(np.mean(scores.pk)), 1),
                round(100 * float(np.mean(scores.wd)), 1),
                round(float(np.mean(scores.extra_boundaries)), 1),
            ]
        for name, cut in cuts.items():
            print(f"{name} on {set_name}", flush=True)
            rows[name] += cells(documents, [cut(document) for document in documents])
    publish(
        "peers",
        title="Chunkers people use, on the same units and vectors",
        command=COMMAND if chosen.documents is None else f"{COMMAND} DOCUMENTS={chosen.documents}",
        columns=["method", *(f"{name} {head}" for name in SETS for head in ("Pk", "WD", "extra"))],
        rows=list(rows.values()),
        notes=[
            looked_at(chosen.documents),
            "Percent, mean over documents; extra: boundaries found minus true. Lower is better.",
            "# is told the true number of segments. number_of_chunks of LangChain sets a "
            "percentile and is not always met.",
            "All with all-MiniLM-L6-v2 in float32, except NLTK, which counts words. LangChain and "
            "LlamaIndex embed each unit with its neighbours, chonkie three units at a time.",
            "One unit per line, each chunker told that a line is a sentence; NLTK gets blank lines "
            "between units and its stop list from us. All other settings are the packages' own.",
            f"Measured on {machine()}.",
        ],
    )


if __name__ == "__main__":
    main()
