"""Chunkers that people use, beside ours, on corpora with questions.

In:  the corpora of EMBED_KCPD_DATA/rag; LangChain, LlamaIndex, chonkie and semchunk themselves.
Out: recall within token budgets by two retrievers, sizes, and what an edit leaves unchanged.

    make bench-rag

All count tokens and encode with the same encoder; everything else stays as its authors left it.
A chunk is found again by counting characters that are not white space, since some chunkers
rebuild their strings.
"""

import os
import random
from collections.abc import Callable, Sequence
from importlib.metadata import version
from itertools import accumulate, pairwise
from pathlib import Path

from embed_kcpd.chunks import ChunkSettings, chunk, rechunk
from embed_kcpd.encoders import Encoder, cached
from embed_kcpd.encoders.names import encoder_by_name
from embed_kcpd.evaluation.retrieval.bench import LIMITS, bench_rows
from embed_kcpd.evaluation.retrieval.chunkers import OURS, Chunker, own_chunkers
from embed_kcpd.evaluation.retrieval.corpora import Corpus, load_corpora
from embed_kcpd.evaluation.retrieval.tables import HEADER, table_rows
from embed_kcpd.text.sentences import Sentences
from peers import chonkie_chunker, langchain_chunker
from results_file import machine, publish

COMMAND = "make bench-rag"
DOCUMENTS, EDITS, EDIT_LIMIT = 10, 20, 200
NO_LIMIT = ", no limit"
TARGETS = (60, 80, 100, 130, 160, 200, 260)

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


def unchanged(chunkers: dict[str, Chunker], corpora: Sequence[Corpus]) -> list[list[object]]:
    """For each chunker, the share of chunks that an edit of one sentence leaves as they are."""
    documents = [part for corpus in corpora for part in _parts(corpus.text, 4)][:DOCUMENTS]
    rows = []
    for name, cut in chunkers.items():
        if name.endswith(NO_LIMIT):
            continue
        kept, changed, sizes = [], [], []
        for number, sentences in enumerate(documents):
            before = _texts("".join(sentences), cut)
            for edited in _edits(sentences, number):
                after = set(_texts("".join(edited), cut))
                same = sum(each in after for each in before)
                kept.append(same / len(before))
                changed.append(len(before) - same)
            sizes.append(len(before))
        rows.append(_stability_row(name, kept, changed, sizes))
    return rows


def revised(corpora: Sequence[Corpus], encoder: Encoder) -> list[object]:
    """The same for ``rechunk``."""
    settings = ChunkSettings(max_tokens=EDIT_LIMIT, encoder=encoder, confidence=False)
    documents = [part for corpus in corpora for part in _parts(corpus.text, 4)][:DOCUMENTS]
    kept, changed, sizes = [], [], []
    for number, sentences in enumerate(documents):
        before = chunk("".join(sentences), settings=settings)
        for edited in _edits(sentences, number):
            revision = rechunk(before, "".join(edited), settings=settings)
            kept.append(1 - len(revision.deleted) / len(before))
            changed.append(len(revision.deleted))
        sizes.append(len(before))
    return _stability_row(f"{OURS}, rechunk", kept, changed, sizes)


def target_rows(corpora: Sequence[Corpus], encoder: Encoder) -> list[list[object]]:
    """Scores for each size that a chunk may aim at, and for the size chosen on other corpora."""
    by_target = {}
    for target in TARGETS:
        settings = ChunkSettings(400, target_tokens=target, encoder=encoder, confidence=False)
        chunker = {"": lambda text, _, made=settings: _own_spans(text, made)}
        (row,) = bench_rows(corpora, chunker, [400], encoder)
        by_target[target] = {name: row[name]["by_corpus"] for name in ("text", "BM25")}
    rows = [
        [target, *(_over(by_target[target], [corpus.name]) for corpus in corpora)]
        for target in TARGETS
    ]
    chosen = []
    for corpus in corpora:
        others = [each.name for each in corpora if each.name != corpus.name]
        best = max(TARGETS, key=lambda target: _over(by_target[target], others))
        chosen.append(f"{_over(by_target[best], [corpus.name])} ({best})")
    return [*rows, ["chosen on the others", *chosen]]


def _over(scores: dict[str, dict[str, float]], names: list[str]) -> float:
    """The mean score of both retrievers over some corpora."""
    values = [by_corpus[name] for by_corpus in scores.values() for name in names]
    return round(sum(values) / len(values), 1)


def _own_spans(text: str, settings: ChunkSettings) -> list[tuple[int, int]]:
    return [(each.start_char, each.end_char) for each in chunk(text, settings=settings)]


def _stability_row(name: str, kept: list, changed: list, sizes: list) -> list[object]:
    return [
        name,
        round(100 * sum(kept) / len(kept), 1),
        round(sum(changed) / len(changed), 1),
        round(sum(sizes) / len(sizes)),
    ]


def _texts(text: str, cut: Chunker) -> list[str]:
    return [text[start:end] for start, end in cut(text, EDIT_LIMIT)]


def _parts(text: str, count: int) -> list[list[str]]:
    """A text in parts of equally many sentences."""
    sentences = _sentences(text)
    size = -(-len(sentences) // count)
    return [sentences[start : start + size] for start in range(0, len(sentences), size)]


def _sentences(text: str) -> list[str]:
    return [text[unit.start : unit.end] for unit in Sentences("en").split(text)]


def _edits(sentences: list[str], seed: int) -> list[list[str]]:
    """Copies in which one sentence is inserted, deleted or replaced."""
    draw = random.Random(seed)
    copies = []
    for _ in range(EDITS):
        copy, at = list(sentences), draw.randrange(1, len(sentences) - 1)
        kind = draw.choice(("insert", "delete", "replace"))
        if kind != "insert":
            del copy[at]
        if kind != "delete":
            copy.insert(at, draw.choice(sentences))
        copies.append(copy)
    return copies


def main() -> None:
    corpora = load_corpora(Path(os.environ["EMBED_KCPD_DATA"]) / "rag")
    encoder = cached(encoder_by_name("minilm", 1))
    chunkers = {**own_chunkers(encoder), **peers(encoder)}
    rows = list(bench_rows(corpora, chunkers, LIMITS, encoder))
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
            "The size that our chunks aim at was chosen on these corpora; the table below shows "
            "what it would be without one of them. Differences below 1.5 points may be chance.",
            f"CPU seconds of cutting with cached sentence vectors; {machine()}.",
        ],
    )
    publish(
        "rag_targets",
        title="Chunks of at most 400 tokens by the size they aim at",
        command=COMMAND,
        columns=["target, tokens", *(corpus.name for corpus in corpora)],
        rows=target_rows(corpora, encoder),
        notes=[
            "Score as above, mean of vectors of the text and BM25.",
            "Last row: the target that is best on the two other corpora, which stands in brackets.",
        ],
    )
    publish(
        "rag_edits",
        title=f"Chunks unchanged after one sentence is inserted, deleted or replaced "
        f"(at most {EDIT_LIMIT} tokens)",
        command=COMMAND,
        columns=["chunker", "unchanged, %", "chunks lost per edit", "chunks per document"],
        rows=[*unchanged(chunkers, corpora), revised(corpora, encoder)],
        notes=[f"{DOCUMENTS} documents, {EDITS} edits each; a chunk that holds the edit is lost."],
    )


if __name__ == "__main__":
    main()
