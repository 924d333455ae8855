"""Adapters with the frameworks they serve: ``make test-adapters``."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from conftest import WordHashing
from embed_kcpd.adapters.chroma import TopicChunker as ChromaChunker
from embed_kcpd.adapters.settings_values import as_values, from_values
from embed_kcpd.chunks import ChunkSettings, Embedding, chunk
from embed_kcpd.errors import InputError, OptionsError
from embed_kcpd.evidence.places import Headings
from embed_kcpd.text.units import Lines
from test_chunks import SETTINGS, TEXT

EXAMPLES = Path(__file__).parent.parent / "examples"
REPEATED = "Soil holds the water. " * 12 + TEXT
"""A text whose chunks occur several times, so that looking for them finds the wrong place."""


@pytest.fixture
def hashing(monkeypatch):
    """The name "hashing" stands for the word-hashing encoder, as a stored name would."""
    from embed_kcpd.encoders import accepted

    original = accepted.as_encoder

    def known(given):
        return WordHashing() if given == "hashing" else original(given)

    monkeypatch.setattr("embed_kcpd.preparation.as_encoder", known)
    return "hashing"


def test_settings_come_back_from_their_values():
    settings = ChunkSettings(
        200, overlap=10, encoder="minilm", embedding=Embedding.both, headings=Headings.ignore
    )
    assert from_values(json.loads(json.dumps(as_values(settings)))) == settings


def test_settings_that_cannot_be_stored_are_refused():
    with pytest.raises(OptionsError, match="only an encoder given by its name"):
        as_values(SETTINGS)
    with pytest.raises(OptionsError, match="only tokens given by their name"):
        as_values(ChunkSettings(tokens=len))
    with pytest.raises(OptionsError, match="only sentences as units"):
        as_values(ChunkSettings(unit=Lines()))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"overlaps": 5}, "chunks have no setting 'overlaps'; there are max_tokens,"),
        ({"embedding": "bogus"}, "embedding must be one of 'pooled', 'text', 'both', got 'bogus'"),
        ({"headings": "bogus"}, "headings must be one of"),
        (ChunkSettings(), "settings must be a dictionary"),
    ],
)
def test_values_that_are_no_settings_are_refused_in_words(values, message):
    with pytest.raises(OptionsError, match=message):
        from_values(values)


def test_a_limit_stands_in_for_that_of_the_settings_only_where_it_is_given():
    """A default of 400 took the place of the limit in the settings, and nobody said so."""
    small = replace(SETTINGS, max_tokens=20, target_tokens=None)
    assert ChromaChunker(settings=small).settings == small
    assert ChromaChunker(30, small).settings.max_tokens == 30
    assert from_values({"max_tokens": 20}).max_tokens == 20
    assert from_values({"min_tokens": 500}, 600).max_tokens == 600


@pytest.mark.adapters
def test_every_adapter_keeps_the_limit_of_its_settings(hashing):
    from embed_kcpd.adapters.chonkie import TopicChunker
    from embed_kcpd.adapters.haystack import TopicDocumentSplitter
    from embed_kcpd.adapters.langchain import TopicTextSplitter
    from embed_kcpd.adapters.llama_index import TopicNodeParser

    small = replace(SETTINGS, max_tokens=20, target_tokens=None)
    assert TopicTextSplitter(settings=small).settings == small
    assert TopicChunker(settings=small).settings == small
    assert TopicDocumentSplitter(settings={"max_tokens": 20}).settings.max_tokens == 20
    assert TopicNodeParser(settings={"max_tokens": 20}).chunk_settings().max_tokens == 20
    assert TopicNodeParser().chunk_settings() == ChunkSettings()


@pytest.mark.adapters
def test_chunks_do_not_share_what_the_metadata_hold(hashing):
    from haystack import Document as HaystackDocument
    from langchain_core.documents import Document

    from embed_kcpd.adapters.haystack import TopicDocumentSplitter
    from embed_kcpd.adapters.langchain import TopicTextSplitter

    first, second, *_ = TopicTextSplitter(40, SETTINGS).split_documents(
        [Document(TEXT, metadata={"tags": ["a"]})]
    )
    first.metadata["tags"].append("b")
    assert second.metadata["tags"] == ["a"]
    splitter = TopicDocumentSplitter(40, {"encoder": hashing})
    first, second, *_ = splitter.run([HaystackDocument(content=TEXT, meta={"tags": ["a"]})])[
        "documents"
    ]
    first.meta["tags"].append("b")
    assert second.meta["tags"] == ["a"]


def test_chromas_evaluation_gets_texts_that_are_in_the_text():
    texts = ChromaChunker(40, SETTINGS).split_text(REPEATED)
    assert "".join(texts) == REPEATED


@pytest.mark.adapters
def test_the_example_retrieves_and_updates_a_real_store(monkeypatch, tmp_path):
    import runpy

    example = runpy.run_path(str(EXAMPLES / "retrieve.py"))
    monkeypatch.setitem(example["answers"].__globals__, "SETTINGS", SETTINGS)
    path = tmp_path / "topics.txt"
    path.write_text(TEXT)

    store, chunked = example["filled"]([path])
    (source, text, _), *_ = example["answers"](store, "Yeast lifts the bread dough.")
    assert (source, "bread" in text.lower()) == (str(path), True)

    revision = example["update"](store, chunked[str(path)], TEXT.replace("Old stars", "Old suns"))
    stored = {name for (name,) in store.execute("SELECT id FROM chunks").fetchall()}
    assert stored == {each.id for each in revision.chunks}
    assert revision.deleted


@pytest.mark.adapters
def test_langchain_documents_know_their_true_place():
    from langchain_core.documents import Document

    from embed_kcpd.adapters.langchain import TopicTextSplitter

    splitter = TopicTextSplitter(40, SETTINGS)
    parts = splitter.split_documents([Document(REPEATED, metadata={"page": 7}), Document(TEXT)])

    assert [part.page_content for part in parts[: len(splitter.split_text(REPEATED))]] == (
        splitter.split_text(REPEATED)
    )
    for part in parts:
        start, end = part.metadata["start_index"], part.metadata["end_index"]
        text = REPEATED if part.metadata.get("page") == 7 else TEXT
        assert text[start:end] == part.page_content
    starts = [part.metadata["start_index"] for part in parts if part.metadata.get("page") == 7]
    assert starts == sorted(set(starts))
    assert splitter.transform_documents([Document(TEXT)]) == splitter.create_documents([TEXT])


@pytest.mark.adapters
def test_langchain_embeddings_and_encoders_stand_in_for_each_other():
    from embed_kcpd.adapters.langchain import EmbedKcpdEmbeddings, LangChainEncoder

    ours = EmbedKcpdEmbeddings(WordHashing())
    back = LangChainEncoder(ours)

    assert np.allclose(back.encode(["Soil.", "Stars."]), WordHashing().encode(["Soil.", "Stars."]))
    assert ours.embed_query("Soil.") == ours.embed_documents(["Soil."])[0]
    assert ours.embed_documents([]) == []
    assert EmbedKcpdEmbeddings(WordHashing().encode).embed_query("Soil.") == (
        ours.embed_query("Soil.")
    )


@pytest.mark.adapters
def test_llama_index_nodes_have_places_relations_and_vectors(hashing):
    from llama_index.core import Document
    from llama_index.core.schema import MetadataMode, NodeRelationship

    from embed_kcpd.adapters.llama_index import TopicNodeParser

    parser = TopicNodeParser.from_defaults(40, encoder=hashing, target_tokens=30)
    nodes = parser.get_nodes_from_documents([Document(text=REPEATED, metadata={"page": 7})])

    assert "".join(node.text for node in nodes) == REPEATED
    assert all(REPEATED[n.start_char_idx : n.end_char_idx] == n.text for n in nodes)
    assert [n.start_char_idx for n in nodes] == sorted({n.start_char_idx for n in nodes})
    assert nodes[1].relationships[NodeRelationship.PREVIOUS].node_id == nodes[0].node_id
    assert nodes[0].metadata["page"] == 7
    assert "chunk_id" not in nodes[0].get_content(metadata_mode=MetadataMode.EMBED)
    assert len(nodes[0].embedding) == 64
    assert asyncio.run(parser.aget_nodes_from_documents([Document(text=TEXT)]))


@pytest.mark.adapters
def test_a_llama_index_parser_can_be_stored(hashing):
    from embed_kcpd.adapters.llama_index import TopicNodeParser

    parser = TopicNodeParser.from_defaults(40, encoder=hashing)
    again = TopicNodeParser.from_dict(json.loads(json.dumps(parser.to_dict())))
    assert again.chunk_settings() == parser.chunk_settings()


@pytest.mark.adapters
def test_a_llama_index_parser_refuses_names_of_other_parsers():
    """Somebody who came from ``SentenceSplitter(chunk_size=100)`` got nodes of 400 tokens."""
    from embed_kcpd.adapters.llama_index import TopicNodeParser

    with pytest.raises(OptionsError, match="no setting 'chunk_size'; there are max_tokens, "):
        TopicNodeParser.from_defaults(chunk_size=100)
    with pytest.raises(ValueError, match="chunk_size"):
        TopicNodeParser(chunk_size=100)


@pytest.mark.adapters
def test_llama_index_models_and_encoders_stand_in_for_each_other():
    from embed_kcpd.adapters.llama_index import EmbedKcpdEmbedding, LlamaIndexEncoder

    ours = EmbedKcpdEmbedding(WordHashing())
    assert np.allclose(LlamaIndexEncoder(ours).encode(["Soil."]), WordHashing().encode(["Soil."]))
    assert ours.get_query_embedding("Soil.") == ours.get_text_embedding("Soil.")


@pytest.mark.adapters
def test_a_haystack_pipeline_splits_and_can_be_stored(hashing):
    from haystack import Document, Pipeline

    from embed_kcpd.adapters.haystack import TopicDocumentSplitter

    pipeline = Pipeline()
    pipeline.add_component(
        "splitter", TopicDocumentSplitter(40, {"encoder": hashing, "target_tokens": 30})
    )
    trusted = ["embed_kcpd.adapters.haystack"]
    again = Pipeline.loads(pipeline.dumps(), allowed_modules=trusted)
    given = {"splitter": {"documents": [Document(content=REPEATED, meta={"page": 7})]}}
    parts = again.run(given)["splitter"]["documents"]

    assert "".join(part.content for part in parts) == REPEATED
    assert all(part.meta["page"] == 7 and len(part.embedding) == 64 for part in parts)
    starts = [part.meta["split_idx_start"] for part in parts]
    assert starts == sorted(set(starts))
    with pytest.raises(InputError, match="has no text"):
        TopicDocumentSplitter(40, {"encoder": hashing}).run([Document(content=None)])


@pytest.mark.adapters
def test_a_chonkie_chunker_gives_chunks_of_chonkie():
    from embed_kcpd.adapters.chonkie import TopicChunker

    chunker = TopicChunker(40, SETTINGS)
    parts = chunker(REPEATED)

    assert [part.id for part in parts] == [each.id for each in chunk(REPEATED, 40, SETTINGS)]
    assert all(REPEATED[part.start_index : part.end_index] == part.text for part in parts)
    assert all(part.token_count <= 40 for part in parts)
    assert len(chunker([TEXT, TEXT, ""])) == 3


@pytest.mark.adapters
def test_a_spacy_pipeline_writes_topics_and_can_be_stored(hashing, tmp_path):
    import spacy

    from embed_kcpd.adapters.spacy import KEY

    nlp = spacy.blank("en")
    nlp.add_pipe("topics", config={"encoder": hashing, "n_segments": 3})
    doc = nlp(TEXT)
    spans = list(doc.spans[KEY])

    assert [span.start for span in spans][1:] == [span.end for span in spans][:-1]
    assert (spans[0].start, spans[-1].end) == (0, len(doc))
    assert [
        word in span.text.lower()
        for span, word in zip(spans, ("soil", "star", "bread"), strict=True)
    ] == [True] * 3
    nlp.to_disk(tmp_path / "nlp")
    again = spacy.load(tmp_path / "nlp")(TEXT)
    assert [s.start for s in again.spans[KEY]] == [s.start for s in spans]
    assert list(nlp("").spans[KEY]) == []


@pytest.mark.adapters
def test_spacys_own_sentences_are_kept_whole(hashing):
    import spacy

    from embed_kcpd.adapters.spacy import KEY

    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("topics", config={"encoder": hashing})
    doc = nlp(TEXT)
    starts = {sentence.start for sentence in doc.sents}
    assert {span.start for span in doc.spans[KEY]} <= starts
