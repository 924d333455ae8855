"""Chunkers that people use, beside ours, on corpora with questions.

In:  the corpora of EMBED_KCPD_DATA/rag; LangChain, LlamaIndex, chonkie and semchunk themselves.
Out: recall within token budgets by two retrievers, sizes, what an edit leaves unchanged, time.

    make bench-rag

``scores``, ``sizes``, ``edits`` or ``time`` after the name of this file measures only that.

All count tokens and encode with the same encoder; everything else stays as its authors left it.
A chunk is found again by counting characters that are not white space, since some chunkers
rebuild their strings.
"""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from itertools import accumulate, pairwise
from pathlib import Path

from embed_kcpd.encoders import Encoder, cached
from embed_kcpd.encoders.names import encoder_by_name
from embed_kcpd.evaluation.retrieval.bench import LIMITS, bench_rows
from embed_kcpd.evaluation.retrieval.chunkers import OURS, Chunker, own_chunkers
from embed_kcpd.evaluation.retrieval.corpora import Corpus, load_corpora
from embed_kcpd.evaluation.retrieval.tables import HEADER, table_rows
from embed_kcpd.text.sentences import Sentences
from peers import chonkie_chunker, langchain_chunker
from rag_edits import COLUMNS as EDIT_COLUMNS
from rag_edits import DOCUMENT_TOKENS, EDITS, SPEECHES, edit_rows
from rag_edits import LIMIT as EDIT_LIMIT
from rag_sizes import CURVE_COLUMNS, RULE_COLUMNS, RULES, SHIPPED, curve_rows, rule_rows
from rag_time import COLUMNS as TIME_COLUMNS
from rag_time import LIMIT as TIME_LIMIT
from rag_time import time_rows
from results_file import machine, publish

COMMAND = "make bench-rag"
NO_LIMIT = ", no limit"

Texts = Callable[[str, int], Sequence[str]]


def spans(text: str, chunks: Sequence[str]) -> list[tuple[int, int]]:
    """Where chunks lie, by the number of visible characters before their ends."""
    visible = [i for i, letter in enumerate(text) if not letter.isspace()]
    sizes = [sum(not letter.isspace() for letter in each) for each in chunks]
    ends = [min(end, len(visible)) for end in accumulate(sizes)]
    edges = [0, *(visible[end] for end in ends[:-1] if end < len(visible)), len(text)]
    return [(start, end) for start, end in pairwise(edges) if start < end]


def peers(encoder: Encoder) -> dict[str, Chunker]:
    """The chunkers by name and version."""

    def count(text: str) -> int:
        return encoder.count_tokens([text])[0]

    def recursive(text: str, most: int) -> Sequence[str]:
        from langchain_text_splitters import RecursiveCharacterTextSplitter

        splitter = RecursiveCharacterTextSplitter(
            chunk_size=most, chunk_overlap=0, length_function=count
        )
        return splitter.split_text(text)

    def semantic(text: str, most: int) -> Sequence[str]:
        chunker = chonkie_chunker(encoder, tokenizer=count, chunk_size=most)
        return [each.text for each in chunker.chunk(text)]

    def unlimited(text: str, _: int) -> Sequence[str]:
        return langchain_chunker(encoder).split_text(text)

    def llama_index(text: str, _: int) -> Sequence[str]:
        from llama_index.core.node_parser import SemanticSplitterNodeParser
        from llama_index.core.schema import Document

        from embed_kcpd.adapters.llama_index import EmbedKcpdEmbedding

        parser = SemanticSplitterNodeParser.from_defaults(
            embed_model=EmbedKcpdEmbedding(encoder), sentence_splitter=_sentences
        )
        nodes = parser.get_nodes_from_documents([Document(text=text)])
        return [node.get_content() for node in nodes]

    def by_semchunk(text: str, most: int) -> Sequence[str]:
        import semchunk

        return semchunk.chunk(text, most, count)

    made: dict[str, Texts] = {
        f"LangChain recursive {version('langchain-text-splitters')}": recursive,
        f"semchunk {version('semchunk')}": by_semchunk,
        f"chonkie semantic {version('chonkie')}": semantic,
        f"LangChain semantic {version('langchain-experimental')}{NO_LIMIT}": unlimited,
        f"LlamaIndex semantic {version('llama-index-core')}{NO_LIMIT}": llama_index,
    }
    return {name: _as_chunker(cut) for name, cut in made.items()}


def _as_chunker(cut: Texts) -> Chunker:
    return lambda text, most: spans(text, cut(text, most))


def _sentences(text: str) -> list[str]:
    return [text[unit.start : unit.end] for unit in Sentences("en").split(text)]


def main() -> None:
    wanted = sys.argv[1:] or ["scores", "sizes", "edits", "time"]
    corpora = load_corpora(Path(os.environ["EMBED_KCPD_DATA"]) / "rag")
    encoder = cached(encoder_by_name("minilm", 1))
    chunkers = {**own_chunkers(encoder), **peers(encoder)}
    limited = {name: cut for name, cut in chunkers.items() if not name.endswith(NO_LIMIT)}
    if "scores" in wanted:
        publish_scores(corpora, list(bench_rows(corpora, chunkers, LIMITS, encoder)))
    if "sizes" in wanted:
        publish_sizes(corpora, encoder, {k: v for k, v in limited.items() if k != OURS})
    if "edits" in wanted:
        publish_edits(corpora, encoder, limited)
    if "time" in wanted:
        publish_time(corpora)


def publish_sizes(
    corpora: Sequence[Corpus], encoder: Encoder, others: Mapping[str, Chunker]
) -> None:
    """Two tables: sizes to aim at, and rules chosen on other corpora."""
    publish(
        "rag_targets",
        title="Chunks by the size they aim at",
        command=COMMAND,
        columns=CURVE_COLUMNS,
        rows=curve_rows(corpora, encoder),
        notes=[
            "Percent; mean is that of the tokens of a chunk. A larger chunk has more of the answer "
            "among the first five and less within a budget of tokens.",
            f"As shipped: {SHIPPED[2]} tokens, whatever the limit.",
        ],
    )
    publish(
        "rag_rules",
        title="The rule for chunks, chosen without the corpus it is scored on",
        command=COMMAND,
        columns=RULE_COLUMNS,
        rows=rule_rows(corpora, encoder, list(bench_rows(corpora, others, LIMITS, encoder))),
        notes=[
            "Mean of score and recall at 5, by vectors of the text and by BM25, at most 100, 200 "
            "and 400 tokens.",
            f"{len(RULES)} rules: weight of the size, what a boundary costs less at the end of a "
            "paragraph, tokens aimed at. Peers as their authors left them.",
        ],
    )


def publish_edits(
    corpora: Sequence[Corpus], encoder: Encoder, chunkers: Mapping[str, Chunker]
) -> None:
    """What an edit leaves of the chunks."""
    publish(
        "rag_edits",
        title="Chunks unchanged after one sentence is inserted, deleted or replaced "
        f"(at most {EDIT_LIMIT} tokens)",
        command=COMMAND,
        columns=EDIT_COLUMNS,
        rows=edit_rows(chunkers, corpora, encoder),
        notes=[
            f"10 documents of about {DOCUMENT_TOKENS:,} tokens, {EDITS} edits each: the corpora in "
            f"seven parts, and {SPEECHES} speeches.",
            "Lost per edit is the sum of the three columns after it. The edited chunk is lost "
            "whatever cuts it; where chunks are small, it is a smaller share of a document.",
            "rechunk knows the chunks before the edit; all others cut the edited text afresh.",
        ],
    )


def publish_time(corpora: Sequence[Corpus]) -> None:
    """What chunks and vectors cost together, nothing cached."""
    encoder = encoder_by_name("minilm", 1)
    measured = ("LangChain recursive", "semchunk", "chonkie")

    def make_chunkers() -> dict[str, Chunker]:
        return {name: cut for name, cut in peers(encoder).items() if name.startswith(measured)}

    publish(
        "rag_time",
        title=f"Chunks of at most {TIME_LIMIT} tokens and their vectors, CPU seconds per megabyte",
        command=COMMAND,
        columns=TIME_COLUMNS,
        rows=time_rows([corpus.text for corpus in corpora], make_chunkers, encoder),
        notes=[
            "One thread, nothing cached. Our chunks bring vectors made of those of their sentences "
            "(pooled + context above); the others encode what they have cut.",
            f"Of longer chunks the encoder reads only the first 256 tokens; {machine()}.",
        ],
    )


def publish_scores(corpora: Sequence[Corpus], rows: Sequence[Mapping[str, object]]) -> None:
    """How well the chunks serve questions."""
    questions = sum(len(corpus.questions) for corpus in corpora)
    publish(
        "rag",
        title=f"Chunks for retrieval: {questions} questions over three corpora",
        command=COMMAND,
        columns=HEADER,
        rows=table_rows(rows),
        notes=[
            "Percent. Score is the mean recall of the answers' characters within 500, 1,000 and "
            "2,000 retrieved tokens; each corpus counts the same, all three are one index.",
            "Retriever: vectors of the chunk's text; the vectors that our chunks bring with them "
            "(the mean of their sentences, or that and the text, with neighbours); BM25.",
            "Omega is the precision if exactly the chunks that hold a part of the answer came.",
            "Our rule was chosen on these corpora; another table shows what it would be without "
            "one of them. Differences below 1.5 points may be chance.",
            "Not here: the two other corpora of the suite (finance, pubmed), which are kept for "
            "checking, and Chroma's cluster chunker, which is on no package index.",
            f"CPU seconds of cutting with cached sentence vectors; {machine()}.",
        ],
    )


if __name__ == "__main__":
    main()
